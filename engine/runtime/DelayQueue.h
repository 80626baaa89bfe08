#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include <QHash>

namespace greenroom {

/// Tasks to be done at a reading of Clock::uptime(), soonest first. Not thread-safe.
class DelayQueue
{
public:
    using Time = std::chrono::microseconds;
    using Id = quint64; ///< never 0

    Id add(Time at, std::function<void()> task);

    /// A task that has run or was cancelled already is fine.
    void cancel(Id id);

    [[nodiscard]] std::optional<Time> next() const;

    /// Takes out the soonest task if it is not later than @p now; none otherwise.
    [[nodiscard]] std::function<void()> takeDue(Time now);

private:
    std::map<std::pair<Time, Id>, std::function<void()>> m_tasks;
    QHash<Id, Time> m_times;
    Id m_last = 0;
};

} // namespace greenroom
