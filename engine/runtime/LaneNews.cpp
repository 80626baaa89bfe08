#include "LaneNews.h"

namespace greenroom {

void LaneNews::add(ActorEvent event)
{
    // What was written before it is told before it. Lines of the actor's own may be many.
    const auto counts = m_counts.constFind(event.actor);
    if (event.kind != ActorEvent::Kind::Message && counts != m_counts.constEnd()) {
        addCounts(event.actor, *counts, event.at);
        m_counts.erase(counts);
    }
    m_changed.insert(event.actor);
    m_events.append(std::move(event));
}

void LaneNews::wrote(const ActorId &id, qint64 entries, qint64 bytes)
{
    Counts &counts = m_counts[id];
    counts.entries += entries;
    counts.bytes += bytes;
}

void LaneNews::savedState(const ActorId &id, qint64 bytes)
{
    Counts &counts = m_counts[id];
    counts.states += 1;
    counts.stateBytes += bytes;
}

void LaneNews::addCounts(const ActorId &id, const Counts &counts, Timestamp now)
{
    m_counted.insert(id);
    const auto add = [&](ActorEvent::Kind kind, qint64 count, qint64 bytes) {
        if (count > 0)
            m_events.append({.at = now, .actor = id, .kind = kind, .count = count, .bytes = bytes});
    };
    add(ActorEvent::Kind::KvWritten, counts.entries, counts.bytes);
    add(ActorEvent::Kind::StateWritten, counts.states, counts.stateBytes);
}

QList<ActorId> LaneNews::tellCounts(Timestamp now)
{
    for (auto each = m_counts.constBegin(); each != m_counts.constEnd(); ++each)
        addCounts(each.key(), *each, now);
    m_counts.clear();
    return std::exchange(m_counted, {}).values();
}

void LaneNews::tell(EventLog &log, StatusBoard &board, const StatusOf &statusOf)
{
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
