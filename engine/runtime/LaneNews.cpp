#include "LaneNews.h"

namespace greenroom {

void LaneNews::add(ActorEvent event)
{
    m_changed.insert(event.actor);
    m_events.append(std::move(event));
}

void LaneNews::wrote(const ActorId &id, qint64 entries, qint64 bytes)
{
    count(m_writes, id, entries, bytes);
}

void LaneNews::savedState(const ActorId &id, qint64 bytes)
{
    count(m_savedStates, id, 1, bytes);
}

void LaneNews::count(WritesByActor &writes, const ActorId &id, qint64 count, qint64 bytes)
{
    m_changed.insert(id);
    Writes &sum = writes[id];
    sum.count += count;
    sum.bytes += bytes;
}

void LaneNews::takeOver(WritesByActor &writes, ActorEvent::Kind kind, Timestamp now)
{
    for (auto each = writes.constBegin(); each != writes.constEnd(); ++each) {
        m_events.append({.at = now,
                         .actor = each.key(),
                         .kind = kind,
                         .count = each->count,
                         .bytes = each->bytes});
    }
    writes.clear();
}

void LaneNews::tell(Timestamp now, EventLog &log, StatusBoard &board, const StatusOf &statusOf)
{
    takeOver(m_writes, ActorEvent::Kind::KvWritten, now);
    takeOver(m_savedStates, ActorEvent::Kind::StateWritten, now);
    QHash<ActorId, std::optional<LiveStatus>> changes;
    changes.reserve(m_changed.size());
    for (const ActorId &id : std::as_const(m_changed))
        changes.insert(id, statusOf(id));
    m_changed.clear();
    // The board first: who is told of an event finds its outcome there.
    board.update(changes);
    log.append(std::exchange(m_events, {}));
}

} // namespace greenroom
