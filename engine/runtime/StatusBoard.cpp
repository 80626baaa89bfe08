#include "StatusBoard.h"

namespace greenroom {

void StatusBoard::update(const QHash<ActorId, std::optional<LiveStatus>> &changes)
{
    const std::lock_guard lock(m_mutex);
    for (auto change = changes.constBegin(); change != changes.constEnd(); ++change) {
        if (*change)
            m_statuses.insert(change.key(), **change);
        else
            m_statuses.remove(change.key());
    }
}

StatusBoard::Statuses StatusBoard::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_statuses;
}

std::optional<LiveStatus> StatusBoard::of(const ActorId &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_statuses.constFind(id);
    return found == m_statuses.constEnd() ? std::nullopt : std::optional(*found);
}

} // namespace greenroom
