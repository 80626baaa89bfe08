#pragma once

#include "ActorEvent.h"

namespace greenroom {

/// What happened, in a word or two: "Alarm fired".
[[nodiscard]] QString eventWord(ActorEvent::Kind kind);

/// All that is to be said besides, on one line, printable; empty where the word tells it all.
[[nodiscard]] QString eventDetail(const ActorEvent &event);

/// What stands where @p count events are missing.
[[nodiscard]] QString lostText(quint64 count);

/// "850 µs", "12.4 ms", "3.20 s".
[[nodiscard]] QString durationText(std::chrono::microseconds duration);

} // namespace greenroom
