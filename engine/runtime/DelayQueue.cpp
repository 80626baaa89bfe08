#include "DelayQueue.h"

namespace greenroom {

DelayQueue::Id DelayQueue::add(Time at, std::function<void()> task)
{
    const Id id = ++m_last;
    m_tasks.emplace(std::pair(at, id), std::move(task));
    m_times.insert(id, at);
    return id;
}

void DelayQueue::cancel(Id id)
{
    const auto found = m_times.constFind(id);
    if (found == m_times.constEnd())
        return;
    m_tasks.erase({*found, id});
    m_times.erase(found);
}

std::optional<DelayQueue::Time> DelayQueue::next() const
{
    if (m_tasks.empty())
        return std::nullopt;
    return m_tasks.begin()->first.first;
}

std::function<void()> DelayQueue::takeDue(Time now)
{
    if (m_tasks.empty() || m_tasks.begin()->first.first > now)
        return {};
    const auto first = m_tasks.begin();
    std::function<void()> task = std::move(first->second);
    m_times.remove(first->first.second);
    m_tasks.erase(first);
    return task;
}

} // namespace greenroom
