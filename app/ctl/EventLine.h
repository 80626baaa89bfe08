#pragma once

#include "ActorEvent.h"

namespace greenroom::ctl {

/// What an event tells besides who, when and what, on one printable line; empty where there is
/// nothing: reasons, times, counts, how long it took.
[[nodiscard]] QString eventDetail(const ActorEvent &event);

/// "2026-11-30 13:07:28.123  counter/lobby  started  by request, 1.2 ms", in columns.
[[nodiscard]] QString eventLine(const ActorEvent &event, const QString &actor);

} // namespace greenroom::ctl
