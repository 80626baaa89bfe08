#pragma once

#include "EventLog.h"

#include <condition_variable>

namespace greenroom::ctl {

/// Waits for an event, from its making on. The log tells nobody else meanwhile.
class EventWait
{
public:
    explicit EventWait(EventLog &log);
    ~EventWait();
    Q_DISABLE_COPY_MOVE(EventWait)

    using Wanted = bool (*)(ActorEvent::Kind kind);

    /// The next event of that actor and kind; none when it does not come within @p limit. Blocks.
    [[nodiscard]] std::optional<ActorEvent> next(const ActorId &actor, Wanted wanted,
                                                 std::chrono::milliseconds limit);

private:
    EventLog &m_log;
    quint64 m_last = 0;
    ActorEvents m_unread;

    std::mutex m_mutex; // guards m_hasNews
    std::condition_variable m_changed;
    bool m_hasNews = false;
};

} // namespace greenroom::ctl
