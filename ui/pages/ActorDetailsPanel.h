#pragma once

#include "ActorSource.h"
#include "Clock.h"
#include "SourceReader.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace greenroom {

class ActorActions;
class AlarmTab;
class EmptyState;
class EditBar;
class EventsView;
class FolderSession;
class KvEditing;
class KvTab;
class OverviewTab;

/// Everything about the selected actor, as tabs under its name.
class ActorDetailsPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p actions are those for the selected actors.
    ActorDetailsPanel(FolderSession &session, ActorActions &actions,
                      std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Turns to the actor with this state file; empty: to none.
    void show(const QString &fileName);

    /// Reads the actor again; what is selected or scrolled stays.
    void refresh();

    void tick();

    [[nodiscard]] KvTab *kvTab() const { return m_kv; }
    [[nodiscard]] EventsView *eventsTab() const { return m_events; }
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }

private:
    QWidget *makeHeader(ActorActions &actions);
    void showNone();
    void present(const ActorDetails &details);

    /// Shows what the list already has, until the rest is read.
    void presentListed();
    void presentFailure(const Error &error);
    void showHeader(const ActorEntry &actor);
    void keyValuesWritten(const QSet<QString> &fileNames);

    FolderSession &m_session;
    const std::shared_ptr<const Clock> m_clock;
    QString m_fileName;
    std::optional<ActorId> m_id;
    Question m_question;
    QTimer m_kvPause;       // between two readings of the key-values that events cause
    bool m_kvIsOld = false; // written during that pause

    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_subtitle;
    QToolButton *m_copyId;
    QTabWidget *m_tabs;
    KvEditing *m_editing;
    EditBar *m_editBar;
    OverviewTab *m_overview;
    KvTab *m_kv;
    AlarmTab *m_alarm;
    EventsView *m_events;
};

} // namespace greenroom
