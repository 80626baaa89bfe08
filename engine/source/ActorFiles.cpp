#include "ActorFiles.h"

#include "AlarmRecord.h"
#include "FileStamp.h"
#include "FolderLock.h"
#include "KvSelect.h"
#include "LegacyKv.h"
#include "RecordFile.h"

namespace greenroom {

namespace {

QString noRecord()
{
    return QStringLiteral("there is no such actor: it has no state file");
}

bool isNotFound(const Error &error)
{
    return error.code == ErrorCode::NotFound;
}

void appendStamp(QByteArray &out, const FileStamp &stamp)
{
    out += QByteArray::number(int(stamp.kind)) + ' ' + QByteArray::number(stamp.size) + ' ' +
           QByteArray::number(stamp.modifiedNs) + ' ' + QByteArray::number(stamp.inode) + '\n';
}

} // namespace

FolderHolders FolderHolders::now(const StorageLayout &layout)
{
    return {FolderLock::holderOf(layout), DatabaseHolders::now()};
}

AlarmEntry ActorFiles::alarm(const ActorId &id) const
{
    AlarmEntry alarm;
    alarm.fileName = id.text();
    alarm.orphan = !FileStamp::of(m_layout.stateFile(id)).exists();
    const Result<AlarmRecord> record = readRecord(m_layout.alarmFile(id), decodeAlarmRecord);
    if (!record) {
        alarm.error = record.error();
        return alarm;
    }
    alarm.timestamp = record->timestamp;
    if (record->actorId != id.text()) {
        alarm.error = Error{ErrorCode::OtherActorId,
                            QStringLiteral("%1: the record inside names actor \"%2\"")
                                .arg(m_layout.alarmFile(id), record->actorId)};
    }
    return alarm;
}

void ActorFiles::addAlarm(ActorEntry &entry, const ActorId &id) const
{
    const AlarmEntry found = alarm(id);
    entry.alarmAt = found.timestamp;
    if (found.error && !isNotFound(*found.error))
        entry.warnings << QStringLiteral("Alarm: ") + found.error->message;
}

void ActorFiles::addPresence(ActorEntry &entry, const ActorId &id,
                             const FolderHolders &holders) const
{
    const QString database = m_layout.databaseFile(id);
    const FileStamp::Kind kind = FileStamp::of(database).kind;
    if (kind == FileStamp::Kind::Missing &&
        FileStamp::of(StorageLayout::walOf(database)).exists()) {
        entry.warnings << QStringLiteral("Key-values: a -wal file is left over of a database that "
                                         "is gone: ") +
                              StorageLayout::walOf(database);
    }
    if (holders.runner) {
        entry.holder = holders.runner;
        entry.presence = Presence::Held;
        return;
    }
    // An actor of an older rivetkit keeps no database, so nothing tells whether it runs.
    if (kind != FileStamp::Kind::File || !holders.databases.isKnown())
        return;
    entry.holder = holders.databases.holderOf(database);
    entry.presence = entry.holder ? Presence::Held : Presence::Free;
}

ActorEntry ActorFiles::entry(const QString &fileName, const FolderHolders &holders) const
{
    ActorEntry entry;
    entry.fileName = fileName;
    const Result<ActorId> id = ActorId::fromText(fileName);
    if (!id) {
        entry.error = id.error();
        return entry;
    }
    Result<ActorRecord> record = readRecord(m_layout.stateFile(*id), decodeActorRecord);
    if (record) {
        if (record->actorId != fileName) {
            entry.warnings
                << QStringLiteral("The record inside names actor \"%1\"").arg(record->actorId);
        }
        record->legacyKv.clear();
        entry.record = std::move(*record);
    } else {
        entry.error = record.error();
    }
    addAlarm(entry, *id);
    addPresence(entry, *id, holders);
    return entry;
}

QList<ActorFile> ActorFiles::files(const ActorId &id) const
{
    const QString database = m_layout.databaseFile(id);
    const QString paths[] = {m_layout.stateFile(id),
                             m_layout.alarmFile(id),
                             database,
                             StorageLayout::walOf(database),
                             StorageLayout::shmOf(database),
                             StorageLayout::journalOf(database)};
    QList<ActorFile> files;
    for (const QString &path : paths) {
        const FileStamp stamp = FileStamp::of(path);
        if (stamp.exists())
            files.append({path, stamp.size, stamp.modifiedNs / 1'000'000});
    }
    return files;
}

Result<ActorDetails> ActorFiles::details(const ActorId &id) const
{
    ActorDetails details;
    details.files = files(id);
    if (details.files.isEmpty())
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": ") + noRecord());
    details.entry = entry(id.text(), FolderHolders::now(m_layout));
    if (details.entry.error && isNotFound(*details.entry.error)) {
        details.entry.error->message =
            noRecord() + QStringLiteral(", though other files of that id are left");
    }
    details.stateBytes = readRecordFile(m_layout.stateFile(id)).value_or(QByteArray());
    const Result<QByteArray> alarm = readRecordFile(m_layout.alarmFile(id));
    if (alarm || !isNotFound(alarm.error()))
        details.alarmBytes = alarm.value_or(QByteArray());
    return details;
}

Result<void>
ActorFiles::readKv(const ActorId &id, std::stop_token stop,
                   const std::function<Result<void>(const SqlConnection &)> &ofDatabase,
                   const std::function<void(const LegacyKv &)> &ofRecord) const
{
    bool hasRows = false;
    const Result<void> read = m_readDatabase(
        m_layout.databaseFile(id),
        [&](const SqlConnection &database) -> Result<void> {
            const Result<bool> any = selectAny(database);
            if (!any)
                return fail(any.error());
            hasRows = *any;
            return hasRows ? ofDatabase(database) : Result<void>();
        },
        stop);
    if (read && hasRows)
        return {};

    // No rows, no table or no database: the driver's migration would fill it from the record.
    const bool missing = !read && isNotFound(read.error());
    if (!read && !missing && read.error().code != ErrorCode::NoSuchTable)
        return read;
    const Result<ActorRecord> record = readRecord(m_layout.stateFile(id), decodeActorRecord);
    if (record && (read || missing || !record->legacyKv.isEmpty())) {
        ofRecord(LegacyKv(record->legacyKv));
        return {};
    }
    if (read) { // an empty database, whose record is gone or damaged
        ofRecord(LegacyKv({}));
        return {};
    }
    if (!missing)
        return read;
    if (isNotFound(record.error()))
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": ") + noRecord());
    return fail(record.error());
}

QByteArray ActorFiles::kvStamp(const ActorId &id) const
{
    const QString database = m_layout.databaseFile(id);
    QByteArray stamp;
    appendStamp(stamp, FileStamp::of(database));
    appendStamp(stamp, FileStamp::of(StorageLayout::walOf(database)));
    appendStamp(stamp, FileStamp::of(m_layout.stateFile(id)));
    return stamp;
}

} // namespace greenroom
