#pragma once

#include "ActorSource.h"

namespace greenroom {

/// How an actor is shown.
enum class ActorStatus {
    Running,  ///< the engine says so; else its record does, and nothing speaks against it
    Starting, ///< only an engine knows of this and the next two
    GoingToSleep,
    Destroying,
    Crashed,     ///< its start failed, or it kept its thread for itself
    UncleanStop, ///< its record says running, but no process has its database open
    Sleeping,
    Created, ///< never started
    Destroyed,
    Damaged, ///< its record cannot be read
};

[[nodiscard]] ActorStatus statusOf(const ActorEntry &actor);

/// One or two words: "Running".
[[nodiscard]] QString statusWord(ActorStatus status);

/// A sentence that says what the status means and what it is told from.
[[nodiscard]] QString statusMeaning(const ActorEntry &actor);

} // namespace greenroom
