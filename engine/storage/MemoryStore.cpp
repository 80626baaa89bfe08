#include "MemoryStore.h"

namespace greenroom {

namespace {

template <class Value>
QStringList sortedIds(const QHash<ActorId, Value> &values)
{
    QStringList ids;
    for (auto each = values.keyBegin(); each != values.keyEnd(); ++each)
        ids << each->text();
    ids.sort();
    return ids;
}

} // namespace

Result<QStringList> MemoryStore::actors() const
{
    const std::lock_guard lock(m_mutex);
    return sortedIds(m_records);
}

Result<ActorRecord> MemoryStore::record(const ActorId &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_records.constFind(id);
    if (found == m_records.constEnd())
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": there is no such actor"));
    return *found;
}

bool MemoryStore::hasRecord(const ActorId &id) const
{
    const std::lock_guard lock(m_mutex);
    return m_records.contains(id);
}

Result<void> MemoryStore::writeRecord(const ActorId &id, const ActorRecord &record)
{
    const std::lock_guard lock(m_mutex);
    m_records.insert(id, record);
    return {};
}

Result<void> MemoryStore::removeRecord(const ActorId &id)
{
    const std::lock_guard lock(m_mutex);
    m_records.remove(id);
    return {};
}

Result<QStringList> MemoryStore::alarms() const
{
    const std::lock_guard lock(m_mutex);
    return sortedIds(m_alarms);
}

Result<AlarmRecord> MemoryStore::alarm(const ActorId &id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_alarms.constFind(id);
    if (found == m_alarms.constEnd())
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": it has no alarm"));
    return AlarmRecord{.actorId = id.text(), .timestamp = *found};
}

Result<void> MemoryStore::writeAlarm(const ActorId &id, Timestamp at)
{
    const std::lock_guard lock(m_mutex);
    m_alarms.insert(id, at);
    return {};
}

Result<void> MemoryStore::removeAlarm(const ActorId &id)
{
    const std::lock_guard lock(m_mutex);
    m_alarms.remove(id);
    return {};
}

Result<void> MemoryStore::makeDatabase(const ActorId &, const KvEntries &, Durability)
{
    return fail(ErrorCode::NotSupported,
                QStringLiteral("a database in memory is there while it is open only"));
}

Result<std::unique_ptr<ActorDatabase>> MemoryStore::openDatabase(const ActorId &,
                                                                 Durability durability)
{
    return ActorDatabase::open(QStringLiteral(":memory:"), durability);
}

} // namespace greenroom
