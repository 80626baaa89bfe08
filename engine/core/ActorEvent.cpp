#include "ActorEvent.h"

namespace greenroom {

QString kindName(ActorEvent::Kind kind)
{
    switch (kind) {
    case ActorEvent::Kind::Created:
        return QStringLiteral("created");
    case ActorEvent::Kind::Started:
        return QStringLiteral("started");
    case ActorEvent::Kind::StartFailed:
        return QStringLiteral("start-failed");
    case ActorEvent::Kind::Slept:
        return QStringLiteral("slept");
    case ActorEvent::Kind::Destroyed:
        return QStringLiteral("destroyed");
    case ActorEvent::Kind::AlarmSet:
        return QStringLiteral("alarm-set");
    case ActorEvent::Kind::AlarmCancelled:
        return QStringLiteral("alarm-cancelled");
    case ActorEvent::Kind::AlarmFired:
        return QStringLiteral("alarm-fired");
    case ActorEvent::Kind::AlarmFailed:
        return QStringLiteral("alarm-failed");
    case ActorEvent::Kind::AlarmGaveUp:
        return QStringLiteral("alarm-gave-up");
    case ActorEvent::Kind::KvWritten:
        return QStringLiteral("kv-written");
    case ActorEvent::Kind::StateWritten:
        return QStringLiteral("state-written");
    case ActorEvent::Kind::Message:
        return QStringLiteral("message");
    case ActorEvent::Kind::Failed:
        return QStringLiteral("failed");
    }
    Q_UNREACHABLE();
}

bool isFailure(ActorEvent::Kind kind)
{
    switch (kind) {
    case ActorEvent::Kind::StartFailed:
    case ActorEvent::Kind::AlarmFailed:
    case ActorEvent::Kind::AlarmGaveUp:
    case ActorEvent::Kind::Failed:
        return true;
    default:
        return false;
    }
}

} // namespace greenroom
