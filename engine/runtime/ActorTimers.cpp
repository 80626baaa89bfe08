#include "ActorTimers.h"

#include "Lane.h"

namespace greenroom {

using namespace std::chrono;

int ActorTimers::after(milliseconds delay, std::function<void()> task)
{
    return add({.due = m_lane.clock().uptime() + std::max(delay, 0ms), .task = std::move(task)});
}

int ActorTimers::every(milliseconds period, std::function<void()> task)
{
    const microseconds length = std::max(period, 1ms);
    return add(
        {.due = m_lane.clock().uptime() + length, .period = length, .task = std::move(task)});
}

int ActorTimers::add(Timer timer)
{
    const int number = ++m_last;
    timer.delay = m_lane.delayUntil(timer.due, [this, number] { fire(number); });
    m_timers.insert(number, std::move(timer));
    return number;
}

void ActorTimers::fire(int number)
{
    const auto found = m_timers.find(number);
    if (found == m_timers.end())
        return;
    const std::function<void()> task = found->task;
    if (found->period == microseconds(0)) {
        m_timers.erase(found);
    } else {
        // What was missed is not made up for.
        found->due = std::max(found->due + found->period, m_lane.clock().uptime());
        found->delay = m_lane.delayUntil(found->due, [this, number] { fire(number); });
    }
    m_run(task);
}

void ActorTimers::stop(int timer)
{
    const auto found = m_timers.find(timer);
    if (found == m_timers.end())
        return;
    m_lane.cancelDelay(found->delay);
    m_timers.erase(found);
}

void ActorTimers::stopAll()
{
    for (const Timer &timer : std::as_const(m_timers))
        m_lane.cancelDelay(timer.delay);
    m_timers.clear();
}

} // namespace greenroom
