#pragma once

#include "FakeClock.h"
#include "LaneLoop.h"

/// A lane's loop that does nothing by itself: a test has it work, on the test's thread.
class StepLoop final : public greenroom::LaneLoop
{
public:
    explicit StepLoop(const FakeClock &clock) : m_clock(clock) {}

    void start(Client &client) override;
    void signal() override { m_isSignalled = true; }
    void wakeAfter(std::optional<std::chrono::microseconds> pause) override;
    [[nodiscard]] bool end(std::chrono::milliseconds patience) override;

    /// Whether a thread would work now.
    [[nodiscard]] bool isDue() const;

    /// When it would by itself, as a reading of the clock's uptime.
    [[nodiscard]] std::optional<std::chrono::microseconds> due() const { return m_due; }

    /// Works once.
    void step();

private:
    const FakeClock &m_clock;
    Client *m_client = nullptr;
    std::atomic<bool> m_isSignalled = false;
    std::optional<std::chrono::microseconds> m_due;
};
