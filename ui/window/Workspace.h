#pragma once

#include "ActorCommands.h"
#include "Clock.h"
#include "DetailsTab.h"
#include "FolderSession.h"
#include "RunSwitch.h"

#include <QSplitter>

class QSettings;

namespace greenroom {

class ActorActions;
class ActorDetailsPanel;
class ActorsPage;

/// One open folder: its actors beside the details of the selected one, and what can be done to
/// them.
class Workspace final : public QSplitter
{
    Q_OBJECT

public:
    Workspace(std::shared_ptr<ActorSource> source, const SourceOpeners &openers,
              std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] FolderSession &session() { return m_session; }
    [[nodiscard]] ActorCommands &commands() { return m_commands; }
    [[nodiscard]] RunSwitch &runSwitch() { return m_run; }

    /// What can be done to the actors selected in the table, and to those of the selected alarms.
    [[nodiscard]] ActorActions &actions() { return *m_actions; }
    [[nodiscard]] ActorActions &alarmActions() { return *m_alarmActions; }

    /// Asks for a new actor and makes it the current one.
    void createActor();

    /// Asks for a bundle and makes its actor the current one.
    void importActor();
    void importFrom(const QString &bundleFile);

    void chooseActor(const QString &fileName);

    /// Moves shown ages and countdowns on.
    void tick();

    /// Puts the cursor where the current view is searched, or the actors are filtered.
    void find();
    void filter();

    void showTab(DetailsTab tab);

    /// Makes an actor the current one and shows where a search has found something in it.
    void showHit(const QString &fileName, const QByteArray &kvKey, const QString &path);

    void saveLayout(QSettings &settings) const;
    void restoreLayout(const QSettings &settings);
    void resetLayout();

private:
    void await(const QString &fileName);
    void chooseAwaited();

    FolderSession m_session;
    ActorCommands m_commands;
    RunSwitch m_run;
    ActorActions *m_actions;
    ActorActions *m_alarmActions;
    ActorsPage *m_actors;
    ActorDetailsPanel *m_details;
    QByteArray m_defaultColumns;
    QString m_awaited; // a new actor that is to become the current one once it is listed
};

} // namespace greenroom
