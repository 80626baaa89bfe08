#include "FolderStore.h"

#include "FileStamp.h"
#include "FolderNames.h"
#include "RecordFile.h"

#include <QDir>

namespace greenroom {

namespace {

Result<QStringList> namesIn(const QString &folder)
{
    Result<FolderNames> found = FolderNames::of(folder);
    if (!found)
        return fail(found.error());
    return std::move(found->names);
}

} // namespace

Result<void> FolderStore::makeFolders() const
{
    for (const QString &folder :
         {m_layout.stateFolder(), m_layout.alarmFolder(), m_layout.databaseFolder()}) {
        if (!QDir().mkpath(folder)) {
            return fail(ErrorCode::Io,
                        folder + QStringLiteral(": the folder cannot be made; is the place "
                                                "writable, and no file in its way?"));
        }
    }
    return {};
}

QString FolderStore::nameOf(const ActorId &id) const
{
    return m_layout.stateFile(id);
}

Result<QStringList> FolderStore::actors() const
{
    return namesIn(m_layout.stateFolder());
}

Result<ActorRecord> FolderStore::record(const ActorId &id) const
{
    return readRecord(m_layout.stateFile(id), decodeActorRecord);
}

bool FolderStore::hasRecord(const ActorId &id) const
{
    return FileStamp::of(m_layout.stateFile(id)).exists();
}

Result<void> FolderStore::writeRecord(const ActorId &id, const ActorRecord &record)
{
    const Result<QByteArray> bytes = encodeActorRecord(record);
    if (!bytes)
        return fail(bytes.error().of(m_layout.stateFile(id)));
    return replaceRecordFile(m_layout.stateFile(id), *bytes);
}

Result<void> FolderStore::removeRecord(const ActorId &id)
{
    return removeRecordFile(m_layout.stateFile(id));
}

Result<QStringList> FolderStore::alarms() const
{
    return namesIn(m_layout.alarmFolder());
}

Result<AlarmRecord> FolderStore::alarm(const ActorId &id) const
{
    return readRecord(m_layout.alarmFile(id), decodeAlarmRecord);
}

Result<void> FolderStore::writeAlarm(const ActorId &id, Timestamp at)
{
    const Result<QByteArray> bytes = encodeAlarmRecord({.actorId = id.text(), .timestamp = at});
    if (!bytes)
        return fail(bytes.error().of(m_layout.alarmFile(id)));
    return replaceRecordFile(m_layout.alarmFile(id), *bytes);
}

Result<void> FolderStore::removeAlarm(const ActorId &id)
{
    return removeRecordFile(m_layout.alarmFile(id));
}

bool FolderStore::hasDatabase(const ActorId &id) const
{
    return FileStamp::of(m_layout.databaseFile(id)).exists();
}

Result<void> FolderStore::makeDatabase(const ActorId &id, const KvEntries &entries,
                                       Durability durability)
{
    return ActorDatabase::make(m_layout.databaseFile(id), entries, durability);
}

Result<std::unique_ptr<ActorDatabase>> FolderStore::openDatabase(const ActorId &id,
                                                                 Durability durability)
{
    return ActorDatabase::open(m_layout.databaseFile(id), durability);
}

Result<void> FolderStore::removeDatabase(const ActorId &id)
{
    const QString database = m_layout.databaseFile(id);
    // The journals first: without its database one would be taken for that of the next.
    for (const QString &path : {StorageLayout::walOf(database), StorageLayout::shmOf(database),
                                StorageLayout::journalOf(database), database}) {
        if (const Result<void> removed = removeRecordFile(path); !removed)
            return removed;
    }
    return {};
}

} // namespace greenroom
