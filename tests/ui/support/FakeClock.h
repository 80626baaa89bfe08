#pragma once

#include "Clock.h"

#include <atomic>

/// A clock that stands still until a test sets it. Any thread.
class FakeClock final : public greenroom::Clock
{
public:
    explicit FakeClock(quint64 ms) : m_ms(ms) {}

    [[nodiscard]] greenroom::Timestamp now() const override { return {m_ms}; }

    void set(quint64 ms) { m_ms = ms; }
    void advance(quint64 ms) { m_ms += ms; }

private:
    std::atomic<quint64> m_ms;
};
