#include "ActorLookup.h"
#include "ActorPath.h"
#include "ActorState.h"
#include "ActorStatus.h"
#include "Clock.h"
#include "Command.h"
#include "DecodedJson.h"
#include "EntryTable.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TimeText.h"

#include <QJsonArray>

namespace greenroom::ctl {

namespace {

class FieldPrinter
{
public:
    void add(const char *name, const QString &value)
    {
        print(QStringLiteral("%1 %2\n").arg(QLatin1String(name), -12).arg(value));
    }

    /// @p before stands in front of a time that is there.
    void addTime(const char *name, const std::optional<Timestamp> &time, const QString &before = {})
    {
        add(name, time ? before + QStringLiteral("%1 (%2, %3 ms)")
                                      .arg(exactTime(*time), relativeTime(*time, m_now))
                                      .arg(time->ms)
                       : QStringLiteral("-"));
    }

private:
    const Timestamp m_now = SystemClock().now();
};

/// What key 01 says, in a line each.
void addState(FieldPrinter &fields, const Result<std::optional<ActorState>> &state)
{
    if (!state || !*state) {
        fields.add("state", state ? QStringLiteral("-") : printable(state.error().message));
        return;
    }
    const Outline &outline = (*state)->record.outline;
    fields.add("state", (*state)->state == NoNode ? QStringLiteral("-")
                                                  : valueLine(outline, (*state)->state));
    if ((*state)->input != NoNode)
        fields.add("input", valueLine(outline, (*state)->input));
    for (const PlannedCall &call : (*state)->calls)
        fields.addTime("planned", call.at, QStringLiteral("%1, ").arg(printable(call.action)));
    QStringList warnings = (*state)->disagreements;
    if ((*state)->record.error)
        warnings.prepend((*state)->record.error->of(QStringLiteral("key 01")).message);
    for (const QString &warning : warnings)
        fields.add("warning", printable(warning));
}

void printDetails(const ActorDetails &details, const Result<KvTotals> &totals,
                  const Result<std::optional<ActorState>> &state)
{
    const ActorEntry &actor = details.entry;
    FieldPrinter fields;
    fields.add("id", printable(actor.fileName));
    fields.add("status", statusWord(statusOf(actor)) + QStringLiteral(": ") +
                             printable(statusMeaning(actor)));
    if (actor.record) {
        const ActorRecord &record = *actor.record;
        fields.add("name", printable(record.name));
        fields.add("key", keyPath(record.key));
        fields.add("record", QStringLiteral("version %1").arg(record.version));
        fields.addTime("created", record.createdAt);
        fields.addTime("started", record.startTs);
        fields.addTime("connectable", record.connectableTs);
        fields.addTime("slept", record.sleepTs);
        fields.addTime("destroyed", record.destroyTs);
    }
    fields.addTime("alarm", actor.alarmAt);
    fields.add("key-values",
               totals
                   ? QStringLiteral("%1 entries, %2 bytes").arg(totals->entries).arg(totals->bytes)
                   : printable(totals.error().message));
    addState(fields, state);
    for (const QString &warning : actor.warnings)
        fields.add("warning", printable(warning));
    for (const ActorFile &file : details.files)
        fields.add("file",
                   QStringLiteral("%1 (%2 bytes)").arg(printable(file.path)).arg(file.bytes));
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    const Result<ActorDetails> details = source.actor(*id);
    if (!details)
        return failWith(details.error());
    const Result<KvTotals> totals = source.kvTotals(*id);
    const Result<std::optional<ActorState>> state = readActorState(source, *id);
    if (arguments.isSet(QStringLiteral("json"))) {
        QJsonObject object = toJson(*details);
        object[QLatin1String("kvEntries")] = totals ? QJsonValue(totals->entries) : QJsonValue();
        object[QLatin1String("kvBytes")] = totals ? QJsonValue(totals->bytes) : QJsonValue();
        object[QLatin1String("kvError")] =
            totals ? QJsonValue() : QJsonValue(codeName(totals.error().code));
        const bool isDecoded = state && *state;
        if (isDecoded)
            object[QLatin1String("problems")] = QJsonArray::fromStringList((*state)->disagreements);
        printBytes(withMember(compact(object), "persisted",
                              isDecoded ? decodedJson(QByteArrayView("\x01", 1), (*state)->record,
                                                      WorkflowNames())
                                        : QByteArray("null")) +
                   '\n');
    } else {
        printDetails(*details, totals, state);
    }
    return finishOutput();
}

} // namespace

Command showCommand()
{
    return {
        {QStringLiteral("show")},
        QStringLiteral("Everything about one actor, its state decoded, but its other key-values."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
        {jsonOption()},
        run};
}

} // namespace greenroom::ctl
