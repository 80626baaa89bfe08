#pragma once

#include <QStringList>

namespace greenroom::ctl {

/// Lines of aligned columns under a heading, for people.
class TextTable
{
public:
    explicit TextTable(QStringList heading) : m_rows({std::move(heading)}) {}

    /// Cells but the last are cut to 60 characters.
    void add(QStringList row);

    [[nodiscard]] QString text() const;

private:
    QList<QStringList> m_rows;
};

} // namespace greenroom::ctl
