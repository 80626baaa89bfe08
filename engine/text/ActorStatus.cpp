#include "ActorStatus.h"

namespace greenroom {

ActorStatus statusOf(const ActorEntry &actor)
{
    if (!actor.record)
        return ActorStatus::Damaged;
    switch (statusOf(*actor.record)) {
    case RecordStatus::Created:
        return ActorStatus::Created;
    case RecordStatus::Sleeping:
        return ActorStatus::Sleeping;
    case RecordStatus::Destroyed:
        return ActorStatus::Destroyed;
    case RecordStatus::Running:
        break;
    }
    return actor.presence == Presence::Free ? ActorStatus::UncleanStop : ActorStatus::Running;
}

QString statusWord(ActorStatus status)
{
    switch (status) {
    case ActorStatus::Running:
        return QStringLiteral("Running");
    case ActorStatus::UncleanStop:
        return QStringLiteral("Stopped uncleanly");
    case ActorStatus::Sleeping:
        return QStringLiteral("Sleeping");
    case ActorStatus::Created:
        return QStringLiteral("Not started");
    case ActorStatus::Destroyed:
        return QStringLiteral("Destroyed");
    case ActorStatus::Damaged:
        return QStringLiteral("Damaged");
    }
    Q_UNREACHABLE();
}

QString statusMeaning(const ActorEntry &actor)
{
    switch (statusOf(actor)) {
    case ActorStatus::Running:
        if (actor.holder) {
            return QStringLiteral("Its record says running, and %1 has its database open.")
                .arg(actor.holder->text());
        }
        return QStringLiteral("Its record says running. Whether a process runs it cannot be told.");
    case ActorStatus::UncleanStop:
        return QStringLiteral("Its record says running, but no process has its database open: the "
                              "program that ran it ended without putting it to sleep.");
    case ActorStatus::Sleeping:
        return QStringLiteral("It was started once and is not running now.");
    case ActorStatus::Created:
        return QStringLiteral("It was created and never started.");
    case ActorStatus::Destroyed:
        return QStringLiteral("Its record is marked as destroyed, but its files are still there.");
    case ActorStatus::Damaged:
        return actor.error ? actor.error->message : QStringLiteral("Its record cannot be read.");
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
