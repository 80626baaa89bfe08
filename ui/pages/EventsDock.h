#pragma once

#include "Clock.h"

#include <QDockWidget>

#include <memory>

namespace greenroom {

class EventFeed;
class EventsView;

/// What happens to all actors of the folder, as it happens.
class EventsDock final : public QDockWidget
{
    Q_OBJECT

public:
    explicit EventsDock(std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Follows @p feed, or nothing.
    void setFeed(EventFeed *feed);

    /// Widths, order and hidden columns, for the settings.
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

Q_SIGNALS:
    /// The user wants to see whose event this is.
    void actorChosen(const QString &fileName);

private:
    EventsView *m_view;
};

} // namespace greenroom
