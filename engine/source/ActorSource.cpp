#include "ActorSource.h"

namespace greenroom {

ActorSource::~ActorSource() = default;

Error ActorSource::refusal(ActorCommand command) const
{
    return {ErrorCode::NotSupported, capability(command).reason};
}

Result<void> ActorSource::run(ActorCommand command, const ActorId &)
{
    return fail(refusal(command));
}

Result<void> ActorSource::setAlarm(const ActorId &, Timestamp)
{
    return fail(refusal(ActorCommand::SetAlarm));
}

Result<ActorId> ActorSource::create(const NewActor &)
{
    return fail(refusal(ActorCommand::Create));
}

Result<void> ActorSource::putKv(const ActorId &, const KvEntries &)
{
    return fail(refusal(ActorCommand::WriteKv));
}

Result<void> ActorSource::removeKv(const ActorId &, const QList<QByteArray> &)
{
    return fail(refusal(ActorCommand::WriteKv));
}

Result<EditOutcome> ActorSource::edit(const ActorId &, const KvEdit &)
{
    return fail(refusal(ActorCommand::EditKv));
}

Result<ImportOutcome> ActorSource::importActor(const QString &, const ImportOptions &,
                                               std::stop_token)
{
    return fail(refusal(ActorCommand::Import));
}

KeyKind kindOf(const KvRow &row)
{
    return row.keyClass == StorageClass::Blob ? kindOf(row.key) : KeyKind::Other;
}

} // namespace greenroom
