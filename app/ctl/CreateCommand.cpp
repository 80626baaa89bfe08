#include "ActorReport.h"
#include "Command.h"
#include "FolderAccess.h"
#include "JsonCbor.h"
#include "Output.h"

namespace greenroom::ctl {

namespace {

int run(const QCommandLineParser &arguments)
{
    NewActor actor;
    actor.name = arguments.positionalArguments().at(1);
    actor.key = arguments.values(QStringLiteral("key"));
    if (actor.name.isEmpty())
        return misuse(QStringLiteral("NAME is empty; an actor's name says what it is"));
    if (arguments.isSet(QStringLiteral("input"))) {
        const Result<QByteArray> input = cborOfJson(arguments.value(QStringLiteral("input")));
        if (!input)
            return misuse(QStringLiteral("--input: ") + input.error().message);
        actor.input = *input;
    }

    const auto source = openToMake(arguments.positionalArguments().first());
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = (*source)->create(actor);
    if (!id)
        return failWith(id.error());
    return reportActor(
        **source, *id, arguments,
        QStringLiteral("Created %1. It starts when it is woken.").arg(actorTitle(**source, *id)));
}

} // namespace

Command createCommand()
{
    return {{QStringLiteral("create")},
            QStringLiteral("Make an actor; it is not started."),
            {QStringLiteral("DIR"), QStringLiteral("NAME")},
            {{QStringLiteral("key"),
              QStringLiteral("A part of its key; once for each part, in order. Any text, also "
                             "an empty one."),
              QStringLiteral("PART")},
             {QStringLiteral("input"), QStringLiteral("What it is given to begin with."),
              QStringLiteral("JSON")},
             jsonOption()},
            run,
            QStringLiteral("DIR is made if it is missing. Write --key=PART for a part that starts "
                           "with a hyphen.")};
}

} // namespace greenroom::ctl
