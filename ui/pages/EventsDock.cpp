#include "EventsDock.h"

#include "EventsView.h"

namespace greenroom {

EventsDock::EventsDock(std::shared_ptr<const Clock> clock, QWidget *parent)
    : QDockWidget(tr("All events"), parent),
      m_view(new EventsView(EventsView::Scope::AllActors, std::move(clock)))
{
    setObjectName(QStringLiteral("events-dock")); // under which its place is remembered
    setWidget(m_view);
    connect(m_view, &EventsView::actorChosen, this, &EventsDock::actorChosen);
}

void EventsDock::setFeed(EventFeed *feed)
{
    m_view->setFeed(feed);
}

QByteArray EventsDock::saveColumns() const
{
    return m_view->saveColumns();
}

void EventsDock::restoreColumns(const QByteArray &state)
{
    m_view->restoreColumns(state);
}

} // namespace greenroom
