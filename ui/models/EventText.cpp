#include "EventText.h"

#include "Counted.h"
#include "Printable.h"
#include "TimeText.h"

namespace greenroom {

QString eventWord(ActorEvent::Kind kind)
{
    switch (kind) {
    case ActorEvent::Kind::Created:
        return QStringLiteral("Created");
    case ActorEvent::Kind::Started:
        return QStringLiteral("Started");
    case ActorEvent::Kind::StartFailed:
        return QStringLiteral("Start failed");
    case ActorEvent::Kind::Slept:
        return QStringLiteral("Went to sleep");
    case ActorEvent::Kind::Destroyed:
        return QStringLiteral("Destroyed");
    case ActorEvent::Kind::AlarmSet:
        return QStringLiteral("Alarm set");
    case ActorEvent::Kind::AlarmCancelled:
        return QStringLiteral("Alarm cancelled");
    case ActorEvent::Kind::AlarmFired:
        return QStringLiteral("Alarm fired");
    case ActorEvent::Kind::AlarmFailed:
        return QStringLiteral("Alarm failed");
    case ActorEvent::Kind::AlarmGaveUp:
        return QStringLiteral("Alarm gave up");
    case ActorEvent::Kind::KvWritten:
        return QStringLiteral("Wrote");
    case ActorEvent::Kind::StateWritten:
        return QStringLiteral("Saved its state");
    case ActorEvent::Kind::Message:
        return QStringLiteral("Says");
    case ActorEvent::Kind::Failed:
        return QStringLiteral("Failed");
    }
    Q_UNREACHABLE();
}

QString eventDetail(const ActorEvent &event)
{
    QStringList parts;
    if (event.kind == ActorEvent::Kind::KvWritten) {
        parts << counted(event.count, QStringLiteral("entry"), QStringLiteral("entries"))
              << QLocale().formattedDataSize(event.bytes, 1);
    }
    if (event.alarmAt)
        parts << QStringLiteral("due ") + exactTime(*event.alarmAt);
    if (!event.detail.isEmpty())
        parts << printable(event.detail);
    if (event.error)
        parts << printable(event.error->message);
    return parts.join(QStringLiteral("  ·  "));
}

QString lostText(quint64 count)
{
    return counted(qint64(count), QStringLiteral("event"), QStringLiteral("events")) +
           QStringLiteral(" not shown: more happened than could be kept");
}

QString durationText(std::chrono::microseconds duration)
{
    const QLocale locale;
    const double ms = double(duration.count()) / 1000;
    if (ms < 1)
        return QStringLiteral("%1 µs").arg(duration.count());
    return ms < 1000 ? locale.toString(ms, 'f', 1) + QStringLiteral(" ms")
                     : locale.toString(ms / 1000, 'f', 2) + QStringLiteral(" s");
}

} // namespace greenroom
