#pragma once

#include "HandOver.h"
#include "LocalSocket.h"

#include <chrono>

namespace greenroom {

/// How a start finds out whether it is the first.
struct Meeting
{
    enum class Outcome {
        First,      ///< nobody was there: this is the first, and listens
        HandedOver, ///< the first has taken what was asked
        Busy,       ///< the first must not be disturbed
        NoAnswer,   ///< somebody is there and has not answered in time
        Apart,      ///< there is no place to meet, or somebody of another version
    };
    Outcome outcome = Outcome::Apart;
    LocalSocket listening; ///< open for the first
};

/// Hands @p request over to whoever listens at @p place, or listens there. Of any number of starts
/// at the same moment one is the first. What a process that was killed has left behind is taken
/// over. Waits for an answer no longer than @p patience. Needs no QCoreApplication.
[[nodiscard]] Meeting meet(const QString &place, const HandOver &request,
                           std::chrono::milliseconds patience);

/// As above without anything to hand over: First, or Apart where there is somebody already.
[[nodiscard]] Meeting listenAlone(const QString &place);

} // namespace greenroom
