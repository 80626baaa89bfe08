#pragma once

#include "EventFilter.h"
#include "EventPresentation.h"
#include "EventTableModel.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace greenroom {

class EmptyState;
class EventFeed;

/// A table of events with its filter. It follows the newest only while it is scrolled to its end;
/// else what is on the screen stays there.
class EventsView final : public QWidget
{
    Q_OBJECT

public:
    /// Whose events are shown.
    enum class Scope { OneActor, AllActors };

    EventsView(Scope scope, std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Follows @p feed, or nothing.
    void setFeed(EventFeed *feed);

    /// Turns to an actor, where only one is shown.
    void setActor(const std::optional<ActorId> &actor);

    [[nodiscard]] QLineEdit *searchField() const { return m_search; }

    /// Widths, order and hidden columns, for the settings.
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

Q_SIGNALS:
    /// The user wants to see whose event this is.
    void actorChosen(const QString &fileName);

private:
    QWidget *makeBar();
    void setUpTable();
    void showHeld();
    void rowsChanged();
    void keepPlace(int removedRows);

    const Scope m_scope;
    EventTableModel m_none; // keeps the columns while there is no feed
    EventFilter m_filter;
    EventPresentation m_presentation;
    QPointer<EventFeed> m_feed;

    QLineEdit *m_search;
    QComboBox *m_group;
    QLabel *m_held;
    QToolButton *m_pause;
    QToolButton *m_clear;
    QStackedLayout *m_pages;
    QTableView *m_table;
    EmptyState *m_empty;
    bool m_follows = true; // the newest, being scrolled to the end
};

} // namespace greenroom
