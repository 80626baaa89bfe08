#include "TimeText.h"

#include <QDateTime>

namespace greenroom {

namespace {

constexpr quint64 Second = 1000;
constexpr quint64 Minute = 60 * Second;
constexpr quint64 Hour = 60 * Minute;
constexpr quint64 Day = 24 * Hour;
constexpr quint64 Year = 365 * Day;

// 9999-12-31T00:00:00Z, so that no time zone's year has five digits.
constexpr quint64 LastDate = 253402214400000;

struct Unit
{
    quint64 ms;
    const char *name;
};

constexpr Unit Units[] = {
    {Year, "y"}, {Day, "d"}, {Hour, "h"}, {Minute, "min"}, {Second, "s"},
};

quint64 distance(Timestamp a, Timestamp b)
{
    return a > b ? a.ms - b.ms : b.ms - a.ms;
}

QString inUnit(quint64 count, const Unit &unit)
{
    return QStringLiteral("%1 %2").arg(count).arg(QLatin1String(unit.name));
}

/// The largest unit that fits, without a rest; less than a second gives "0 s".
QString inOneUnit(quint64 ms)
{
    for (const Unit &unit : Units) {
        if (ms >= unit.ms)
            return inUnit(ms / unit.ms, unit);
    }
    return QStringLiteral("0 s");
}

QString inTwoUnits(quint64 ms)
{
    for (qsizetype i = 0; i + 1 < qsizetype(std::size(Units)); ++i) {
        if (ms < Units[i].ms)
            continue;
        const Unit &rest = Units[i + 1];
        return QStringLiteral("%1 %2 %3")
            .arg(inUnit(ms / Units[i].ms, Units[i]))
            .arg(ms % Units[i].ms / rest.ms, 2, 10, QLatin1Char('0'))
            .arg(QLatin1String(rest.name));
    }
    return inOneUnit(ms);
}

} // namespace

QString exactTime(Timestamp time)
{
    if (time.ms > LastDate)
        return QStringLiteral("%1 ms (beyond the year 9999)").arg(time.ms);
    return QDateTime::fromMSecsSinceEpoch(qint64(time.ms))
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

QString relativeTime(Timestamp time, Timestamp now)
{
    const quint64 away = distance(time, now);
    if (away < Second)
        return QStringLiteral("just now");
    return time > now ? QStringLiteral("in ") + inOneUnit(away)
                      : inOneUnit(away) + QStringLiteral(" ago");
}

QString countdown(Timestamp due, Timestamp now)
{
    const quint64 away = distance(due, now);
    if (away < Second)
        return QStringLiteral("due now");
    return (due > now ? QStringLiteral("in ") : QStringLiteral("overdue by ")) + inTwoUnits(away);
}

} // namespace greenroom
