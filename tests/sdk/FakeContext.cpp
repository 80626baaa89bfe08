#include "FakeContext.h"

#include <algorithm>

using namespace greenroom;
using namespace std::chrono_literals;

FakeContext::FakeContext(QString name, QStringList key, std::optional<QByteArray> input)
    : m_name(std::move(name)),
      m_key(std::move(key)),
      m_id(ActorId::of(m_name, m_key)),
      m_input(std::move(input))
{}

Result<void> FakeContext::saveState(const QByteArray &cbor)
{
    savedState = cbor;
    ++saves;
    return {};
}

Result<AlarmOutcome> FakeContext::setAlarm(Timestamp at)
{
    if (stopping)
        return AlarmOutcome::Skipped;
    std::optional<Timestamp> &pending = firing ? held : alarm;
    if (pending && *pending <= at)
        return AlarmOutcome::Unchanged;
    pending = at;
    return firing ? AlarmOutcome::Held : AlarmOutcome::Armed;
}

Result<void> FakeContext::cancelAlarm()
{
    (firing ? held : alarm).reset();
    return {};
}

int FakeContext::after(std::chrono::milliseconds delay, std::function<void()> task)
{
    return add(delay, std::nullopt, std::move(task));
}

int FakeContext::every(std::chrono::milliseconds period, std::function<void()> task)
{
    return add(std::max(1ms, period), std::max(1ms, period), std::move(task));
}

void FakeContext::stopTimer(int timer)
{
    m_timers.erase(timer);
}

void FakeContext::post(std::function<void()> task)
{
    add(0ms, std::nullopt, std::move(task));
}

int FakeContext::add(std::chrono::milliseconds delay,
                     std::optional<std::chrono::milliseconds> period, std::function<void()> task)
{
    m_timers.emplace(++m_lastTimer, Timer{time + delay, period, std::move(task)});
    return m_lastTimer;
}

std::map<int, FakeContext::Timer>::const_iterator FakeContext::next() const
{
    return std::min_element(m_timers.begin(), m_timers.end(), [](const auto &a, const auto &b) {
        return a.second.due < b.second.due;
    });
}

std::optional<Timestamp> FakeContext::nextTimer() const
{
    const auto timer = next();
    return timer == m_timers.end() ? std::nullopt : std::optional(timer->second.due);
}

void FakeContext::runNextTimer()
{
    const auto found = next();
    const int number = found->first;
    const Timer timer = found->second;
    time = std::max(time, timer.due);
    // Before its task runs, which may stop it.
    if (timer.period)
        m_timers.at(number).due = timer.due + *timer.period;
    else
        m_timers.erase(number);
    timer.task();
}
