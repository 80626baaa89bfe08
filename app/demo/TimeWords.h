#pragma once

#include <greenroom/Timestamp.h>

#include <QString>

#include <chrono>

namespace greenroom::demo {

/// "2026-01-31T12:00:00.000Z".
[[nodiscard]] QString isoTime(Timestamp moment);

/// "10 s", or "250 ms".
[[nodiscard]] QString spanText(std::chrono::milliseconds span);

} // namespace greenroom::demo
