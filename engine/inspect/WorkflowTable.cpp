#include "EntryTable.h"
#include "Printable.h"
#include "RecordFields.h"
#include "TupleKey.h"

#include <QHash>

namespace greenroom {

namespace {

constexpr qsizetype Prefix = 2; // 06 01

/// What is kept of an entry's attempts, by the entry's id.
using Metadata = QHash<QString, const DecodedRow *>;

QString textOf(const Tuple &tuple, qsizetype at)
{
    const QString *text = at < tuple.size() ? tuple[at].text() : nullptr;
    return text ? *text : QString();
}

std::optional<Timestamp> timeOf(const RecordFields &fields, const char *field)
{
    if (!fields.has(field))
        return std::nullopt;
    return Timestamp{fields.number(field)};
}

/// A branch in a word or two: "left completed", "slow running".
QString branchesOf(const RecordFields &kind)
{
    QStringList branches;
    for (const RecordFields &branch : kind.items("branches")) {
        QString text = printable(branch.text("name")) + u' ' + branch.text("status");
        if (branch.has("error"))
            text += QStringLiteral(" (%1)").arg(printable(branch.text("error")));
        else if (branch.has("output"))
            text += QStringLiteral(" → ") + valueLine(kind.outline(), branch.find("output"));
        branches << text;
    }
    return branches.join(QStringLiteral(", "));
}

/// What an entry of the history came to, told from what it holds; its metadata may be stale, as a
/// step that ended while a parallel branch was stored keeps "running" for ever.
struct Standing
{
    QString status{};
    QString result{};
    QString error{};
};

bool hasEnded(const RecordFields &kind)
{
    for (const RecordFields &branch : kind.items("branches")) {
        if (branch.text("status") == QLatin1String("pending") ||
            branch.text("status") == QLatin1String("running"))
            return false;
    }
    return true;
}

Standing standingOf(const RecordFields &kind, const RecordFields *metadata)
{
    const QString type = kind.text("type");
    const QString told = metadata ? metadata->text("status") : QString();
    const auto value = [&kind](const char *field) {
        return valueLine(kind.outline(), kind.find(field));
    };
    if (kind.has("error"))
        return {QStringLiteral("failed"), {}, printable(kind.text("error"))};
    if (type == QLatin1String("step")) {
        const QString error = metadata ? printable(metadata->text("error")) : QString();
        if (kind.has("output"))
            return {QStringLiteral("completed"), value("output"), {}};
        return {told.isEmpty() ? QStringLiteral("pending") : told, {}, error};
    }
    if (type == QLatin1String("loop")) {
        const QString at = QStringLiteral("iteration %1").arg(kind.number("iteration"));
        if (kind.has("output"))
            return {QStringLiteral("completed"), at + QStringLiteral(" → ") + value("output"), {}};
        return {QStringLiteral("running"), at + QStringLiteral(", state ") + value("state"), {}};
    }
    if (type == QLatin1String("sleep"))
        return {kind.text("state"), {}, {}};
    if (type == QLatin1String("message"))
        return {QStringLiteral("received"), value("messageData"), {}};
    if (type == QLatin1String("join")) {
        return {hasEnded(kind) ? QStringLiteral("completed") : QStringLiteral("running"),
                branchesOf(kind),
                {}};
    }
    if (type == QLatin1String("race")) {
        const QString winner = printable(kind.text("winner"));
        // Losers may stay "running" for ever.
        return winner.isEmpty()
                   ? Standing{QStringLiteral("running"), branchesOf(kind), {}}
                   : Standing{QStringLiteral("won by ") + winner, branchesOf(kind), {}};
    }
    if (type == QLatin1String("rollback_checkpoint"))
        return {QStringLiteral("reached"), {}, {}};
    if (type == QLatin1String("removed")) {
        return {QStringLiteral("removed"),
                QStringLiteral("was a %1").arg(printable(kind.text("originalType"))),
                {}};
    }
    return {told, {}, {}};
}

EntryTableRow historyRow(const DecodedRow &row, const WorkflowNames &names,
                         const Metadata &metadata)
{
    const RecordFields fields(row.entry.outline);
    EntryTableRow shown;
    shown.key = row.key;
    if (row.entry.error) {
        shown.cells.resize(8);
        shown.problem = row.entry.error->message;
        return shown;
    }
    const RecordFields kind(row.entry.outline, fields.find("kind"));
    const DecodedRow *found = metadata.value(fields.text("id"));
    const std::optional<RecordFields> attempts =
        found ? std::optional(RecordFields(found->entry.outline)) : std::nullopt;
    const Standing standing = standingOf(kind, attempts ? &*attempts : nullptr);
    const auto time = [&attempts](const char *field) {
        return EntryCell{{}, attempts ? timeOf(*attempts, field) : std::nullopt};
    };
    EntryCell ended = time("completedAt");
    if (kind.text("type") == QLatin1String("sleep"))
        ended = {{}, timeOf(kind, "deadline")};
    const QString tries = attempts && attempts->number("attempts")
                              ? QString::number(attempts->number("attempts"))
                              : QString();
    shown.depth = int(fields.items("location").size()) - 1;
    shown.cells = {{printable(names.path(row.entry.outline))},
                   {kind.text("type").replace(u'_', u' ')},
                   {standing.status},
                   {standing.result},
                   time("createdAt"),
                   ended,
                   {tries},
                   {standing.error}};
    return shown;
}

/// The workflow's own words: state, input, output, error.
void addSummary(EntryTable &table, const DecodedRow &row, WorkflowPart part)
{
    const Outline &outline = row.entry.outline;
    const RecordFields fields(outline);
    switch (part) {
    case WorkflowPart::State:
        table.summary << QStringLiteral("Workflow: ") + printable(fields.text("state"));
        break;
    case WorkflowPart::Input:
        if (outline.at(fields.find("input")).kind != NodeKind::Undefined)
            table.summary << QStringLiteral("Input: ") + valueLine(outline, fields.find("input"));
        break;
    case WorkflowPart::Output:
        table.summary << QStringLiteral("Output: ") + valueLine(outline, fields.find("output"));
        break;
    case WorkflowPart::Failure:
        table.problems << QStringLiteral("It failed: ") + valueLine(outline, fields.find("error"));
        break;
    default:
        break;
    }
    if (row.entry.error)
        table.problems << row.entry.error->message;
}

} // namespace

EntryTable workflowTable(const DecodedRows &rows)
{
    EntryTable table;
    table.columns = {QStringLiteral("Step"),     QStringLiteral("Kind"),
                     QStringLiteral("Status"),   QStringLiteral("Result"),
                     QStringLiteral("Started"),  QStringLiteral("Ended or due"),
                     QStringLiteral("Attempts"), QStringLiteral("Error")};
    WorkflowNames names;
    Metadata metadata;
    for (const DecodedRow &row : rows) {
        if (row.entry.kind != KeyKind::Workflow)
            continue;
        names.add(row.key, row.entry.outline.bytes());
        if (workflowPart(row.key) == WorkflowPart::Metadata && !row.entry.error) {
            const auto tuple = unpackTuple(QByteArrayView(row.key).sliced(Prefix));
            metadata.insert(textOf(*tuple, 1), &row);
        }
    }
    for (const DecodedRow &row : rows) {
        if (row.entry.kind != KeyKind::Workflow)
            continue;
        const WorkflowPart part = workflowPart(row.key);
        if (part == WorkflowPart::History)
            table.rows << historyRow(row, names, metadata);
        else if (part == WorkflowPart::Metadata && row.entry.error)
            table.problems << QStringLiteral(
                                  "What is kept of an entry's attempts cannot be read: ") +
                                  row.entry.error->message;
        else
            addSummary(table, row, part);
    }
    return table;
}

} // namespace greenroom
