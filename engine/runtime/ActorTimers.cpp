#include "ActorTimers.h"

#include "Lane.h"

namespace greenroom {

using namespace std::chrono;

namespace {

// No program runs so long; a longer time would be beyond what microseconds hold.
constexpr milliseconds Never = years(1000);

} // namespace

int ActorTimers::after(milliseconds delay, std::function<void()> task)
{
    return add(
        {.due = m_lane.clock().uptime() + std::clamp(delay, 0ms, Never), .task = std::move(task)});
}

int ActorTimers::every(milliseconds period, std::function<void()> task)
{
    const microseconds length = std::clamp(period, 1ms, Never);
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
        const DelayQueue::Time now = m_lane.clock().uptime();
        found->due += found->period;
        if (found->due <= now)
            found->due = now + found->period;
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
