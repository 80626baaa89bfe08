#pragma once

#include "ActorId.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace greenroom {

/// A group of kinds of events to look at.
enum class EventGroup {
    All,
    Failures,
    Lifecycle, ///< created, started, put to sleep, destroyed
    Alarms,
    Writes,   ///< of key-values and state
    Messages, ///< of the actors' own
};

/// The events that match a filter, in their order. A line on lost events matches always.
class EventFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// Only those of this actor, of all actors, or of none at all.
    void showActor(const std::optional<ActorId> &actor);
    void showAllActors();
    void setGroup(EventGroup group);

    /// Only those that hold every word of @p text in their actor, kind or detail.
    void setText(const QString &text);

    [[nodiscard]] bool isFiltering() const
    {
        return m_group != EventGroup::All || !m_words.isEmpty();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool m_ofAllActors = true;
    std::optional<ActorId> m_actor;
    EventGroup m_group = EventGroup::All;
    QStringList m_words;
};

} // namespace greenroom
