#include "EventLog.h"

namespace greenroom {

void EventLog::append(ActorEvents events)
{
    if (events.isEmpty())
        return;
    {
        const std::lock_guard lock(m_mutex);
        for (ActorEvent &event : events) {
            event.sequence = ++m_last;
            m_events.push_back(std::move(event));
        }
        while (qsizetype(m_events.size()) > m_capacity)
            m_events.pop_front();
        if (std::exchange(m_told, true))
            return;
    }
    const std::lock_guard lock(m_notifyMutex);
    if (m_notify)
        m_notify();
}

EventLog::Reading EventLog::after(quint64 last) const
{
    const std::lock_guard lock(m_mutex);
    m_told = false;
    Reading reading;
    reading.last = m_last;
    if (m_events.empty())
        return reading;
    const quint64 first = m_events.front().sequence;
    if (last + 1 < first)
        reading.lost = first - 1 - last;
    const quint64 skipped = last >= first ? last - first + 1 : 0;
    for (quint64 i = skipped; i < m_events.size(); ++i)
        reading.events.append(m_events[i]);
    return reading;
}

void EventLog::onNews(std::function<void()> notify)
{
    const std::lock_guard lock(m_notifyMutex);
    m_notify = std::move(notify);
}

} // namespace greenroom
