#pragma once

#include "Timestamp.h"

#include <chrono>

namespace greenroom {

/// Tells the time of day. Handed in wherever "now" matters, so that a test can set it.
class Clock
{
public:
    virtual ~Clock();

    /// The wall clock's reading. Any thread.
    [[nodiscard]] virtual Timestamp now() const = 0;

    /// Time that only goes forward, whatever is done to the wall clock. Any thread.
    [[nodiscard]] virtual std::chrono::microseconds uptime() const = 0;
};

/// The machine's clock.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] Timestamp now() const override;
    [[nodiscard]] std::chrono::microseconds uptime() const override;
};

} // namespace greenroom
