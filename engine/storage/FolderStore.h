#pragma once

#include "ActorStore.h"
#include "StorageLayout.h"

namespace greenroom {

/// Actors in a storage folder (storage-format §1).
class FolderStore final : public ActorStore
{
public:
    explicit FolderStore(StorageLayout layout) : m_layout(std::move(layout)) {}

    /// Makes the folders that are missing.
    [[nodiscard]] Result<void> makeFolders() const;

    [[nodiscard]] bool isPersistent() const override { return true; }
    [[nodiscard]] QString nameOf(const ActorId &id) const override;
    [[nodiscard]] Result<QStringList> actors() const override;
    [[nodiscard]] Result<ActorRecord> record(const ActorId &id) const override;
    [[nodiscard]] bool hasRecord(const ActorId &id) const override;
    [[nodiscard]] Result<void> writeRecord(const ActorId &id, const ActorRecord &record) override;
    [[nodiscard]] Result<void> removeRecord(const ActorId &id) override;
    [[nodiscard]] Result<QStringList> alarms() const override;
    [[nodiscard]] Result<AlarmRecord> alarm(const ActorId &id) const override;
    [[nodiscard]] Result<void> writeAlarm(const ActorId &id, Timestamp at) override;
    [[nodiscard]] Result<void> removeAlarm(const ActorId &id) override;
    [[nodiscard]] bool hasDatabase(const ActorId &id) const override;
    [[nodiscard]] Result<void> makeDatabase(const ActorId &id, const KvEntries &entries,
                                            Durability durability) override;
    [[nodiscard]] Result<std::unique_ptr<ActorDatabase>>
    openDatabase(const ActorId &id, Durability durability) override;
    [[nodiscard]] Result<void> removeDatabase(const ActorId &id) override;

private:
    const StorageLayout m_layout;
};

} // namespace greenroom
