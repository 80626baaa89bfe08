#include "ActorState.h"

#include "EntryTable.h"
#include "Printable.h"
#include "RecordFields.h"
#include "TimeText.h"

namespace greenroom {

namespace {

NodeId presentNode(const RecordFields &fields, const char *field)
{
    return fields.has(field) ? fields.find(field) : NoNode;
}

/// The deadlines that a workflow waits for: they share the actor's one alarm.
Result<QList<Timestamp>> workflowDeadlines(const ActorSource &source, const ActorId &id,
                                           std::stop_token stop)
{
    const Result<DecodedRows> rows =
        readDecodedRows(source, id, prefixOf(ActorPart::Workflow), stop);
    if (!rows)
        return fail(rows.error());
    QList<Timestamp> deadlines;
    for (const DecodedRow &row : *rows) {
        if (row.entry.error || workflowPart(row.key) != WorkflowPart::History)
            continue;
        const RecordFields kind(row.entry.outline, RecordFields(row.entry.outline).find("kind"));
        if (kind.text("type") == QLatin1String("sleep") &&
            kind.text("state") == QLatin1String("pending"))
            deadlines << Timestamp{kind.number("deadline")};
    }
    return deadlines;
}

/// How the first planned call and the alarm file go together (storage-format §4).
QStringList disagreementsOf(const ActorState &state, const QList<Timestamp> &deadlines)
{
    const std::optional<Timestamp> &alarm = state.alarmAt;
    if (state.calls.isEmpty()) {
        if (alarm && !deadlines.contains(*alarm)) {
            return {QStringLiteral("There is an alarm at %1 and no planned call: it was cancelled, "
                                   "or something else has set the alarm.")
                        .arg(exactTime(*alarm))};
        }
        return {};
    }
    const PlannedCall &first =
        *std::min_element(state.calls.begin(), state.calls.end(),
                          [](const PlannedCall &a, const PlannedCall &b) { return a.at < b.at; });
    if (!alarm) {
        return {QStringLiteral("A call of %1 is planned for %2 and there is no alarm: it is made "
                               "only once something else starts the actor.")
                    .arg(first.action, exactTime(first.at))};
    }
    if (*alarm > first.at) {
        return {QStringLiteral("The alarm, at %1, is later than the first planned call, of %2 at "
                               "%3.")
                    .arg(exactTime(*alarm), first.action, exactTime(first.at))};
    }
    if (*alarm < first.at && !deadlines.contains(*alarm)) {
        return {QStringLiteral("The alarm, at %1, is earlier than the first planned call, of %2 at "
                               "%3.")
                    .arg(exactTime(*alarm), first.action, exactTime(first.at))};
    }
    return {};
}

} // namespace

QByteArray stateKey()
{
    return QByteArray("\x01", 1);
}

EntryTable plannedCallTable(const ActorState &state)
{
    EntryTable table;
    table.columns = {QStringLiteral("Due"), QStringLiteral("Action"), QStringLiteral("Arguments"),
                     QStringLiteral("Alarm")};
    for (const PlannedCall &call : state.calls) {
        const bool isNext = state.alarmAt == call.at;
        table.rows.append({stateKey(),
                           call.node,
                           {{{}, call.at},
                            {printable(call.action)},
                            {valueLine(state.record.outline, call.args)},
                            {isNext ? QStringLiteral("set for this call") : QString()}}});
    }
    return table;
}

Result<std::optional<ActorState>> readActorState(const ActorSource &source, const ActorId &id,
                                                 std::stop_token stop,
                                                 const std::optional<QByteArray> &staged)
{
    const Result<ActorDetails> details = source.actor(id);
    if (!details)
        return fail(details.error());
    const Result<std::optional<KvRow>> row =
        source.kvRow(id, {stateKey(), StorageClass::Blob}, WholeValue, stop);
    if (!row)
        return fail(row.error());
    if (!*row)
        return std::optional<ActorState>();
    const Result<QList<Timestamp>> deadlines = workflowDeadlines(source, id, stop);
    if (!deadlines)
        return fail(deadlines.error());

    ActorState state;
    state.record = outlineOfEntry((*row)->key, staged.value_or((*row)->value));
    const RecordFields fields(state.record.outline);
    state.state = presentNode(fields, "state");
    state.input = presentNode(fields, "input");
    state.hasInitialized = fields.number("hasInitialized");
    for (const RecordFields &call : fields.items("scheduledEvents")) {
        state.calls.append({call.text("eventId"), Timestamp{call.number("timestamp")},
                            call.text("action"), call.node(), presentNode(call, "args")});
    }
    state.alarmAt = details->entry.alarmAt;
    // Of what could not be decoded, nothing is known to be missing.
    if (fields.has("scheduledEvents"))
        state.disagreements = disagreementsOf(state, *deadlines);
    return state;
}

} // namespace greenroom
