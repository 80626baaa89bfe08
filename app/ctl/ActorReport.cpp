#include "ActorReport.h"

#include "ActorPath.h"
#include "JsonText.h"
#include "Output.h"

namespace greenroom::ctl {

QString actorTitle(const ActorSource &source, const ActorId &id)
{
    const Result<ActorDetails> details = source.actor(id);
    if (!details || !details->entry.record)
        return id.text();
    const ActorRecord &record = *details->entry.record;
    return QStringLiteral("%1 (%2)").arg(actorPath(record.name, record.key), id.text());
}

int reportActor(const ActorSource &source, const ActorId &id, const QCommandLineParser &arguments,
                const QString &sentence)
{
    if (!arguments.isSet(QStringLiteral("json"))) {
        print(sentence + u'\n');
        return finishOutput();
    }
    const Result<ActorDetails> details = source.actor(id);
    if (!details)
        return failWith(details.error());
    printBytes(compact(toJson(details->entry)) + '\n');
    return finishOutput();
}

} // namespace greenroom::ctl
