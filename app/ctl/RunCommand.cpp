#include "ActorLookup.h"
#include "ActorReport.h"
#include "Command.h"
#include "DemoFolder.h"
#include "EngineSettings.h"
#include "FolderAccess.h"
#include "Output.h"
#include "RunLog.h"
#include "StopSignals.h"

#include <QEventLoop>

#include <csignal>
#include <thread>

namespace greenroom::ctl {

namespace {

std::optional<Durability> durabilityIn(const QCommandLineParser &arguments)
{
    const QString text = arguments.value(QStringLiteral("durability"));
    if (text == QLatin1String("process"))
        return Durability::Process;
    if (text == QLatin1String("power"))
        return Durability::Power;
    return std::nullopt;
}

Result<QList<ActorId>> actorsToWake(const ActorSource &source, const QCommandLineParser &arguments)
{
    QList<ActorId> ids;
    for (const QString &text : arguments.values(QStringLiteral("wake"))) {
        const Result<ActorId> id = findActor(source, text);
        if (!id)
            return fail(id.error());
        ids << *id;
    }
    return ids;
}

/// Wakes what was asked for, on a thread of its own: an actor may take long to start, and what
/// happens shall be printed meanwhile. Failures are events.
std::jthread wakeBeside(ActorSource &source, const QList<ActorId> &ids, bool hasDemo)
{
    return std::jthread([&source, ids, hasDemo](const std::stop_token &stop) {
        if (hasDemo)
            (void)DemoFolder::wakeActors(source);
        for (const ActorId &id : ids) {
            if (stop.stop_requested())
                return;
            (void)source.run(ActorCommand::Wake, id);
        }
    });
}

/// Prints what happens until somebody wants an end, or nobody reads any more.
void follow(EngineSource &source, RunLog &log, QEventLoop &loop)
{
    const auto printNews = [&] {
        log.printNews();
        if (!log.isHealthy())
            loop.quit();
    };
    source.events()->onNews(
        [&] { QMetaObject::invokeMethod(&loop, printNews, Qt::QueuedConnection); });
    printNews();
    if (log.isHealthy())
        loop.exec();
    source.events()->onNews({});
}

int run(const QCommandLineParser &arguments)
{
    const std::optional<Durability> durability = durabilityIn(arguments);
    if (!durability)
        return misuse(QStringLiteral("--durability is process or power"));
    const bool hasDemo = arguments.isSet(QStringLiteral("demo"));
    const auto definitions = definitionsFrom(arguments, hasDemo ? DemoWanted::Yes : DemoWanted::No);
    if (!definitions)
        return failWith(definitions.error());
    const QString folder = arguments.positionalArguments().first();
    if (const Result<void> checked = checkFolderToMake(folder); !checked)
        return failWith(checked.error());

    // A reader that goes away must not keep the actors from being put to sleep.
    std::signal(SIGPIPE, SIG_IGN);
    QEventLoop loop;
    StopSignals signals([&] { loop.quit(); });
    EngineSettings settings;
    settings.durability = *durability;
    const auto source = EngineSource::open(folder, *definitions, settings);
    if (!source)
        return failWith(source.error());
    signals.listen();
    const Result<QList<ActorId>> ids = actorsToWake(**source, arguments);
    if (!ids)
        return failWith(ids.error());

    const bool isJson = arguments.isSet(QStringLiteral("json"));
    RunLog log(**source, isJson ? RunLog::Form::Json : RunLog::Form::Text,
               [&] { return signals.hasCome(); });
    log.begin((*source)->startNotices());
    std::jthread waking = wakeBeside(**source, *ids, hasDemo);
    follow(**source, log, loop);

    log.stopping();
    waking.request_stop();
    (*source)->stopRunning();
    waking.join();
    const bool allStopped = log.end();
    return allStopped && log.isHealthy() ? ExitOk : ExitFailed;
}

} // namespace

Command runCommand()
{
    return {{QStringLiteral("run")},
            QStringLiteral("Run the folder's actors until Ctrl+C or SIGTERM, and print what they "
                           "do."),
            {QStringLiteral("DIR")},
            pluginOptions() +
                QList<QCommandLineOption>{
                    {QStringLiteral("demo"),
                     QStringLiteral("Load the demo actors, make some in DIR and wake them.")},
                    {QStringLiteral("wake"),
                     QStringLiteral("Wake this actor at the start; may be repeated."),
                     QStringLiteral("ACTOR")},
                    {QStringLiteral("durability"),
                     QStringLiteral("What key-values survive once stored: process (default), a "
                                    "crash of the program; power, a power cut as well."),
                     QStringLiteral("WHAT"), QStringLiteral("process")},
                    {QStringLiteral("json"),
                     QStringLiteral("Print one JSON object a line, for programs.")}},
            run,
            QStringLiteral("DIR is made if it is missing. Actors start when their alarm is due, or "
                           "with --wake. At the\nend all are put to sleep; a second Ctrl+C ends at "
                           "once. Exit code 0 when all have stopped.\n\n") +
                pluginRemarks() +
                QStringLiteral("\nThe demo actors have everyday names (counter, reminder …) and "
                               "write over the state of\nother actors so called: give --demo a "
                               "folder of its own.")};
}

} // namespace greenroom::ctl
