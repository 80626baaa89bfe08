#include "Lifecycle.h"

#include <algorithm>
#include <iterator>

namespace greenroom {

namespace {

struct Transition
{
    Lifecycle from;
    LifecycleStep step;
    Lifecycle to;
};

using enum Lifecycle;
using Step = LifecycleStep;

constexpr Transition Transitions[] = {
    {Nonexistent, Step::Create, Dormant},
    {Nonexistent, Step::Load, Dormant},
    {Destroyed, Step::Create, Dormant},

    {Dormant, Step::Start, Starting},
    {Crashed, Step::Start, Starting},
    {Starting, Step::StartSucceeded, Awake},
    {Starting, Step::StartFailed, Crashed},

    {Starting, Step::Abandon, Crashed},
    {Awake, Step::Abandon, Crashed},

    {Awake, Step::Sleep, StartingSleep},
    {StartingSleep, Step::SleepEnded, Dormant},

    // A damaged or unfinished actor is destroyed without having been loaded.
    {Nonexistent, Step::Destroy, StartingDestroy},
    {Dormant, Step::Destroy, StartingDestroy},
    {Crashed, Step::Destroy, StartingDestroy},
    {Awake, Step::Destroy, StartingDestroy},
    {StartingDestroy, Step::DestroyEnded, Destroyed},
    {StartingDestroy, Step::DestroyFailed, Crashed},
};

QString stepName(LifecycleStep step)
{
    switch (step) {
    case Step::Create:
        return QStringLiteral("create");
    case Step::Load:
        return QStringLiteral("load");
    case Step::Start:
        return QStringLiteral("start");
    case Step::StartSucceeded:
        return QStringLiteral("start succeeded");
    case Step::StartFailed:
        return QStringLiteral("start failed");
    case Step::Abandon:
        return QStringLiteral("abandon");
    case Step::Sleep:
        return QStringLiteral("sleep");
    case Step::SleepEnded:
        return QStringLiteral("sleep ended");
    case Step::Destroy:
        return QStringLiteral("destroy");
    case Step::DestroyEnded:
        return QStringLiteral("destroy ended");
    case Step::DestroyFailed:
        return QStringLiteral("destroy failed");
    }
    Q_UNREACHABLE();
}

} // namespace

Result<Lifecycle> next(Lifecycle state, LifecycleStep step)
{
    const auto *found =
        std::find_if(std::begin(Transitions), std::end(Transitions), [&](const Transition &each) {
            return each.from == state && each.step == step;
        });
    if (found != std::end(Transitions))
        return found->to;
    return fail(
        ErrorCode::IllegalTransition,
        QStringLiteral("no step \"%1\" leads on from %2").arg(stepName(step), rawName(state)));
}

QString rawName(Lifecycle state)
{
    switch (state) {
    case Nonexistent:
        return QStringLiteral("NONEXISTENT");
    case Dormant:
        return QStringLiteral("DORMANT");
    case Starting:
        return QStringLiteral("STARTING");
    case Awake:
        return QStringLiteral("AWAKE");
    case Crashed:
        return QStringLiteral("CRASHED");
    case StartingSleep:
        return QStringLiteral("STARTING_SLEEP");
    case StartingDestroy:
        return QStringLiteral("STARTING_DESTROY");
    case Destroyed:
        return QStringLiteral("DESTROYED");
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
