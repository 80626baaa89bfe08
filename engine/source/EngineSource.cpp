#include "EngineSource.h"

#include "ActorEngine.h"
#include "FolderSource.h"
#include "StagedActor.h"

#include <QDir>

namespace greenroom {

Result<std::unique_ptr<EngineSource>>
EngineSource::open(const QString &folder, std::shared_ptr<const Definitions> definitions,
                   const EngineSettings &settings)
{
    const QString path = QDir::cleanPath(QDir().absoluteFilePath(folder));
    Result<std::unique_ptr<ActorEngine>> engine = ActorEngine::open(path, definitions, settings);
    if (!engine)
        return fail(engine.error());
    std::unique_ptr<EngineSource> source(
        new EngineSource(std::move(*engine), FolderSource::ofRunner(path), std::move(definitions)));
    const Result<StartReport> report = source->m_engine->ready().result();
    if (!report)
        return fail(report.error());
    source->m_startNotices = report->notices;
    return source;
}

EngineSource::EngineSource(std::unique_ptr<ActorEngine> engine, std::unique_ptr<FolderSource> files,
                           std::shared_ptr<const Definitions> definitions)
    : m_engine(std::move(engine)), m_files(std::move(files)), m_definitions(std::move(definitions))
{}

EngineSource::~EngineSource() = default;

QString EngineSource::location() const
{
    return m_files->location();
}

/// What is not on the board does not run.
void EngineSource::addLiveStatus(ActorEntry &entry, const Statuses &statuses) const
{
    const Result<ActorId> id = ActorId::fromText(entry.fileName);
    if (!id || m_isStopped)
        return;
    entry.presence = Presence::Free;
    entry.holder.reset();
    const auto found = statuses.constFind(*id);
    if (found == statuses.constEnd())
        return;
    entry.live = *found;
    entry.presence = Presence::Held;
}

Result<ActorListEnd> EngineSource::listActors(const ActorQuery &query, const ActorBatchSink &sink,
                                              std::stop_token stop) const
{
    return m_files->listActors(
        query,
        [&](ActorBatch batch) {
            const Statuses statuses = m_engine->statuses().all();
            for (ActorEntry &entry : batch)
                addLiveStatus(entry, statuses);
            sink(std::move(batch));
        },
        stop);
}

Result<ActorDetails> EngineSource::actor(const ActorId &id) const
{
    Result<ActorDetails> details = m_files->actor(id);
    if (details) {
        Statuses statuses;
        if (const std::optional<LiveStatus> status = m_engine->statuses().of(id))
            statuses.insert(id, *status);
        addLiveStatus(details->entry, statuses);
    }
    return details;
}

Result<KvPage> EngineSource::kvPage(const ActorId &id, const KvQuery &query,
                                    std::stop_token stop) const
{
    return m_files->kvPage(id, query, stop);
}

Result<std::optional<KvRow>> EngineSource::kvRow(const ActorId &id, const KvCursor &key,
                                                 qint64 maxBytes, std::stop_token stop) const
{
    return m_files->kvRow(id, key, maxBytes, stop);
}

Result<KvTotals> EngineSource::kvTotals(const ActorId &id, std::stop_token stop) const
{
    return m_files->kvTotals(id, stop);
}

QByteArray EngineSource::kvStamp(const ActorId &id) const
{
    return m_files->kvStamp(id);
}

Result<QList<AlarmEntry>> EngineSource::alarms(std::stop_token stop) const
{
    return m_files->alarms(stop);
}

Capability EngineSource::capability(ActorCommand command) const
{
    if (m_isStopped && command != ActorCommand::Export)
        return {false, QStringLiteral("this folder is not run any more; run it again")};
    return {true, {}};
}

template <class Future>
auto EngineSource::await(const ActorId &id, Future answer)
{
    const auto result = answer.result();
    // Who looks next shall see what was done.
    (void)m_engine->told(id).result();
    return result;
}

Result<void> EngineSource::run(ActorCommand command, const ActorId &id)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(command).reason);
    switch (command) {
    case ActorCommand::Wake:
        return await(id, m_engine->start(id));
    case ActorCommand::Sleep: {
        const Result<void> slept = await(id, m_engine->sleep(id));
        if (slept || slept.error().code != ErrorCode::NotRunning)
            return slept;
        // Its record may say otherwise, after an unclean end.
        return await(id, m_engine->markAsleep(id));
    }
    case ActorCommand::Destroy:
        return await(id, m_engine->destroy(id));
    case ActorCommand::FireAlarm:
        return await(id, m_engine->fireAlarm(id));
    case ActorCommand::CancelAlarm:
        return await(id, m_engine->cancelAlarm(id));
    case ActorCommand::SetAlarm:
    case ActorCommand::Create:
    case ActorCommand::WriteKv:
    case ActorCommand::EditKv:
    case ActorCommand::Import:
    case ActorCommand::Export:
        break;
    }
    return fail(ErrorCode::NotSupported,
                QStringLiteral("this command needs more than an actor's id"));
}

