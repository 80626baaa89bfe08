#pragma once

#include "LiveStatus.h"

#include <QStringList>

namespace greenroom {

/// Where an actor's alarm stands: "Armed", "Firing", "Failed 2 times, tried again at …", "Gave up
/// after 6 failures"; empty without an alarm.
[[nodiscard]] QString alarmPhase(const LiveStatus &live);

/// Whether that is something to look at.
[[nodiscard]] bool isAlarmInTrouble(const LiveStatus &live);

/// The raw state, the generation and the engine's thread, a line each.
[[nodiscard]] QStringList liveLines(const LiveStatus &live);

/// "12.5/s"; empty for none.
[[nodiscard]] QString rateText(double perSecond);

} // namespace greenroom
