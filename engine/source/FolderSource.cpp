#include "FolderSource.h"

#include "AlarmRecord.h"
#include "DatabaseHolders.h"
#include "DatabaseView.h"
#include "FileStamp.h"
#include "FolderNames.h"
#include "KvSelect.h"
#include "LegacyKv.h"
#include "RecordFile.h"
#include "StorageLayout.h"

#include <QDir>

#include <algorithm>

namespace greenroom {

namespace {

// The first rows should be on the screen at once; later ones may come in larger steps.
constexpr qsizetype FirstBatch = 64;
constexpr qsizetype NextBatch = 1024;

// Rows that are counted in one go, some 20 ms.
constexpr qint64 RowsPerStep = 100'000;

QString noRecord()
{
    return QStringLiteral("there is no such actor: it has no state file");
}

/// The names in a folder; a folder that is missing has none.
Result<FolderNames> namesIn(const QString &folder)
{
    Result<FolderNames> found = FolderNames::of(folder);
    if (!found && found.error().code == ErrorCode::NotFound)
        return FolderNames();
    return found;
}

/// The record in the file, or why there is none.
template <class Record>
Result<Record> readRecord(const QString &path, Result<Record> (*decode)(QByteArrayView))
{
    const Result<QByteArray> bytes = readRecordFile(path);
    if (!bytes)
        return fail(bytes.error());
    Result<Record> record = decode(*bytes);
    if (!record)
        return fail(record.error().of(path));
    return record;
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

struct FolderSource::Files
{
    StorageLayout layout;

    AlarmEntry alarm(const ActorId &id) const;
    void addAlarm(ActorEntry &entry, const ActorId &id) const;
    void addPresence(ActorEntry &entry, const ActorId &id, const DatabaseHolders &holders) const;
    ActorEntry entry(const QString &fileName, const DatabaseHolders &holders) const;
    QList<ActorFile> filesOf(const ActorId &id) const;

    /// Asks the database where it has rows, and else the record's legacy key-values.
    template <class Answer>
    Result<Answer> kv(const ActorId &id, std::stop_token stop,
                      const std::function<Result<Answer>(const SqlConnection &)> &ofDatabase,
                      const std::function<Answer(const LegacyKv &)> &ofRecord) const;
};

AlarmEntry FolderSource::Files::alarm(const ActorId &id) const
{
    AlarmEntry alarm;
    alarm.fileName = id.text();
    alarm.orphan = !FileStamp::of(layout.stateFile(id)).exists();
    const Result<AlarmRecord> record = readRecord(layout.alarmFile(id), decodeAlarmRecord);
    if (!record) {
        alarm.error = record.error();
        return alarm;
    }
    alarm.timestamp = record->timestamp;
    if (record->actorId != id.text()) {
        alarm.error = Error{ErrorCode::OtherActorId,
                            QStringLiteral("%1: the record inside names actor \"%2\"")
                                .arg(layout.alarmFile(id), record->actorId)};
    }
    return alarm;
}

void FolderSource::Files::addAlarm(ActorEntry &entry, const ActorId &id) const
{
    const AlarmEntry found = alarm(id);
    entry.alarmAt = found.timestamp;
    if (found.error && !isNotFound(*found.error))
        entry.warnings << QStringLiteral("Alarm: ") + found.error->message;
}

void FolderSource::Files::addPresence(ActorEntry &entry, const ActorId &id,
                                      const DatabaseHolders &holders) const
{
    const QString database = layout.databaseFile(id);
    const FileStamp::Kind kind = FileStamp::of(database).kind;
    if (kind == FileStamp::Kind::Missing &&
        FileStamp::of(StorageLayout::walOf(database)).exists()) {
        entry.warnings << QStringLiteral("Key-values: a -wal file is left over of a database that "
                                         "is gone: ") +
                              StorageLayout::walOf(database);
    }
    // An actor of an older rivetkit keeps no database, so nothing tells whether it runs.
    if (kind != FileStamp::Kind::File || !holders.isKnown())
        return;
    entry.holder = holders.holderOf(database);
    entry.presence = entry.holder ? Presence::Held : Presence::Free;
}

ActorEntry FolderSource::Files::entry(const QString &fileName, const DatabaseHolders &holders) const
{
    ActorEntry entry;
    entry.fileName = fileName;
    const Result<ActorId> id = ActorId::fromText(fileName);
    if (!id) {
        entry.error = id.error();
        return entry;
    }
    Result<ActorRecord> record = readRecord(layout.stateFile(*id), decodeActorRecord);
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

QList<ActorFile> FolderSource::Files::filesOf(const ActorId &id) const
{
    const QString database = layout.databaseFile(id);
    const QString paths[] = {layout.stateFile(id),
                             layout.alarmFile(id),
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

template <class Answer>
Result<Answer>
FolderSource::Files::kv(const ActorId &id, std::stop_token stop,
                        const std::function<Result<Answer>(const SqlConnection &)> &ofDatabase,
                        const std::function<Answer(const LegacyKv &)> &ofRecord) const
{
    std::optional<Answer> answer;
    const Result<void> read = readDatabase(
        layout.databaseFile(id),
        [&](const SqlConnection &database) -> Result<void> {
            answer.reset();
            const Result<bool> any = selectAny(database);
            if (!any)
                return fail(any.error());
            if (!*any)
                return {};
            Result<Answer> found = ofDatabase(database);
            if (!found)
                return fail(found.error());
            answer = std::move(*found);
            return {};
        },
        stop);
    if (answer && read)
        return *answer;

    // No rows, no table or no database: the driver's migration would fill it from the record.
    const bool missing = !read && isNotFound(read.error());
    if (!read && !missing && read.error().code != ErrorCode::NoSuchTable)
        return fail(read.error());
    const Result<ActorRecord> record = readRecord(layout.stateFile(id), decodeActorRecord);
    if (record && (read || missing || !record->legacyKv.isEmpty()))
        return ofRecord(LegacyKv(record->legacyKv));
    if (read) // an empty database, whose record is gone or damaged
        return ofRecord(LegacyKv({}));
    if (!missing)
        return fail(read.error());
    if (isNotFound(record.error()))
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": ") + noRecord());
    return fail(record.error());
}

FolderSource::FolderSource(const QString &folder)
    : m_files(std::make_unique<const Files>(Files{StorageLayout(folder)}))
{}

FolderSource::~FolderSource() = default;

Result<std::unique_ptr<FolderSource>> FolderSource::open(const QString &folder)
{
    const QString path = QDir::cleanPath(QDir().absoluteFilePath(folder));
    const FileStamp stamp = FileStamp::of(path);
    if (!stamp.exists())
        return fail(ErrorCode::NotFound, path + QStringLiteral(": there is no such folder"));
    if (stamp.kind != FileStamp::Kind::Folder)
        return fail(ErrorCode::NotFound, path + QStringLiteral(": this is a file, not a folder"));

    const StorageLayout layout(path);
    const QString parts[] = {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()};
    const bool isStorage = std::any_of(std::begin(parts), std::end(parts), [](const QString &part) {
        return FileStamp::of(part).kind == FileStamp::Kind::Folder;
    });
    if (isStorage)
        return std::unique_ptr<FolderSource>(new FolderSource(path));

    QString message =
        path + QStringLiteral(": this is no storage folder, it has none of the folders "
                              "state, alarms and databases");
    const QString ofProject = StorageLayout::defaultRoot(path);
    if (FileStamp::of(ofProject).exists()) {
        message += QStringLiteral("; a program started there keeps its actors in ") + ofProject;
    }
    return fail(ErrorCode::NotFound, message);
}

QString FolderSource::defaultFolder(const QString &workingFolder)
{
    return StorageLayout::defaultRoot(workingFolder);
}

QString FolderSource::location() const
{
    return m_files->layout.root();
}

Result<ActorListEnd> FolderSource::listActors(const ActorQuery &query, const ActorBatchSink &sink,
                                              std::stop_token stop) const
{
    ActorListEnd end;
    const QString folder = m_files->layout.stateFolder();
    if (FileStamp::of(folder).kind != FileStamp::Kind::Folder)
        end.notices
            << QStringLiteral("%1: the folder is missing, so there are no actors").arg(folder);

    const Result<FolderNames> found = namesIn(folder);
    if (!found)
        return fail(found.error());
    for (const QString &name : found->unreadable) {
        end.notices << QStringLiteral("%1/%2: the file's name is not UTF-8; it is passed over")
                           .arg(folder, name);
    }

    const DatabaseHolders holders = DatabaseHolders::now();
    const QStringList &names = found->names;
    ActorBatch batch;
    qsizetype batchSize = FirstBatch;
    QString last;
    qint64 given = 0;
    for (auto name = std::upper_bound(names.begin(), names.end(), query.after); name != names.end();
         ++name) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("listing was cancelled"));
        ActorEntry entry = m_files->entry(*name, holders);
        if (entry.error && isNotFound(*entry.error))
            continue; // destroyed since its name was read
        if (query.name && (!entry.record || entry.record->name != *query.name))
            continue;
        if (given == query.limit) {
            end.cursor = last;
            break;
        }
        last = *name;
        batch.append(std::move(entry));
        ++given;
        if (batch.size() >= batchSize) {
            sink(std::exchange(batch, {}));
            batchSize = NextBatch;
        }
    }
    if (!batch.isEmpty())
        sink(std::move(batch));
    return end;
}

Result<ActorDetails> FolderSource::actor(const ActorId &id) const
{
    ActorDetails details;
    details.files = m_files->filesOf(id);
    if (details.files.isEmpty())
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": ") + noRecord());
    details.entry = m_files->entry(id.text(), DatabaseHolders::now());
    if (details.entry.error && isNotFound(*details.entry.error)) {
        details.entry.error->message =
            noRecord() + QStringLiteral(", though other files of that id are left");
    }
    details.stateBytes = readRecordFile(m_files->layout.stateFile(id)).value_or(QByteArray());
    const Result<QByteArray> alarm = readRecordFile(m_files->layout.alarmFile(id));
    if (alarm || !isNotFound(alarm.error()))
        details.alarmBytes = alarm.value_or(QByteArray());
    return details;
}

