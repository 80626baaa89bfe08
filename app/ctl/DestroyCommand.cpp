#include "ActorLookup.h"
#include "ActorReport.h"
#include "Command.h"
#include "FolderAccess.h"
#include "FolderSource.h"
#include "JsonText.h"
#include "Output.h"

#include <cstdio>

#ifdef Q_OS_UNIX
#    include <unistd.h>
#endif

namespace greenroom::ctl {

namespace {

/// One actor to be destroyed, as it was named, and what has come of it.
struct Victim
{
    QString text;
    std::optional<ActorId> id;
    QString title;
    std::optional<Error> error;
};

QList<Victim> victimsIn(const ActorSource &source, const QStringList &texts)
{
    QList<Victim> victims;
    for (const QString &text : texts) {
        Victim victim;
        victim.text = text;
        if (const Result<ActorId> id = findActor(source, text)) {
            victim.id = *id;
            victim.title = actorTitle(source, *id);
        } else {
            victim.error = id.error();
        }
        const bool isNew = std::none_of(victims.begin(), victims.end(), [&](const Victim &other) {
            return victim.id && other.id == victim.id;
        });
        if (isNew)
            victims << victim;
    }
    return victims;
}

bool canAsk()
{
#ifdef Q_OS_UNIX
    return ::isatty(STDIN_FILENO) && ::isatty(STDERR_FILENO);
#else
    return false;
#endif
}

/// On standard error, so that the output stays what was asked for.
bool isConfirmed(const QList<Victim> &victims)
{
    QString question = QStringLiteral("Destroy for good, with key-values and alarm:\n");
    for (const Victim &victim : victims) {
        if (victim.id)
            question += QStringLiteral("  %1\n").arg(victim.title);
    }
    std::fputs(qPrintable(question + QStringLiteral("Type yes to go on: ")), stderr);
    std::fflush(stderr);
    char answer[16] = {};
    return std::fgets(answer, sizeof(answer), stdin) &&
           QByteArray(answer).trimmed().toLower() == "yes";
}

QJsonObject toJson(const Victim &victim)
{
    QJsonObject object{
        {QStringLiteral("actor"), victim.text},
        {QStringLiteral("actorId"), victim.id ? QJsonValue(victim.id->text()) : QJsonValue()},
        {QStringLiteral("destroyed"), !victim.error}};
    addError(object, victim.error);
    return object;
}

int report(const QList<Victim> &victims, const QCommandLineParser &arguments)
{
    int failures = 0;
    std::optional<JsonList> list;
    if (arguments.isSet(QStringLiteral("json")))
        list.emplace("results");
    for (const Victim &victim : victims) {
        if (victim.error)
            ++failures;
        if (list)
            list->add(toJson(victim));
        else if (victim.error)
            complain(victim.error->message);
        else
            print(QStringLiteral("Destroyed %1.\n").arg(victim.title));
    }
    if (list)
        list->end();
    const int finished = finishOutput();
    return failures > 0 ? ExitFailed : finished;
}

int run(const QCommandLineParser &arguments)
{
    const bool isAgreed = arguments.isSet(QStringLiteral("yes"));
    if (!isAgreed && !canAsk()) {
        return misuse(QStringLiteral(
            "destroying cannot be undone, and there is no terminal to ask on; give --yes to do it "
            "without being asked"));
    }
    const QString folder = arguments.positionalArguments().first();
    const auto look = FolderSource::open(folder);
    if (!look)
        return failWith(look.error());
    QList<Victim> victims = victimsIn(**look, arguments.positionalArguments().mid(1));
    const bool hasAny = std::any_of(victims.begin(), victims.end(),
                                    [](const Victim &victim) { return victim.id.has_value(); });
    if (!hasAny)
        return report(victims, arguments);
    if (!isAgreed && !isConfirmed(victims)) {
        complain(QStringLiteral("nothing was destroyed"));
        return ExitFailed;
    }

    const auto source = openToChange(folder);
    if (!source)
        return failWith(source.error());
    for (Victim &victim : victims) {
        if (!victim.id)
            continue;
        if (const auto done = (*source)->run(ActorCommand::Destroy, *victim.id); !done)
            victim.error = done.error();
    }
    return report(victims, arguments);
}

} // namespace

Command destroyCommand()
{
    return {{QStringLiteral("destroy")},
            QStringLiteral("Remove actors for good, with key-values and alarms."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR…")},
            {{QStringLiteral("yes"), QStringLiteral("Do not ask.")}, jsonOption()},
            run,
            QStringLiteral("Asks on a terminal first; without one it wants --yes. An ACTOR that "
                           "cannot be destroyed\ndoes not keep the others; the exit code is then "
                           "1. With --json: {\"results\":[{\"actor\",\n\"actorId\",\"destroyed\","
                           "\"error\"}]}.")};
}

} // namespace greenroom::ctl
