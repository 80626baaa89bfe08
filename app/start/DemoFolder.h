#pragma once

#include "ActorSource.h"

namespace greenroom {

/// A folder of the demo's own, with actors that are worth watching.
class DemoFolder
{
public:
    /// Where it lies unless the user says otherwise: in the user's cache.
    [[nodiscard]] static QString defaultPath();

    /// Makes the demo's actors, those that are missing, and wakes all. Gives what failed, a
    /// sentence each: one of the demo's actors fails now and then by design. Blocks.
    [[nodiscard]] static QStringList wakeActors(ActorSource &source);
};

} // namespace greenroom
