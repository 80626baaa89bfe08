#include "CtlFollower.h"

#include "CtlRun.h"

#include <QDeadlineTimer>
#include <QJsonDocument>

#include <csignal>

namespace {

constexpr int LongestMs = 30'000;

} // namespace

CtlFollower::CtlFollower(const QStringList &arguments)
{
    m_process.start(CtlRun::program(), arguments);
    if (!m_process.waitForStarted())
        qFatal("greenroomctl does not start");
}

CtlFollower::~CtlFollower()
{
    m_process.kill();
    m_process.waitForFinished();
}

void CtlFollower::take()
{
    m_half += m_process.readAllStandardOutput();
    while (m_half.contains('\n')) {
        const qsizetype end = m_half.indexOf('\n');
        m_lines << QJsonDocument::fromJson(m_half.first(end)).object();
        m_half.remove(0, end + 1);
    }
}

bool CtlFollower::readTo(const QString &event, const QString &actorId)
{
    const QDeadlineTimer deadline(LongestMs);
    while (!deadline.hasExpired()) {
        take();
        while (m_read < m_lines.size()) {
            const QJsonObject line = m_lines[m_read++];
            if (line[QLatin1String("event")] == event &&
                (actorId.isEmpty() || line[QLatin1String("actorId")] == actorId))
                return true;
        }
        if (m_process.state() == QProcess::NotRunning && !m_process.bytesAvailable())
            return false;
        m_process.waitForReadyRead(100);
    }
    return false;
}

void CtlFollower::send(int signal) const
{
    ::kill(pid_t(m_process.processId()), signal);
}

int CtlFollower::exitCode()
{
    if (!m_process.waitForFinished(LongestMs) || m_process.exitStatus() != QProcess::NormalExit)
        return -1;
    take();
    return m_process.exitCode();
}

QString CtlFollower::errors()
{
    return QString::fromUtf8(m_process.readAllStandardError());
}
