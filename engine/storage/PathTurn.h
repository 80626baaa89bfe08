#pragma once

#include <QString>

namespace greenroom {

/// The right to handle a file that belongs to another program: one thread of this process at a
/// time, others wait. Process-wide, as POSIX locks are: closing any descriptor of a file drops all
/// of the process's locks on it. Not to be had twice by one thread.
class PathTurn
{
public:
    explicit PathTurn(QString path);
    ~PathTurn();
    Q_DISABLE_COPY_MOVE(PathTurn)

private:
    const QString m_path;
};

} // namespace greenroom
