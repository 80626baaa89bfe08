#include "ActorLookup.h"
#include "ActorPath.h"
#include "ActorStatus.h"
#include "Clock.h"
#include "Command.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TimeText.h"

namespace greenroom::ctl {

namespace {

class FieldPrinter
{
public:
    void add(const char *name, const QString &value)
    {
        print(QStringLiteral("%1 %2\n").arg(QLatin1String(name), -12).arg(value));
    }

    void addTime(const char *name, const std::optional<Timestamp> &time)
    {
        add(name, time ? QStringLiteral("%1 (%2, %3 ms)")
                             .arg(exactTime(*time), relativeTime(*time, m_now))
                             .arg(time->ms)
                       : QStringLiteral("-"));
    }

private:
    const Timestamp m_now = SystemClock().now();
};

void printDetails(const ActorDetails &details, const Result<KvTotals> &totals)
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
    if (arguments.isSet(QStringLiteral("json"))) {
        QJsonObject object = toJson(*details);
        object[QLatin1String("kvEntries")] = totals ? QJsonValue(totals->entries) : QJsonValue();
        object[QLatin1String("kvBytes")] = totals ? QJsonValue(totals->bytes) : QJsonValue();
        object[QLatin1String("kvError")] =
            totals ? QJsonValue() : QJsonValue(codeName(totals.error().code));
        printBytes(compact(object) + '\n');
    } else {
        printDetails(*details, totals);
    }
    return finishOutput();
}

} // namespace

Command showCommand()
{
    return {{QStringLiteral("show")},
            QStringLiteral("Everything about one actor but its key-values."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            {jsonOption()},
            run};
}

} // namespace greenroom::ctl
