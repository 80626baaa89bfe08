#pragma once

#include <QProcess>

/// Another process that has a database open and runs statements in it.
class SqlProcess
{
public:
    explicit SqlProcess(const QString &database);

    /// Closes the database, unless the process is gone.
    ~SqlProcess();
    Q_DISABLE_COPY_MOVE(SqlProcess)

    /// Runs one statement and waits for it. Gives the complaint, or nothing when it went well.
    QString run(const QString &statement);

    /// Sends a statement; answer() waits for what comes back.
    void start(const QString &statement);
    [[nodiscard]] bool hasAnswered();
    QString answer();

    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    /// Ends at once and leaves the files as they are.
    void crash();

    /// Ends in good order.
    void close();

private:
    QProcess m_process;
};
