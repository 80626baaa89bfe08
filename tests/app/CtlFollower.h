#pragma once

#include <QJsonObject>
#include <QProcess>

/// A run of greenroomctl that goes on, with JSON lines as its output.
class CtlFollower
{
public:
    explicit CtlFollower(const QStringList &arguments);

    /// Ends the process, if it has not ended.
    ~CtlFollower();
    Q_DISABLE_COPY_MOVE(CtlFollower)

    /// Reads on to a line with this event, of that actor if one is given. False if none comes.
    [[nodiscard]] bool readTo(const QString &event, const QString &actorId = {});

    void send(int signal) const;

    /// Its exit code, -1 if it did not end by itself within some seconds.
    [[nodiscard]] int exitCode();

    /// All lines so far.
    [[nodiscard]] const QList<QJsonObject> &lines() const { return m_lines; }
    [[nodiscard]] QString errors();
    [[nodiscard]] QProcess &process() { return m_process; }

private:
    void take();

    QProcess m_process;
    QByteArray m_half; // of a line
    QList<QJsonObject> m_lines;
    qsizetype m_read = 0; // of m_lines
};
