#include "Clock.h"
#include "Command.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TextTable.h"
#include "TimeText.h"

namespace greenroom::ctl {

namespace {

QString remark(const AlarmEntry &alarm)
{
    QStringList remarks;
    if (alarm.orphan)
        remarks << QStringLiteral("orphan: there is no such actor");
    if (alarm.error)
        remarks << alarm.error->message;
    return printable(remarks.join(QStringLiteral("; ")));
}

void printTable(const QList<AlarmEntry> &alarms)
{
    const Timestamp now = SystemClock().now();
    TextTable table({QStringLiteral("DUE"), QStringLiteral("TIME"), QStringLiteral("ID"),
                     QStringLiteral("REMARK")});
    for (const AlarmEntry &alarm : alarms) {
        table.add({alarm.timestamp ? countdown(*alarm.timestamp, now) : QStringLiteral("unknown"),
                   alarm.timestamp ? exactTime(*alarm.timestamp) : QString(),
                   printable(alarm.fileName), remark(alarm)});
    }
    print(table.text());
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Result<QList<AlarmEntry>> alarms = source.alarms();
    if (!alarms)
        return failWith(alarms.error());
    if (arguments.isSet(QStringLiteral("json"))) {
        JsonList list("alarms");
        for (const AlarmEntry &alarm : *alarms)
            list.add(toJson(alarm));
        list.end();
    } else {
        printTable(*alarms);
    }
    return finishOutput();
}

} // namespace

Command alarmsCommand()
{
    return {{QStringLiteral("alarms")},
            QStringLiteral("All pending alarms, soonest first."),
            {QStringLiteral("DIR")},
            {jsonOption()},
            run};
}

} // namespace greenroom::ctl
