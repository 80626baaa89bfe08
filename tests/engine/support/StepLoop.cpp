#include "StepLoop.h"

void StepLoop::start(Client &client)
{
    m_client = &client;
    m_isSignalled = true;
}

void StepLoop::wakeAfter(std::optional<std::chrono::microseconds> pause)
{
    m_due.reset();
    if (!pause)
        return;
    if (*pause < std::chrono::microseconds(0) || *pause > std::chrono::hours(24))
        qFatal("a lane wants to wake after %lld us", static_cast<long long>(pause->count()));
    m_due = m_clock.uptime() + *pause;
}

bool StepLoop::end(std::chrono::milliseconds)
{
    m_client = nullptr;
    return true;
}

bool StepLoop::isDue() const
{
    return m_client && (m_isSignalled || (m_due && *m_due <= m_clock.uptime()));
}

void StepLoop::step()
{
    m_isSignalled = false;
    m_due.reset();
    m_client->work();
}