Result<void> EngineSource::setAlarm(const ActorId &id, Timestamp at)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::SetAlarm).reason);
    const Result<AlarmOutcome> outcome = await(id, m_engine->replaceAlarm(id, at));
    if (!outcome)
        return fail(outcome.error());
    return {};
}

Result<ActorId> EngineSource::create(const NewActor &actor)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::Create).reason);
    const Result<Creation> creation = creationOf(actor.name, actor.key, actor.input);
    if (!creation)
        return fail(creation.error());
    const ActorId id = ActorId::of(actor.name, actor.key);
    const Result<ActorId> created = await(id, m_engine->create(*creation));
    if (!created || !m_definitions->find(actor.name))
        return created;
    if (const Result<void> started = await(id, m_engine->start(id)); !started) {
        return fail(started.error().of(
            QStringLiteral("%1 was created, but it could not be started").arg(id.text())));
    }
    return id;
}

Result<void> EngineSource::putKv(const ActorId &id, const KvEntries &entries)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::WriteKv).reason);
    return await(id, m_engine->putKv(id, entries));
}

Result<void> EngineSource::removeKv(const ActorId &id, const QList<QByteArray> &keys)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::WriteKv).reason);
    return await(id, m_engine->removeKv(id, keys));
}

Result<EditOutcome> EngineSource::edit(const ActorId &id, const KvEdit &edit)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::EditKv).reason);
    return await(id, m_engine->editKv(id, edit));
}

Result<ImportOutcome> EngineSource::importActor(const QString &bundleFile,
                                                const ImportOptions &options, std::stop_token stop)
{
    if (m_isStopped)
        return fail(ErrorCode::NotSupported, capability(ActorCommand::Import).reason);
    // The long part, on this thread: the actor's has to put files in their places only.
    const auto staged =
        StagedActor::ofBundle(StorageLayout(location()), bundleFile, options, std::move(stop));
    if (!staged)
        return fail(staged.error());
    const ActorArrival &arrival = (*staged)->arrival();
    if (options.existing == ImportOptions::Existing::Replace) {
        const Result<void> slept = await(arrival.id, m_engine->sleep(arrival.id));
        if (!slept && slept.error().code == ErrorCode::ShuttingDown)
            return fail(slept.error());
    }
    const Result<void> installed = await(arrival.id, m_engine->install(*staged, options.existing));
    if (!installed)
        return fail(installed.error());
    return ImportOutcome{arrival.id, arrival.notices};
}

EventLog *EngineSource::events()
{
    return &m_engine->events();
}

QStringList EngineSource::definitions() const
{
    return m_definitions->names();
}

void EngineSource::stopRunning()
{
    if (!m_isStopped.exchange(true))
        m_engine->shutDown();
}

} // namespace greenroom
