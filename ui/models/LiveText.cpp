#include "LiveText.h"

#include "Counted.h"
#include "TimeText.h"

namespace greenroom {

QString alarmPhase(const LiveStatus &live)
{
    const QString failures =
        counted(live.failedAttempts, QStringLiteral("failure"), QStringLiteral("failures"));
    switch (live.alarm) {
    case LiveStatus::Alarm::None:
        return {};
    case LiveStatus::Alarm::Armed:
        return QStringLiteral("Armed");
    case LiveStatus::Alarm::Firing:
        return QStringLiteral("Firing");
    case LiveStatus::Alarm::Retrying:
        return live.nextAttempt ? QStringLiteral("Retrying: %1, next attempt at %2")
                                      .arg(failures, exactTime(*live.nextAttempt))
                                : QStringLiteral("Retrying: %1").arg(failures);
    case LiveStatus::Alarm::GaveUp:
        return QStringLiteral("Gave up after %1").arg(failures);
    }
    Q_UNREACHABLE();
}

bool isAlarmInTrouble(const LiveStatus &live)
{
    return live.alarm == LiveStatus::Alarm::Retrying || live.alarm == LiveStatus::Alarm::GaveUp;
}

QStringList liveLines(const LiveStatus &live)
{
    QStringList lines{rawName(live.lifecycle)};
    if (!live.generation.isEmpty())
        lines << QStringLiteral("generation %1").arg(live.generation);
    if (live.lane > 0)
        lines << QStringLiteral("thread %1").arg(live.lane);
    return lines;
}

QString rateText(double perSecond)
{
    if (perSecond < 0.05)
        return {};
    return QLocale().toString(perSecond, 'f', perSecond < 9.95 ? 1 : 0) + QStringLiteral("/s");
}

} // namespace greenroom
