#pragma once

#include "Timestamp.h"

#include <QString>

namespace greenroom {

/// Local date and time to the millisecond, such as "2026-11-30 07:50:12.663", or the bare number
/// of milliseconds where a calendar has no words for it (beyond the year 9999).
[[nodiscard]] QString exactTime(Timestamp time);

/// How far @p time is from @p now in its largest unit: "in 3 min", "2 h ago", "just now".
[[nodiscard]] QString relativeTime(Timestamp time, Timestamp now);

/// The same for an alarm, with a second unit so that it is seen to move: "in 3 min 05 s",
/// "overdue by 2 h 10 min", "due now". Never negative.
[[nodiscard]] QString countdown(Timestamp due, Timestamp now);

} // namespace greenroom
