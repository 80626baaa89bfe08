#include "ActorActions.h"

#include "CommandText.h"
#include "DestroyDialog.h"
#include "ExportActorDialog.h"
#include "FolderSession.h"
#include "Printable.h"
#include "SetAlarmDialog.h"
#include "SvgIcon.h"

namespace greenroom {

namespace {

constexpr ActorCommand Commands[] = {ActorCommand::Wake,        ActorCommand::Sleep,
                                     ActorCommand::FireAlarm,   ActorCommand::SetAlarm,
                                     ActorCommand::CancelAlarm, ActorCommand::Export,
                                     ActorCommand::Destroy};

// Of so many selected actors is it told what can be done; of more than that, something can.
constexpr qsizetype LookedAt = 1000;

} // namespace

ActorActions::ActorActions(FolderSession &session, ActorCommands &commands,
                           std::shared_ptr<const Clock> clock, QWidget &window)
    : QObject(&window),
      m_session(session),
      m_commands(commands),
      m_clock(std::move(clock)),
      m_window(window)
{
    for (const ActorCommand command : Commands) {
        const Tone tone = command == ActorCommand::Destroy ? Tone::Danger : Tone::Plain;
        auto *action =
            new QAction(svgIcon(commandIcon(command), tone), commandTitle(command), this);
        connect(action, &QAction::triggered, this, [this, command] { carryOut(command); });
        m_actions.emplace(command, action);
    }
    connect(&session, &FolderSession::refreshed, this, &ActorActions::update);
    connect(&session, &FolderSession::sourceChanged, this, &ActorActions::update);
    update();
}

QList<QAction *> ActorActions::all() const
{
    QList<QAction *> actions;
    for (const ActorCommand command : Commands) {
        if (command == ActorCommand::FireAlarm || command == ActorCommand::Export ||
            command == ActorCommand::Destroy) {
            auto *separator = new QAction(m_actions.at(command));
            separator->setSeparator(true);
            actions << separator;
        }
        actions << m_actions.at(command);
    }
    return actions;
}

void ActorActions::select(const QStringList &fileNames)
{
    if (m_selected == fileNames)
        return;
    m_selected = fileNames;
    update();
    Q_EMIT selectionChanged();
}

void ActorActions::update()
{
    QList<const ActorEntry *> actors;
    for (const QString &fileName : m_selected.first(std::min(LookedAt, m_selected.size()))) {
        if (const int row = m_session.actors().find(fileName); row >= 0)
            actors << &m_session.actors().row(row);
    }
    for (const ActorCommand command : Commands)
        updateAction(command, actors);
}

void ActorActions::updateAction(ActorCommand command, const QList<const ActorEntry *> &actors)
{
    const Capability capability = m_session.reader().source().capability(command);
    QString reason = capability.reason;
    bool isPossible = false;
    if (capability.available && command == ActorCommand::Export && m_selected.size() > 1) {
        reason = tr("more than one actor is selected");
    } else if (capability.available) {
        reason = actors.isEmpty() ? tr("no actor is selected") : QString();
        isPossible = m_selected.size() > LookedAt;
        for (const ActorEntry *actor : actors) {
            const QString why = obstacle(command, *actor);
            isPossible = isPossible || why.isEmpty();
            reason = why;
        }
    }
    QAction *action = m_actions.at(command);
    action->setEnabled(isPossible);
    const QString title = commandTitle(command).remove(u'&').remove(u'…');
    action->setToolTip(isPossible ? commandMeaning(command)
                                  : tr("%1 is not possible: %2").arg(title, reason));
}

QList<CommandTarget> ActorActions::targets(ActorCommand command) const
{
    QList<CommandTarget> targets;
    for (const QString &fileName : m_selected) {
        const int row = m_session.actors().find(fileName);
        const Result<ActorId> id = ActorId::fromText(fileName);
        if (row < 0 || !id || !obstacle(command, m_session.actors().row(row)).isEmpty())
            continue;
        const QString path = m_session.pathOf(fileName);
        targets << CommandTarget{*id, path.isEmpty() ? printable(fileName) : path};
    }
    return targets;
}

void ActorActions::carryOut(ActorCommand command)
{
    const QList<CommandTarget> whom = targets(command);
    if (whom.isEmpty())
        return;
    if (command == ActorCommand::Destroy)
        askToDestroy(whom);
    else if (command == ActorCommand::SetAlarm)
        askForAlarm(whom);
    else if (command == ActorCommand::Export)
        askToExport(whom.first());
    else
        m_commands.run(command, whom);
}

void ActorActions::askToDestroy(const QList<CommandTarget> &targets)
{
    QStringList names;
    qsizetype edits = 0;
    for (const CommandTarget &target : targets) {
        names << target.name;
        edits += m_session.drafts().of(target.id.text()).count();
    }
    auto *dialog = new DestroyDialog(names, &m_window);
    dialog->tellOfEdits(edits);
    connect(dialog, &QDialog::accepted, this,
            [this, targets] { m_commands.run(ActorCommand::Destroy, targets); });
    dialog->open();
}

void ActorActions::askToExport(const CommandTarget &target)
{
    auto *dialog = new ExportActorDialog(target.name, &m_window);
    connect(dialog, &ExportActorDialog::chosen, this,
            [this, target](const QString &file, BundleHead::Secrets secrets) {
                m_commands.exportActor(target, file, secrets);
            });
    dialog->open();
}

void ActorActions::askForAlarm(const QList<CommandTarget> &targets)
{
    const QString whose =
        targets.size() == 1 ? targets.first().name : tr("%1 actors").arg(targets.size());
    auto *dialog = new SetAlarmDialog(whose, m_clock, &m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, targets] { m_commands.setAlarm(targets, *dialog->time()); });
    dialog->open();
}

} // namespace greenroom
