#include "LaneNews.h"

namespace greenroom {

void LaneNews::add(ActorEvent event)
{
    m_changed.insert(event.actor);
    m_events.append(std::move(event));
}

void LaneNews::wrote(const ActorId &id, qint64 entries, qint64 bytes)
{
    m_changed.insert(id);
    Writes &writes = m_writes[id];
    writes.entries += entries;
    writes.bytes += bytes;
}

void LaneNews::tell(Timestamp now, EventLog &log, StatusBoard &board, const StatusOf &statusOf)
{
    for (auto each = m_writes.constBegin(); each != m_writes.constEnd(); ++each) {
        m_events.append({.at = now,
                         .actor = each.key(),
                         .kind = ActorEvent::Kind::KvWritten,
                         .count = each->entries,
                         .bytes = each->bytes});
    }
    QHash<ActorId, std::optional<LiveStatus>> changes;
    changes.reserve(m_changed.size());
    for (const ActorId &id : std::as_const(m_changed))
        changes.insert(id, statusOf(id));
    m_writes.clear();
    m_changed.clear();
    // The board first: who is told of an event finds its outcome there.
    board.update(changes);
    log.append(std::exchange(m_events, {}));
}

} // namespace greenroom
