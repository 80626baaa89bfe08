#include "ActorLookup.h"
#include "ActorReport.h"
#include "Clock.h"
#include "Command.h"
#include "EventWait.h"
#include "FolderAccess.h"
#include "Moment.h"
#include "Output.h"
#include "TimeText.h"

namespace greenroom::ctl {

namespace {

// Beyond the limits of the engine for a start and for the alarm itself.
constexpr std::chrono::minutes LongestAnswer{2};

/// The actor that the command line names, in a folder that is open to be changed.
struct Target
{
    std::unique_ptr<EngineSource> source;
    ActorId id;
    QString title;
};

Result<Target> targetIn(Result<std::unique_ptr<EngineSource>> source,
                        const QCommandLineParser &arguments)
{
    if (!source)
        return fail(source.error());
    const Result<ActorId> id = findActor(**source, arguments.positionalArguments().at(1));
    if (!id)
        return fail(id.error());
    const QString title = actorTitle(**source, *id);
    return Target{std::move(*source), *id, title};
}

int runSet(const QCommandLineParser &arguments)
{
    const Timestamp now = SystemClock().now();
    const Result<Timestamp> at = momentOf(arguments.positionalArguments().at(2), now);
    if (!at)
        return misuse(at.error().message);
    const auto target = targetIn(openToChange(arguments.positionalArguments().first()), arguments);
    if (!target)
        return failWith(target.error());
    if (const Result<void> set = target->source->setAlarm(target->id, *at); !set)
        return failWith(set.error());
    return reportActor(*target->source, target->id, arguments,
                       QStringLiteral("Set the alarm of %1 to %2 (%3).")
                           .arg(target->title, exactTime(*at), countdown(*at, now)));
}

int runCancel(const QCommandLineParser &arguments)
{
    const auto target = targetIn(openToChange(arguments.positionalArguments().first()), arguments);
    if (!target)
        return failWith(target.error());
    const auto alarmOf = [&] { return target->source->actor(target->id); };
    const Result<ActorDetails> before = alarmOf();
    if (!before)
        return failWith(before.error());
    if (const auto done = target->source->run(ActorCommand::CancelAlarm, target->id); !done)
        return failWith(done.error());
    if (const Result<ActorDetails> after = alarmOf(); after && after->alarmBytes) {
        return failWith({ErrorCode::NotSupported,
                         target->title + QStringLiteral(": its alarm file is damaged and was left "
                                                        "alone; \"alarm set\" writes it anew")});
    }
    const QString sentence = before->alarmBytes ? QStringLiteral("Cancelled the alarm of %1.")
                                                : QStringLiteral("%1 had no alarm.");
    return reportActor(*target->source, target->id, arguments, sentence.arg(target->title));
}

bool isAnswer(ActorEvent::Kind kind)
{
    return kind == ActorEvent::Kind::AlarmFired || kind == ActorEvent::Kind::AlarmFailed ||
           kind == ActorEvent::Kind::AlarmGaveUp;
}

/// Fires the alarm and waits for what comes of it.
Result<void> fire(const Target &target)
{
    EventWait wait(*target.source->events());
    if (const auto fired = target.source->run(ActorCommand::FireAlarm, target.id); !fired)
        return fired;
    const std::optional<ActorEvent> answer = wait.next(target.id, isAnswer, LongestAnswer);
    if (!answer)
        return fail(ErrorCode::TimedOut, QStringLiteral("the alarm was not answered in time"));
    if (answer->kind == ActorEvent::Kind::AlarmFired)
        return {};
    return fail(answer->error.value_or(
        Error{ErrorCode::ActorFailed, QStringLiteral("it failed without a reason")}));
}

int runFire(const QCommandLineParser &arguments)
{
    const auto target = targetIn(openToStart(arguments), arguments);
    if (!target)
        return failWith(target.error());
    const Result<void> fired = fire(*target);
    target->source->stopRunning();
    if (!fired) {
        return failWith(fired.error().of(
            target->title +
            QStringLiteral(": the alarm is still pending, as it was not answered")));
    }
    return reportActor(*target->source, target->id, arguments,
                       QStringLiteral("Fired the alarm of %1, which answered it. What runs is put "
                                      "to sleep, as this command ends.")
                           .arg(target->title));
}

} // namespace

Command alarmSetCommand()
{
    return {{QStringLiteral("alarm"), QStringLiteral("set")},
            QStringLiteral("Set an actor's alarm, earlier or later than the pending one."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("WHEN")},
            {jsonOption()},
            runSet,
            momentForms() + QStringLiteral(".\nIt fires when a program runs the folder then, or "
                                           "next.")};
}

Command alarmCancelCommand()
{
    return {{QStringLiteral("alarm"), QStringLiteral("cancel")},
            QStringLiteral("Forget an actor's pending alarm."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            {jsonOption()},
            runCancel};
}

Command alarmFireCommand()
{
    return {{QStringLiteral("alarm"), QStringLiteral("fire")},
            QStringLiteral("Let an actor answer its pending alarm now."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            pluginOptions() + QList<QCommandLineOption>{jsonOption()},
            runFire,
            QStringLiteral("The actor is started in this process, answers, and is put to sleep "
                           "again. No other alarm\nfires meanwhile. If it fails the alarm stays "
                           "pending, and is due.\n\n") +
                pluginRemarks()};
}

} // namespace greenroom::ctl