Result<KvPage> FolderSource::kvPage(const ActorId &id, const KvQuery &query,
                                    std::stop_token stop) const
{
    return m_files->kv<KvPage>(
        id, stop, [&](const SqlConnection &database) { return selectPage(database, query); },
        [&](const LegacyKv &legacy) { return legacy.page(query); });
}

Result<std::optional<KvRow>> FolderSource::kvRow(const ActorId &id, const KvCursor &key,
                                                 qint64 maxBytes, std::stop_token stop) const
{
    return m_files->kv<std::optional<KvRow>>(
        id, stop, [&](const SqlConnection &database) { return selectRow(database, key, maxBytes); },
        [&](const LegacyKv &legacy) { return legacy.row(key, maxBytes); });
}

Result<KvTotals> FolderSource::kvTotals(const ActorId &id, std::stop_token stop) const
{
    KvCount count;
    while (!count.done) {
        // A step at a time, so that whoever wants a page of this database waits for one step only.
        const Result<KvCount> next = m_files->kv<KvCount>(
            id, stop,
            [&](const SqlConnection &database) { return countOn(database, count, RowsPerStep); },
            [&](const LegacyKv &legacy) {
                return KvCount{.totals = legacy.totals(), .done = true};
            });
        if (!next)
            return fail(next.error());
        count = *next;
    }
    return count.totals;
}

