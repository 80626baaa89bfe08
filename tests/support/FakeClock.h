#pragma once

#include "Clock.h"

#include <atomic>

/// A clock that stands still until a test sets it. Any thread.
class FakeClock final : public greenroom::Clock
{
public:
    explicit FakeClock(quint64 ms) : m_ms(ms) {}

    [[nodiscard]] greenroom::Timestamp now() const override { return {m_ms}; }

    [[nodiscard]] std::chrono::microseconds uptime() const override
    {
        return std::chrono::milliseconds(m_uptimeMs);
    }

    /// Sets the wall clock only, as a user or a time server would.
    void set(quint64 ms) { m_ms = ms; }

    void advance(quint64 ms)
    {
        m_ms += ms;
        m_uptimeMs += ms;
    }

private:
    std::atomic<quint64> m_ms;
    std::atomic<quint64> m_uptimeMs = 0;
};
