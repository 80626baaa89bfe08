#include "EventLine.h"

#include "Printable.h"
#include "TimeText.h"

namespace greenroom::ctl {

namespace {

constexpr int ActorWidth = 28;
constexpr int KindWidth = 15;

QString spanText(std::chrono::microseconds span)
{
    const double us = double(span.count());
    if (us < 1000)
        return QStringLiteral("%1 µs").arg(span.count());
    if (us < 1'000'000)
        return QStringLiteral("%1 ms").arg(us / 1000, 0, 'f', 1);
    return QStringLiteral("%1 s").arg(us / 1'000'000, 0, 'f', 2);
}

QString countText(qint64 count, const char *one, const char *many)
{
    return QStringLiteral("%1 %2").arg(count).arg(QLatin1String(count == 1 ? one : many));
}

bool isCounted(ActorEvent::Kind kind)
{
    return kind == ActorEvent::Kind::KvWritten || kind == ActorEvent::Kind::StateWritten;
}

} // namespace

QString eventDetail(const ActorEvent &event)
{
    QStringList parts;
    if (event.alarmAt)
        parts << QStringLiteral("due %1").arg(exactTime(*event.alarmAt));
    if (isCounted(event.kind)) {
        parts << (event.kind == ActorEvent::Kind::KvWritten
                      ? countText(event.count, "entry", "entries")
                      : countText(event.count, "time", "times"))
              << countText(event.bytes, "byte", "bytes");
    }
    if (event.error)
        parts << printable(event.error->message);
    if (!event.detail.isEmpty())
        parts << printable(event.detail);
    if (event.took)
        parts << spanText(*event.took);
    return parts.join(QStringLiteral(", "));
}

QString eventLine(const ActorEvent &event, const QString &actor)
{
    const QString line =
        QStringLiteral("%1  %2  %3  %4")
            .arg(exactTime(event.at), actor.leftJustified(ActorWidth),
                 kindName(event.kind).leftJustified(KindWidth), eventDetail(event));
    return line.trimmed();
}

} // namespace greenroom::ctl
