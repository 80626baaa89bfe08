#pragma once

#include "ActorSource.h"

#include <atomic>
#include <memory>

namespace greenroom {

class ActorEngine;
class Definitions;
class FolderSource;
struct EngineSettings;

/// A storage folder whose actors this process runs. Reads as FolderSource does, on the caller's
/// thread and beside the engine's; commands go to the engine and block until they are done.
class EngineSource final : public ActorSource
{
public:
    /// Opens the folder, made if it is missing, and runs its actors. Fails as ActorEngine::open.
    [[nodiscard]] static Result<std::unique_ptr<EngineSource>>
    open(const QString &folder, std::shared_ptr<const Definitions> definitions,
         const EngineSettings &settings);

    /// Stops the engine.
    ~EngineSource() override;

    /// What the start has found.
    [[nodiscard]] const QStringList &startNotices() const { return m_startNotices; }

    [[nodiscard]] QString location() const override;
    [[nodiscard]] Result<ActorListEnd> listActors(const ActorQuery &query,
                                                  const ActorBatchSink &sink,
                                                  std::stop_token stop) const override;
    [[nodiscard]] Result<ActorDetails> actor(const ActorId &id) const override;
    [[nodiscard]] Result<KvPage> kvPage(const ActorId &id, const KvQuery &query,
                                        std::stop_token stop) const override;
    [[nodiscard]] Result<std::optional<KvRow>> kvRow(const ActorId &id, const KvCursor &key,
                                                     qint64 maxBytes,
                                                     std::stop_token stop) const override;
    [[nodiscard]] Result<KvTotals> kvTotals(const ActorId &id, std::stop_token stop) const override;
    [[nodiscard]] QByteArray kvStamp(const ActorId &id) const override;
    [[nodiscard]] Result<QList<AlarmEntry>> alarms(std::stop_token stop) const override;
    [[nodiscard]] Capability capability(ActorCommand command) const override;
    [[nodiscard]] Result<void> run(ActorCommand command, const ActorId &id) override;
    [[nodiscard]] Result<void> setAlarm(const ActorId &id, Timestamp at) override;
    [[nodiscard]] Result<ActorId> create(const NewActor &actor) override;
    [[nodiscard]] Result<void> putKv(const ActorId &id, const KvEntries &entries) override;
    [[nodiscard]] Result<void> removeKv(const ActorId &id, const QList<QByteArray> &keys) override;
    [[nodiscard]] Result<EditOutcome> edit(const ActorId &id, const KvEdit &edit) override;
    [[nodiscard]] Result<ImportOutcome> importActor(const QString &bundleFile,
                                                    const ImportOptions &options,
                                                    std::stop_token stop) override;
    [[nodiscard]] QStringList definitions() const override;
    [[nodiscard]] EventLog *events() override;
    void stopRunning() override;

private:
    EngineSource(std::unique_ptr<ActorEngine> engine, std::unique_ptr<FolderSource> files,
                 std::shared_ptr<const Definitions> definitions);

    using Statuses = QHash<ActorId, LiveStatus>;
    void addLiveStatus(ActorEntry &entry, const Statuses &statuses) const;
    template <class Future>
    [[nodiscard]] auto await(const ActorId &id, Future answer);

    const std::unique_ptr<ActorEngine> m_engine;
    const std::unique_ptr<FolderSource> m_files;
    const std::shared_ptr<const Definitions> m_definitions;
    QStringList m_startNotices;
    std::atomic<bool> m_isStopped = false;
};

} // namespace greenroom
