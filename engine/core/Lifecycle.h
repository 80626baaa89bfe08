#pragma once

#include "Result.h"

namespace greenroom {

/// Where an actor stands in the engine that runs it. rivetkit's names: Nonexistent, Awake (it says
/// so of Dormant, Starting and Crashed as well), StartingSleep, StartingDestroy, Destroyed.
enum class Lifecycle {
    Nonexistent,     ///< nothing is known under this id
    Dormant,         ///< it exists and no instance runs: created, asleep, or not started yet
    Starting,        ///< an instance was made and is starting
    Awake,           ///< it runs
    Crashed,         ///< its start failed, or its instance was left behind; it can be started again
    StartingSleep,   ///< it is going to sleep
    StartingDestroy, ///< it is being destroyed
    Destroyed,       ///< it is gone; only a new creation leads on
};

/// What happens to an actor.
enum class LifecycleStep {
    Create,
    Load,
    Start,
    StartSucceeded,
    StartFailed,
    Abandon, ///< its instance blocks its thread and is left behind
    Sleep,
    SleepEnded,
    Destroy,
    DestroyEnded,
    DestroyFailed, ///< something of it could not be removed
};

/// Where @p step leads from @p state; IllegalTransition when it leads nowhere. Pure.
[[nodiscard]] Result<Lifecycle> next(Lifecycle state, LifecycleStep step);

/// The driver's own name, such as "STARTING_SLEEP", for tooltips and programs.
[[nodiscard]] QString rawName(Lifecycle state);

} // namespace greenroom