QByteArray FolderSource::kvStamp(const ActorId &id) const
{
    const QString database = m_files->layout.databaseFile(id);
    QByteArray stamp;
    appendStamp(stamp, FileStamp::of(database));
    appendStamp(stamp, FileStamp::of(StorageLayout::walOf(database)));
    appendStamp(stamp, FileStamp::of(m_files->layout.stateFile(id)));
    return stamp;
}

Result<QList<AlarmEntry>> FolderSource::alarms(std::stop_token stop) const
{
    const Result<FolderNames> found = namesIn(m_files->layout.alarmFolder());
    if (!found)
        return fail(found.error());
    QList<AlarmEntry> alarms;
    for (const QString &name : found->names) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("reading the alarms was cancelled"));
        const Result<ActorId> id = ActorId::fromText(name);
        if (!id) {
            alarms.append({name, std::nullopt, true, id.error()});
            continue;
        }
        AlarmEntry alarm = m_files->alarm(*id);
        if (!alarm.error || !isNotFound(*alarm.error)) // else it fired since its name was read
            alarms.append(std::move(alarm));
    }
    std::stable_sort(alarms.begin(), alarms.end(), [](const AlarmEntry &a, const AlarmEntry &b) {
        if (a.timestamp.has_value() != b.timestamp.has_value())
            return a.timestamp.has_value();
        return a.timestamp < b.timestamp;
    });
    return alarms;
}

Capability FolderSource::capability(ActorCommand) const
{
    return {false,
            QStringLiteral("Greenroom only looks at this folder and runs none of its actors")};
}

Result<void> FolderSource::run(ActorCommand command, const ActorId &)
{
    return fail(ErrorCode::NotSupported, capability(command).reason);
}

} // namespace greenroom
