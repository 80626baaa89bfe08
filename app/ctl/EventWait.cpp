#include "EventWait.h"

namespace greenroom::ctl {

EventWait::EventWait(EventLog &log) : m_log(log), m_last(log.after(0).last)
{
    m_log.onNews([this] {
        const std::lock_guard lock(m_mutex);
        m_hasNews = true;
        m_changed.notify_all();
    });
}

EventWait::~EventWait()
{
    m_log.onNews({});
}

std::optional<ActorEvent> EventWait::next(const ActorId &actor, Wanted wanted,
                                          std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (;;) {
        EventLog::Reading reading = m_log.after(m_last);
        m_last = reading.last;
        m_unread += std::move(reading.events);
        while (!m_unread.isEmpty()) {
            const ActorEvent event = m_unread.takeFirst();
            if (event.actor == actor && wanted(event.kind))
                return event;
        }
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_until(lock, deadline, [this] { return m_hasNews; }))
            return std::nullopt;
        m_hasNews = false;
    }
}

} // namespace greenroom::ctl
