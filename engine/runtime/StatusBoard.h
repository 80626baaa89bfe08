#pragma once

#include "ActorId.h"
#include "LiveStatus.h"

#include <QHash>

#include <mutex>

namespace greenroom {

/// What the lanes have told of their actors last. An actor that is not on it sleeps, or does not
/// exist. Any thread.
class StatusBoard
{
public:
    using Statuses = QHash<ActorId, LiveStatus>;

    /// Takes over what has changed; none: it left the board.
    void update(const QHash<ActorId, std::optional<LiveStatus>> &changes);

    [[nodiscard]] Statuses all() const;
    [[nodiscard]] std::optional<LiveStatus> of(const ActorId &id) const;

private:
    mutable std::mutex m_mutex; // guards m_statuses
    Statuses m_statuses;
};

} // namespace greenroom
