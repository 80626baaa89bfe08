#include "ActorPath.h"
#include "ActorStatus.h"
#include "Clock.h"
#include "Command.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TextTable.h"
#include "TimeText.h"

namespace greenroom::ctl {

namespace {

void printTable(const ActorBatch &actors, const ActorListEnd &end)
{
    const Timestamp now = SystemClock().now();
    TextTable table({QStringLiteral("STATUS"), QStringLiteral("ACTOR"), QStringLiteral("ID"),
                     QStringLiteral("CREATED"), QStringLiteral("ALARM")});
    for (const ActorEntry &actor : actors) {
        const std::optional<ActorRecord> &record = actor.record;
        table.add({statusWord(statusOf(actor)),
                   record ? actorPath(record->name, record->key)
                          : QStringLiteral("(%1)").arg(codeName(actor.error->code)),
                   printable(actor.fileName), record ? exactTime(record->createdAt) : QString(),
                   actor.alarmAt ? countdown(*actor.alarmAt, now) : QString()});
    }
    print(table.text());
    if (end.cursor)
        print(QStringLiteral("\nMore follow: --cursor %1\n").arg(*end.cursor));
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Limit limit = limitOf(arguments);
    if (!limit.ok)
        return misuse(QStringLiteral("--limit takes a whole number, 0 or more"));
    ActorQuery query;
    if (arguments.isSet(QStringLiteral("name")))
        query.name = arguments.value(QStringLiteral("name"));
    if (limit.value)
        query.limit = *limit.value;
    query.after = arguments.value(QStringLiteral("cursor"));

    const bool json = arguments.isSet(QStringLiteral("json"));
    std::optional<JsonList> list;
    if (json)
        list.emplace("actors");
    ActorBatch actors;
    const Result<ActorListEnd> end = source.listActors(query, [&](const ActorBatch &batch) {
        if (!list) {
            actors += batch;
            return;
        }
        for (const ActorEntry &actor : batch)
            list->add(toJson(actor));
    });
    if (!end)
        return failWith(end.error());
    for (const QString &notice : end->notices)
        complain(notice);
    if (list)
        list->end(
            {{QStringLiteral("cursor"), end->cursor ? QJsonValue(*end->cursor) : QJsonValue()}});
    else
        printTable(actors, *end);
    return finishOutput();
}

} // namespace

Command listCommand()
{
    return {{QStringLiteral("list")},
            QStringLiteral("All actors in a storage folder, in the order of their files."),
            {QStringLiteral("DIR")},
            {{QStringLiteral("name"), QStringLiteral("Only actors of this name."),
              QStringLiteral("NAME")},
             limitOption(QStringLiteral("actors")),
             {QStringLiteral("cursor"), QStringLiteral("Continue behind this actor."),
              QStringLiteral("ID")},
             jsonOption()},
            run};
}

} // namespace greenroom::ctl
