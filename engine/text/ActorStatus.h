#pragma once

#include "ActorSource.h"

namespace greenroom {

/// How an actor is shown.
enum class ActorStatus {
    Running,     ///< its record says so, and nothing speaks against it
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
