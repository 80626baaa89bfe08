#pragma once

#include "EventLog.h"
#include "StatusBoard.h"

#include <QSet>

namespace greenroom {

/// What has happened on a lane since it was last told. Writes are counted, and become an event of
/// their own now and then, or before the next event of their actor. Used by one thread at a time.
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
    void tell(EventLog &log, StatusBoard &board, const StatusOf &statusOf);

    /// Makes events of what was counted, and gives all whose counts became events since the last
    /// time.
    QList<ActorId> tellCounts(Timestamp now);

private:
    struct Counts
    {
        qint64 entries = 0, bytes = 0;
        qint64 states = 0, stateBytes = 0;
    };

    void addCounts(const ActorId &id, const Counts &counts, Timestamp now);

    ActorEvents m_events;
    QHash<ActorId, Counts> m_counts;
    QSet<ActorId> m_counted; // whose counts became events
    QSet<ActorId> m_changed;
};

} // namespace greenroom
