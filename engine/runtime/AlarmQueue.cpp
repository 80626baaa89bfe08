#include "AlarmQueue.h"

namespace greenroom {

void AlarmQueue::set(const ActorId &id, Timestamp at)
{
    remove(id);
    m_ordered.insert({at, id});
    m_times.insert(id, at);
}

void AlarmQueue::remove(const ActorId &id)
{
    const auto found = m_times.constFind(id);
    if (found == m_times.constEnd())
        return;
    m_ordered.erase({*found, id});
    m_times.erase(found);
}

std::optional<Timestamp> AlarmQueue::next() const
{
    if (m_ordered.empty())
        return std::nullopt;
    return m_ordered.begin()->at;
}

std::optional<ActorId> AlarmQueue::takeDue(Timestamp now)
{
    if (m_ordered.empty() || m_ordered.begin()->at > now)
        return std::nullopt;
    const ActorId id = m_ordered.begin()->id;
    m_ordered.erase(m_ordered.begin());
    m_times.remove(id);
    return id;
}

} // namespace greenroom
