#pragma once

#include "ActorEvent.h"

#include <deque>
#include <functional>
#include <mutex>

namespace greenroom {

/// The latest events of an engine, the oldest dropped first. Any thread.
class EventLog
{
public:
    static constexpr qsizetype DefaultCapacity = 20'000;

    explicit EventLog(qsizetype capacity = DefaultCapacity) : m_capacity(capacity) {}

    /// Numbers the events and adds them.
    void append(ActorEvents events);

    struct Reading
    {
        ActorEvents events;
        quint64 last = 0; ///< read on from here
        quint64 lost = 0; ///< events that were dropped before they could be read
    };

    /// What has happened since event number @p last, 0 for all that is kept.
    [[nodiscard]] Reading after(quint64 last) const;

    /// @p notify is called, on any thread and with no lock held, when there is something new, and
    /// not again before someone has read it. It must be quick. None: nobody is told any more;
    /// after this returns, no call of the old one is under way.
    void onNews(std::function<void()> notify);

private:
    const qsizetype m_capacity;

    mutable std::mutex m_mutex; // guards the next four
    std::deque<ActorEvent> m_events;
    quint64 m_last = 0;
    mutable bool m_told = false;

    std::recursive_mutex m_notifyMutex; // guards m_notify, held while it is called
    std::function<void()> m_notify;
};

} // namespace greenroom
