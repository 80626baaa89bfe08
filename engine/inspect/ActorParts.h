#pragma once

#include "ActorSource.h"

namespace greenroom {

/// Which parts an actor keeps, besides its state and a user's key-values.
struct ActorParts
{
    bool connections = false;
    bool queue = false; ///< messages, not their counters alone
    bool workflow = false;
    bool traces = false;
    bool database = false;

    bool operator==(const ActorParts &) const = default;
};

/// Looks which parts are there, by one key of each. Any thread; blocks.
[[nodiscard]] Result<ActorParts> readActorParts(const ActorSource &source, const ActorId &id,
                                                std::stop_token stop = {});

} // namespace greenroom
