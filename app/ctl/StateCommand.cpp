#include "ActorLookup.h"
#include "ActorState.h"
#include "Command.h"
#include "DecodedJson.h"
#include "EntryTable.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TaggedJson.h"
#include "TimeText.h"

#include <QJsonArray>

namespace greenroom::ctl {

namespace {

void printValue(const char *name, const Outline &outline, NodeId node)
{
    const QString title = QLatin1String(name);
    if (node == NoNode)
        print(title + QStringLiteral(": none\n"));
    else
        print(title + QStringLiteral(":\n") + QString::fromUtf8(taggedJsonLines(outline, node)) +
              u'\n');
}

void printState(const ActorState &state)
{
    const Outline &outline = state.record.outline;
    if (!state.hasInitialized)
        print(QStringLiteral("The actor has not initialised its state yet.\n"));
    printValue("State", outline, state.state);
    printValue("Input", outline, state.input);
    print(QStringLiteral("Planned calls: %1\n").arg(state.calls.size()));
    for (const PlannedCall &call : state.calls) {
        print(QStringLiteral("  %1  %2%3\n")
                  .arg(exactTime(call.at), printable(call.action),
                       call.args == NoNode ? QString() : valueLine(outline, call.args)));
    }
    print(QStringLiteral("Alarm: %1\n")
              .arg(state.alarmAt ? exactTime(*state.alarmAt) : QStringLiteral("none")));
    for (const QString &disagreement : state.disagreements)
        complain(disagreement);
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    const Result<std::optional<ActorState>> state = readActorState(source, *id);
    if (!state)
        return failWith(state.error());
    if (!*state) {
        return failWith({ErrorCode::NotFound,
                         QStringLiteral("%1: the actor keeps no state, key 01").arg(id->text())});
    }
    const EntryOutline &record = (*state)->record;
    if (arguments.isSet(QStringLiteral("json"))) {
        QJsonObject object{
            {QStringLiteral("actorId"), id->text()},
            {QStringLiteral("valueHex"), QString::fromLatin1(record.outline.bytes().toHex())},
            {QStringLiteral("alarmAt"),
             (*state)->alarmAt ? toJson(*(*state)->alarmAt) : QJsonValue()},
            {QStringLiteral("problems"), QJsonArray::fromStringList((*state)->disagreements)}};
        addError(object, record.error);
        printBytes(withMember(compact(object), "decoded",
                              decodedJson(QByteArrayView("\x01", 1), record, WorkflowNames())) +
                   '\n');
        return finishOutput();
    }
    printState(**state);
    // What could be decoded has been printed.
    return record.error ? failWith(record.error->of(QStringLiteral("key 01"))) : finishOutput();
}

} // namespace

Command stateCommand()
{
    return {
        {QStringLiteral("state")},
        QStringLiteral("An actor's state, input and planned calls."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
        {jsonOption()},
        run,
        QStringLiteral("What JSON lacks is tagged: {\"$bigint\":\"5\"}, {\"$date\":0}, "
                       "{\"$undefined\":true}, {\"$map\":[[key,value]]},\n{\"$bytes\":\"00ff\"} "
                       "and so on. Plans and alarm file that do not agree are said on "
                       "standard error, or in\n\"problems\".")};
}

} // namespace greenroom::ctl
