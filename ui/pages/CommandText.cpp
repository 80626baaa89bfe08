#include "CommandText.h"

#include "ActorStatus.h"
#include "Counted.h"

#include <QCoreApplication>

namespace greenroom {

namespace {

struct Words
{
    ActorCommand command;
    const char *title;
    const char *icon;
    const char *meaning;
    const char *underWay;
    const char *done;
    const char *failed;
};

constexpr Words AllWords[] = {
    {ActorCommand::Wake, "&Wake", "wake", "Start the actor", "Waking %1", "Woke %1", "Not woken"},
    {ActorCommand::Sleep, "&Sleep", "sleep", "Put the actor to sleep; its alarm can wake it",
     "Putting %1 to sleep", "Put %1 to sleep", "Not put to sleep"},
    {ActorCommand::Destroy, "&Destroy…", "destroy",
     "Remove the actor with its key-values and its alarm", "Destroying %1", "Destroyed %1",
     "Not destroyed"},
    {ActorCommand::FireAlarm, "&Fire alarm now", "fire", "Run the alarm now instead of at its time",
     "Firing the alarm of %1", "Fired the alarm of %1", "Alarm not fired"},
    {ActorCommand::CancelAlarm, "&Cancel alarm", "alarm-cancel", "Forget the pending alarm",
     "Cancelling the alarm of %1", "Cancelled the alarm of %1", "Alarm not cancelled"},
    {ActorCommand::SetAlarm, "Se&t alarm…", "alarm-set",
     "Set the time of the alarm, earlier or later than the pending one", "Setting the alarm of %1",
     "Set the alarm of %1", "Alarm not set"},
    {ActorCommand::Create, "Create &actor…", "add", "Make a new actor and start it", "Creating %1",
     "Created %1", "Not created"},
    {ActorCommand::Export, "E&xport…", "export", "Write the actor into a file, to keep or hand on",
     "Exporting %1", "Exported %1", "Not exported"},
    {ActorCommand::Import, "&Import actor…", "import",
     "Make an actor of a file that one was exported to", "Importing %1", "Imported %1",
     "Not imported"},
    {ActorCommand::EditKv, "&Apply", "done", "Store what was edited", "Storing the edits of %1",
     "Stored the edits of %1", "Edits not stored"},
};

const Words &wordsOf(ActorCommand command)
{
    for (const Words &words : AllWords) {
        if (words.command == command)
            return words;
    }
    Q_UNREACHABLE();
}

QString translated(const char *text)
{
    return QCoreApplication::translate("ActorCommand", text);
}

QString whom(const QList<CommandTarget> &targets)
{
    return targets.size() == 1 ? targets.first().name
                               : counted(targets.size(), translated("actor"), translated("actors"));
}

} // namespace

QString commandTitle(ActorCommand command)
{
    return translated(wordsOf(command).title);
}

QString commandIcon(ActorCommand command)
{
    return QString::fromLatin1(wordsOf(command).icon);
}

QString commandMeaning(ActorCommand command)
{
    return translated(wordsOf(command).meaning);
}

QString progressText(ActorCommand command, const QList<CommandTarget> &targets, int done)
{
    QString text = translated(wordsOf(command).underWay).arg(whom(targets));
    if (targets.size() > 1)
        text += translated(": %1 done").arg(QLocale().toString(done));
    return text + u'…';
}

QString doneText(ActorCommand command, const QList<CommandTarget> &targets)
{
    return translated(wordsOf(command).done).arg(whom(targets));
}

QString failedText(ActorCommand command)
{
    return translated(wordsOf(command).failed);
}

QString obstacle(ActorCommand command, const ActorEntry &actor)
{
    const ActorStatus status = statusOf(actor);
    const bool isEnding = status == ActorStatus::Destroying || status == ActorStatus::Destroyed;
    const bool hasAlarm =
        actor.alarmAt || (actor.live && actor.live->alarm != LiveStatus::Alarm::None);
    if (isEnding)
        return translated("it is being destroyed");
    switch (command) {
    case ActorCommand::Wake:
        if (status == ActorStatus::Damaged)
            return translated("its record cannot be read");
        return status == ActorStatus::Running || status == ActorStatus::Starting
                   ? translated("it runs already")
                   : QString();
    case ActorCommand::Sleep:
        // After an unclean stop the record is put right.
        return status == ActorStatus::Running || status == ActorStatus::Starting ||
                       status == ActorStatus::UncleanStop
                   ? QString()
                   : translated("it does not run");
    case ActorCommand::FireAlarm:
    case ActorCommand::CancelAlarm:
        return hasAlarm ? QString() : translated("it has no alarm");
    case ActorCommand::EditKv:
        if (status == ActorStatus::Damaged)
            return translated("its record cannot be read");
        return actor.holder && !actor.live ? translated("%1 runs it").arg(actor.holder->text())
                                           : QString();
    case ActorCommand::SetAlarm:
    case ActorCommand::Export:
        return status == ActorStatus::Damaged ? translated("its record cannot be read") : QString();
    default:
        return {};
    }
}

} // namespace greenroom
