#pragma once

#include "ActorStore.h"

#include <functional>

/// A store that fails where a test wants it to, and tells of each step. Used by one thread.
class FaultyStore final : public greenroom::ActorStore
{
public:
    explicit FaultyStore(std::unique_ptr<greenroom::ActorStore> store);
    ~FaultyStore() override;

    /// Makes the step that comes after @p skipped more of its kind fail, as "record",
    /// "writeRecord", "removeRecord", "alarm", "writeAlarm", "removeAlarm",
    /// "makeDatabase", "openDatabase" or "removeDatabase"; all kinds if @p step is empty. All that
    /// come later fail as well, until mend().
    void breakStep(const QString &step, int skipped = 0);
    void mend() { m_isBroken = false; }

    /// Called before each step that changes something, with its name.
    std::function<void(const QString &)> beforeChange;

    /// The changes since the last time.
    [[nodiscard]] QStringList takeChanges() { return std::exchange(m_changes, {}); }

    [[nodiscard]] bool isPersistent() const override { return m_store->isPersistent(); }
    [[nodiscard]] QString nameOf(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<QStringList> actors() const override;
    [[nodiscard]] greenroom::Result<greenroom::ActorRecord>
    record(const greenroom::ActorId &id) const override;
    [[nodiscard]] bool hasRecord(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<void>
    writeRecord(const greenroom::ActorId &id, const greenroom::ActorRecord &record) override;
    [[nodiscard]] greenroom::Result<void> removeRecord(const greenroom::ActorId &id) override;
    [[nodiscard]] greenroom::Result<QStringList> alarms() const override;
    [[nodiscard]] greenroom::Result<greenroom::AlarmRecord>
    alarm(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<void> writeAlarm(const greenroom::ActorId &id,
                                                     greenroom::Timestamp at) override;
    [[nodiscard]] greenroom::Result<void> removeAlarm(const greenroom::ActorId &id) override;
    [[nodiscard]] bool hasDatabase(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<void> makeDatabase(const greenroom::ActorId &id,
                                                       const greenroom::KvEntries &entries,
                                                       greenroom::Durability durability) override;
    [[nodiscard]] greenroom::Result<std::unique_ptr<greenroom::ActorDatabase>>
    openDatabase(const greenroom::ActorId &id, greenroom::Durability durability) override;
    [[nodiscard]] greenroom::Result<void> removeDatabase(const greenroom::ActorId &id) override;

private:
    [[nodiscard]] greenroom::Result<void> step(const QString &name,
                                               const greenroom::ActorId &id) const;
    [[nodiscard]] greenroom::Result<void> change(const QString &name, const greenroom::ActorId &id);

    const std::unique_ptr<greenroom::ActorStore> m_store;
    QString m_broken;
    mutable int m_skipped = 0;
    bool m_isBroken = false;
    QStringList m_changes;
};
