#pragma once

#include <chrono>

namespace greenroom {

/// How long ago this process was started: on Linux as the system keeps it, in steps of 10 ms and
/// rounded up; elsewhere since the first call.
[[nodiscard]] std::chrono::milliseconds processAge();

/// Where processAge() counts from, in words.
[[nodiscard]] const char *processAgeOrigin();

} // namespace greenroom
