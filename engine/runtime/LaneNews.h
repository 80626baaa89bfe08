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
    void savedState(const ActorId &id, qint64 bytes);
    void changed(const ActorId &id) { m_changed.insert(id); }

    [[nodiscard]] bool isEmpty() const { return m_events.isEmpty() && m_changed.isEmpty(); }

    /// Hands everything over. @p statusOf is asked for each actor that changed.
    void tell(Timestamp now, EventLog &log, StatusBoard &board, const StatusOf &statusOf);

private:
    struct Writes
    {
        qint64 count = 0;
        qint64 bytes = 0;
    };
    using WritesByActor = QHash<ActorId, Writes>;

    void count(WritesByActor &writes, const ActorId &id, qint64 count, qint64 bytes);
    void takeOver(WritesByActor &writes, ActorEvent::Kind kind, Timestamp now);

    ActorEvents m_events;
    WritesByActor m_writes;
    WritesByActor m_savedStates;
    QSet<ActorId> m_changed;
};

} // namespace greenroom
