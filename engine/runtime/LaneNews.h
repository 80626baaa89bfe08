#pragma once

#include "EventLog.h"
#include "StatusBoard.h"

#include <QSet>

namespace greenroom {

/// What has happened on a lane since it was last told. Writes are counted, not listed. Used by one
/// thread at a time.
class LaneNews
{
public:
    using StatusOf = std::function<std::optional<LiveStatus>(const ActorId &)>;

    void add(ActorEvent event);
    void wrote(const ActorId &id, qint64 entries, qint64 bytes);
    void changed(const ActorId &id) { m_changed.insert(id); }

    [[nodiscard]] bool isEmpty() const
    {
        return m_events.isEmpty() && m_writes.isEmpty() && m_changed.isEmpty();
    }

    /// Hands everything over. @p statusOf is asked for each actor that changed.
    void tell(Timestamp now, EventLog &log, StatusBoard &board, const StatusOf &statusOf);

private:
    struct Writes
    {
        qint64 entries = 0;
        qint64 bytes = 0;
    };

    ActorEvents m_events;
    QHash<ActorId, Writes> m_writes;
    QSet<ActorId> m_changed;
};

} // namespace greenroom
