#include "ActorStatus.h"

namespace greenroom {

namespace {

/// What an engine knows better than the record; none where the record tells it all.
std::optional<ActorStatus> liveStatusOf(const ActorEntry &actor)
{
    if (!actor.live)
        return std::nullopt;
    switch (actor.live->lifecycle) {
    case Lifecycle::Starting:
        return ActorStatus::Starting;
    case Lifecycle::Awake:
        return ActorStatus::Running;
    case Lifecycle::Crashed:
        return ActorStatus::Crashed;
    case Lifecycle::StartingSleep:
        return ActorStatus::GoingToSleep;
    case Lifecycle::StartingDestroy:
        return ActorStatus::Destroying;
    case Lifecycle::Destroyed:
        return ActorStatus::Destroyed;
    case Lifecycle::Nonexistent:
    case Lifecycle::Dormant:
        break;
    }
    return std::nullopt;
}

} // namespace

ActorStatus statusOf(const ActorEntry &actor)
{
    if (const std::optional<ActorStatus> live = liveStatusOf(actor))
        return *live;
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
    case ActorStatus::Starting:
        return QStringLiteral("Starting");
    case ActorStatus::GoingToSleep:
        return QStringLiteral("Going to sleep");
    case ActorStatus::Destroying:
        return QStringLiteral("Destroying");
    case ActorStatus::Crashed:
        return QStringLiteral("Crashed");
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
        if (actor.live)
            return QStringLiteral("Greenroom runs it, on its thread %1.").arg(actor.live->lane);
        if (actor.holder) {
            return QStringLiteral("Its record says running, and %1 runs it.")
                .arg(actor.holder->text());
        }
        return QStringLiteral("Its record says running. Whether a process runs it cannot be told.");
    case ActorStatus::Starting:
        return QStringLiteral("Its instance is made and its start has not ended yet.");
    case ActorStatus::GoingToSleep:
        return QStringLiteral("It was told to sleep and has not stopped yet.");
    case ActorStatus::Destroying:
        return QStringLiteral("It was told to end for good and has not stopped yet.");
    case ActorStatus::Crashed:
        return actor.live && actor.live->error
                   ? QStringLiteral("It does not run: %1.").arg(actor.live->error->message)
                   : QStringLiteral("It failed and does not run.");
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
