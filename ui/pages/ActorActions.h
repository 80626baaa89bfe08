#pragma once

#include "ActorCommands.h"
#include "Clock.h"

#include <QAction>

#include <map>

namespace greenroom {

class FolderSession;

/// The commands for the actors that are selected somewhere, as actions for bars and menus. An
/// action that can do nothing is disabled, and its tooltip says why; one that is dangerous or needs
/// to know more asks first.
class ActorActions final : public QObject
{
    Q_OBJECT

public:
    /// Questions are asked above @p window, whose child this becomes.
    ActorActions(FolderSession &session, ActorCommands &commands,
                 std::shared_ptr<const Clock> clock, QWidget &window);

    [[nodiscard]] QAction *action(ActorCommand command) const { return m_actions.at(command); }

    /// All of them in the order of a menu, with what destroys set apart.
    [[nodiscard]] QList<QAction *> all() const;

    /// The actors that the actions are for, by file name.
    void select(const QStringList &fileNames);
    [[nodiscard]] const QStringList &selected() const { return m_selected; }

Q_SIGNALS:
    void selectionChanged();

private:
    void update();
    void updateAction(ActorCommand command, const QList<const ActorEntry *> &actors);
    void carryOut(ActorCommand command);
    void askToDestroy(const QList<CommandTarget> &targets);
    void askToExport(const CommandTarget &target);
    void askForAlarm(const QList<CommandTarget> &targets);

    /// Those of the selected actors that the command does something for.
    [[nodiscard]] QList<CommandTarget> targets(ActorCommand command) const;

    FolderSession &m_session;
    ActorCommands &m_commands;
    const std::shared_ptr<const Clock> m_clock;
    QWidget &m_window;
    std::map<ActorCommand, QAction *> m_actions;
    QStringList m_selected;
};

} // namespace greenroom
