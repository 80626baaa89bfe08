#pragma once

#include "ActorParts.h"
#include "Clock.h"
#include "DetailsTab.h"
#include "EntryTable.h"
#include "SourceReader.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace greenroom {

class ActorActions;
class AlarmTab;
class DatabaseTab;
class EmptyState;
class EditBar;
class EventsView;
class FolderSession;
class KvEditing;
class KvTab;
class OverviewTab;
class PartTab;
class StateTab;

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

    void showTab(DetailsTab tab);

    /// Turns to what a search has found in the shown actor: a place in its state, or a stored key.
    void showHit(const QByteArray &kvKey, const QString &path);

    [[nodiscard]] StateTab *stateTab() const { return m_state; }
    [[nodiscard]] KvTab *kvTab() const { return m_kv; }
    [[nodiscard]] EventsView *eventsTab() const { return m_events; }
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }

private:
    [[nodiscard]] static DetailsTab tabOf(ActorPart part);
    void addTab(DetailsTab tab, QWidget *page);
    void makeCurrentPage();
    void showParts(const ActorParts &parts);
    void refreshParts();
    void refreshKeyValues();
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
    ActorParts m_present;
    std::optional<QByteArray> m_partsStamp; // when they were looked for
    Question m_partsQuestion;

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
    StateTab *m_state;
    KvTab *m_kv;
    std::vector<PartTab *> m_parts; // those that were looked at
    AlarmTab *m_alarm;
    EventsView *m_events;
    DatabaseTab *m_database = nullptr; // once it was looked at
};

} // namespace greenroom
