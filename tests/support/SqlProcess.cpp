#include "SqlProcess.h"

namespace {

constexpr int PatienceMs = 20'000;

} // namespace

SqlProcess::SqlProcess(const QString &database)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(GREENROOM_SQL_CHILD), {database});
    if (!m_process.waitForStarted(PatienceMs))
        qFatal("cannot start the other process");
}

SqlProcess::~SqlProcess()
{
    close();
}

void SqlProcess::start(const QString &statement)
{
    m_process.write(statement.toUtf8() + '\n');
    m_process.waitForBytesWritten(PatienceMs);
}

bool SqlProcess::hasAnswered()
{
    return m_process.canReadLine() || (m_process.waitForReadyRead(0) && m_process.canReadLine());
}

QString SqlProcess::answer()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(PatienceMs))
            return QStringLiteral("no answer");
    }
    const QString line = QString::fromUtf8(m_process.readLine()).trimmed();
    return line == QStringLiteral("ok") ? QString() : line;
}

QString SqlProcess::run(const QString &statement)
{
    start(statement);
    return answer();
}

void SqlProcess::crash()
{
    m_process.kill();
    m_process.waitForFinished(PatienceMs);
}

void SqlProcess::close()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(PatienceMs))
        crash();
}
