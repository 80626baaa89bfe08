#include "EventFilter.h"

#include "EventTableModel.h"

#include <algorithm>

namespace greenroom {

namespace {

using Kind = ActorEvent::Kind;

bool isIn(EventGroup group, Kind kind)
{
    switch (group) {
    case EventGroup::All:
        return true;
    case EventGroup::Failures:
        return isFailure(kind);
    case EventGroup::Lifecycle:
        return kind == Kind::Created || kind == Kind::Started || kind == Kind::StartFailed ||
               kind == Kind::Slept || kind == Kind::Destroyed;
    case EventGroup::Alarms:
        return kind == Kind::AlarmSet || kind == Kind::AlarmCancelled || kind == Kind::AlarmFired ||
               kind == Kind::AlarmFailed || kind == Kind::AlarmGaveUp;
    case EventGroup::Writes:
        return kind == Kind::KvWritten || kind == Kind::StateWritten;
    case EventGroup::Messages:
        return kind == Kind::Message;
    }
    Q_UNREACHABLE();
}

} // namespace

// All of these look at every row anew at once: row by row, thousands would come and go singly.

void EventFilter::showActor(const std::optional<ActorId> &actor)
{
    m_ofAllActors = false;
    m_actor = actor;
    invalidate();
}

void EventFilter::showAllActors()
{
    m_ofAllActors = true;
    invalidate();
}

void EventFilter::setGroup(EventGroup group)
{
    m_group = group;
    invalidate();
}

void EventFilter::setText(const QString &text)
{
    m_words = text.toLower().split(u' ', Qt::SkipEmptyParts);
    invalidate();
}

bool EventFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const auto *events = qobject_cast<const EventTableModel *>(sourceModel());
    if (!events)
        return false;
    if (events->lost(row) > 0)
        return true;
    const ActorEvent &event = events->event(row);
    if (!m_ofAllActors && (!m_actor || event.actor != *m_actor))
        return false;
    if (!isIn(m_group, event.kind))
        return false;
    if (m_words.isEmpty())
        return true;
    const QString all = events->searchText(row);
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString &word) { return all.contains(word); });
}

} // namespace greenroom
