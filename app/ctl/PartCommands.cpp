#include "ActorLookup.h"
#include "Command.h"
#include "DecodedJson.h"
#include "EntryTable.h"
#include "JsonText.h"
#include "Output.h"
#include "TextTable.h"
#include "TimeText.h"

#include <QJsonArray>

namespace greenroom::ctl {

namespace {

QString cellText(const EntryCell &cell)
{
    return cell.time ? exactTime(*cell.time) : cell.text;
}

void printPart(const EntryTable &part)
{
    for (const QString &sentence : part.summary)
        print(sentence + u'\n');
    QStringList heading;
    for (const QString &column : part.columns)
        heading << column.toUpper();
    // What is odd about a row comes last, where there is anything.
    const bool anyProblem =
        std::any_of(part.rows.begin(), part.rows.end(),
                    [](const EntryTableRow &row) { return !row.problem.isEmpty(); });
    if (anyProblem)
        heading << QStringLiteral("PROBLEM");
    TextTable table(heading);
    for (const EntryTableRow &row : part.rows) {
        QStringList cells;
        for (const EntryCell &cell : row.cells)
            cells << cellText(cell);
        cells.first().prepend(QString(2 * row.depth, u' '));
        if (anyProblem)
            cells << row.problem;
        table.add(cells);
    }
    print(table.text());
    for (const QString &problem : part.problems)
        complain(problem);
}

/// The part's key-values as `kv list --json` has them, with what does not fit together.
int printJson(const ActorSource &source, const ActorId &id, ActorPart part)
{
    const Result<EntryTable> table = readPart(source, id, part);
    if (!table)
        return failWith(table.error());
    const Result<WorkflowNames> names = readWorkflowNames(source, id);
    if (!names)
        return failWith(names.error());
    KvQuery query;
    query.range = KvRange::ofPrefix(prefixOf(part));
    std::optional<JsonList> list;
    for (;;) {
        const Result<KvPage> page = source.kvPage(id, query);
        if (!page)
            return failWith(page.error());
        if (!list)
            list.emplace("entries");
        for (const KvRow &row : page->rows)
            list->add(toJson(row, *names, Secrets::Masked));
        if (!page->more)
            break;
        query.after = page->end();
    }
    list->end({{QStringLiteral("problems"), QJsonArray::fromStringList(table->problems)}});
    return finishOutput();
}

template <ActorPart Part>
int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    if (arguments.isSet(QStringLiteral("json")))
        return printJson(source, *id, Part);
    const Result<EntryTable> table = readPart(source, *id, Part);
    if (!table)
        return failWith(table.error());
    printPart(*table);
    return finishOutput();
}

template <ActorPart Part>
Command partCommand(const QString &word, const QString &summary)
{
    return {{word},
            summary,
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            {jsonOption()},
            run<Part>,
            QStringLiteral("With --json its key-values, decoded, as \"kv list --json\" has them. "
                           "What does not fit together is\nsaid on standard error, or in "
                           "\"problems\".")};
}

} // namespace

Command connectionsCommand()
{
    return partCommand<ActorPart::Connections>(
        QStringLiteral("connections"), QStringLiteral("An actor's connections, as it keeps them."));
}

Command queueCommand()
{
    return partCommand<ActorPart::Queue>(QStringLiteral("queue"),
                                         QStringLiteral("The messages that wait in an actor's "
                                                        "queue."));
}

Command workflowCommand()
{
    return partCommand<ActorPart::Workflow>(QStringLiteral("workflow"),
                                            QStringLiteral("The history of an actor's workflow."));
}

Command tracesCommand()
{
    return partCommand<ActorPart::Traces>(QStringLiteral("traces"),
                                          QStringLiteral("The spans and events that an actor has "
                                                         "stored."));
}

} // namespace greenroom::ctl
