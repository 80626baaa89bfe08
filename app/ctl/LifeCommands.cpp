#include "ActorLookup.h"
#include "ActorReport.h"
#include "Command.h"
#include "EventLog.h"
#include "FolderAccess.h"
#include "Output.h"

namespace greenroom::ctl {

namespace {

/// How the actor went to sleep as the engine was closed.
Result<void> farewellOf(EngineSource &source, const ActorId &id)
{
    const ActorEvents events = source.events()->after(0).events;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->actor != id)
            continue;
        if (event->kind == ActorEvent::Kind::Slept)
            return event->error ? Result<void>(fail(*event->error)) : Result<void>();
        if (event->kind == ActorEvent::Kind::Destroyed)
            return {};
    }
    return fail(ErrorCode::TimedOut, QStringLiteral("it did not stop in time"));
}

int runWake(const QCommandLineParser &arguments)
{
    const auto source = openToStart(arguments);
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = findActor(**source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    const QString title = actorTitle(**source, *id);
    if (const Result<void> woken = (*source)->run(ActorCommand::Wake, *id); !woken)
        return failWith(woken.error());
    (*source)->stopRunning();
    if (const Result<void> slept = farewellOf(**source, *id); !slept) {
        return failWith(slept.error().of(
            title + QStringLiteral(" was started, but could not be put to sleep again")));
    }
    return reportActor(**source, *id, arguments,
                       QStringLiteral("Started %1, and put it to sleep again, as this command "
                                      "ends. \"greenroomctl run\" keeps actors awake.")
                           .arg(title));
}

int runSleep(const QCommandLineParser &arguments)
{
    const auto source = openToChange(arguments.positionalArguments().first());
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = findActor(**source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    const QString title = actorTitle(**source, *id);
    if (const Result<void> slept = (*source)->run(ActorCommand::Sleep, *id); !slept)
        return failWith(slept.error());
    return reportActor(**source, *id, arguments,
                       QStringLiteral("Marked %1 as asleep: the program that ran it had ended "
                                      "without doing so.")
                           .arg(title));
}

} // namespace

Command wakeCommand()
{
    return {{QStringLiteral("wake")},
            QStringLiteral("Start an actor once, to see that it starts."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            pluginOptions() + QList<QCommandLineOption>{jsonOption()},
            runWake,
            QStringLiteral("It runs in this process, so it is put to sleep again as the command "
                           "ends; to keep\nit awake: greenroomctl run DIR --wake ACTOR. No alarm "
                           "fires meanwhile.\n\n") +
                pluginRemarks()};
}

Command sleepCommand()
{
    return {
        {QStringLiteral("sleep")},
        QStringLiteral("Mark an actor as asleep whose program ended uncleanly."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
        {jsonOption()},
        runSleep,
        QStringLiteral("A program that runs the folder puts its actors to sleep itself: end it, "
                       "or use the window.")};
}

} // namespace greenroom::ctl
