#pragma once

#include "ActorStore.h"

#include <QHash>

#include <mutex>

namespace greenroom {

/// Actors that live as long as the engine and never touch the disk. Their databases live as long
/// as they are open.
class MemoryStore final : public ActorStore
{
public:
    [[nodiscard]] bool isPersistent() const override { return false; }
    [[nodiscard]] QString nameOf(const ActorId &id) const override { return id.text(); }
    [[nodiscard]] Result<QStringList> actors() const override;
    [[nodiscard]] Result<ActorRecord> record(const ActorId &id) const override;
    [[nodiscard]] bool hasRecord(const ActorId &id) const override;
    [[nodiscard]] Result<void> writeRecord(const ActorId &id, const ActorRecord &record) override;
    [[nodiscard]] Result<void> removeRecord(const ActorId &id) override;
    [[nodiscard]] Result<QStringList> alarms() const override;
    [[nodiscard]] Result<AlarmRecord> alarm(const ActorId &id) const override;
    [[nodiscard]] Result<void> writeAlarm(const ActorId &id, Timestamp at) override;
    [[nodiscard]] Result<void> removeAlarm(const ActorId &id) override;
    [[nodiscard]] bool hasDatabase(const ActorId &id) const override { return hasRecord(id); }
    [[nodiscard]] Result<void> makeDatabase(const ActorId &id, const KvEntries &entries,
                                            Durability durability) override;
    [[nodiscard]] Result<std::unique_ptr<ActorDatabase>>
    openDatabase(const ActorId &id, Durability durability) override;
    [[nodiscard]] Result<void> removeDatabase(const ActorId &) override { return {}; }

private:
    mutable std::mutex m_mutex; // guards the rest
    QHash<ActorId, ActorRecord> m_records;
    QHash<ActorId, Timestamp> m_alarms;
};

} // namespace greenroom
