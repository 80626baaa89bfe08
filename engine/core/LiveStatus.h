#pragma once

#include "Lifecycle.h"
#include "Timestamp.h"

#include <optional>

namespace greenroom {

/// What the engine that runs an actor knows of it besides its record.
struct LiveStatus
{
    Lifecycle lifecycle = Lifecycle::Dormant;

    /// When it came to that.
    Timestamp since;

    /// The UUID of this life of the actor.
    QString generation;

    /// The number of the engine thread it lives on, from 1.
    int lane = 0;

    /// The first failure since it last started well.
    std::optional<Error> error;

    enum class Alarm {
        None,
        Armed,    ///< waits for its time
        Firing,   ///< onAlarm is due or runs
        Retrying, ///< onAlarm failed and is called again at nextAttempt
        GaveUp,   ///< onAlarm failed too often; waits for "fire now", a new alarm, a new start
    };
    Alarm alarm = Alarm::None;
    std::optional<Timestamp> alarmAt;
    int failedAttempts = 0;
    std::optional<Timestamp> nextAttempt;

    /// Entries put or removed since the engine started, and how many a second of late.
    qint64 kvWrites = 0;
    double kvWritesPerSecond = 0;

    bool operator==(const LiveStatus &) const = default;
};

} // namespace greenroom
