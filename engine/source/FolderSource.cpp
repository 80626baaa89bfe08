#include "FolderSource.h"

#include "ActorFiles.h"
#include "EditCheck.h"
#include "FileStamp.h"
#include "FolderChange.h"
#include "FolderNames.h"
#include "KvSelect.h"
#include "LegacyKv.h"

#include <QDir>

#include <algorithm>

namespace greenroom {

namespace {

// The first rows should be on the screen at once; later ones may come in larger steps.
constexpr qsizetype FirstBatch = 64;
constexpr qsizetype NextBatch = 1024;

// Rows that are counted in one go, some 20 ms.
constexpr qint64 RowsPerStep = 100'000;

/// The names in a folder; a folder that is missing has none.
Result<FolderNames> namesIn(const QString &folder)
{
    Result<FolderNames> found = FolderNames::of(folder);
    if (!found && found.error().code == ErrorCode::NotFound)
        return FolderNames();
    return found;
}

/// An answer about key-values, from wherever the driver would find them.
template <class Answer, class OfDatabase, class OfRecord>
Result<Answer> askKv(const ActorFiles &files, const ActorId &id, std::stop_token stop,
                     OfDatabase ofDatabase, OfRecord ofRecord)
{
    Answer answer;
    const Result<void> read = files.readKv(
        id, stop,
        [&](const SqlConnection &database) -> Result<void> {
            Result<Answer> found = ofDatabase(database);
            if (!found)
                return fail(found.error());
            answer = std::move(*found);
            return {};
        },
        [&](const LegacyKv &legacy) { answer = ofRecord(legacy); });
    if (!read)
        return fail(read.error());
    return answer;
}

} // namespace

FolderSource::FolderSource(std::unique_ptr<const ActorFiles> files) : m_files(std::move(files)) {}

FolderSource::~FolderSource() = default;

Result<std::unique_ptr<FolderSource>> FolderSource::open(const QString &folder)
{
    const QString path = QDir::cleanPath(QDir().absoluteFilePath(folder));
    const FileStamp stamp = FileStamp::of(path);
    if (!stamp.exists())
        return fail(ErrorCode::NotFound, path + QStringLiteral(": there is no such folder"));
    if (stamp.kind == FileStamp::Kind::File || stamp.kind == FileStamp::Kind::Special)
        return fail(ErrorCode::NotFound, path + QStringLiteral(": this is a file, not a folder"));
    if (const Result<FolderNames> inside = FolderNames::of(path); !inside)
        return fail(inside.error());

    const StorageLayout layout(path);
    const QString parts[] = {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()};
    const bool isStorage = std::any_of(std::begin(parts), std::end(parts), [](const QString &part) {
        return FileStamp::of(part).kind == FileStamp::Kind::Folder;
    });
    if (isStorage)
        return std::unique_ptr<FolderSource>(
            new FolderSource(std::make_unique<const ActorFiles>(path, readDatabase)));

    QString message =
        path + QStringLiteral(": this is no storage folder, it has none of the folders "
                              "state, alarms and databases");
    const QString ofProject = StorageLayout::defaultRoot(path);
    if (FileStamp::of(ofProject).exists()) {
        message += QStringLiteral("; a program started there keeps its actors in ") + ofProject;
    }
    return fail(ErrorCode::NotFound, message);
}

std::unique_ptr<FolderSource> FolderSource::ofRunner(const QString &folder)
{
    return std::unique_ptr<FolderSource>(
        new FolderSource(std::make_unique<const ActorFiles>(folder, readOwnDatabase)));
}

QString FolderSource::defaultFolder(const QString &workingFolder)
{
    return StorageLayout::defaultRoot(workingFolder);
}

QString FolderSource::location() const
{
    return m_files->layout().root();
}

Result<ActorListEnd> FolderSource::listActors(const ActorQuery &query, const ActorBatchSink &sink,
                                              std::stop_token stop) const
{
    ActorListEnd end;
    const QString folder = m_files->layout().stateFolder();
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

    const FolderHolders holders = FolderHolders::now(m_files->layout());
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
        if (entry.error && entry.error->code == ErrorCode::NotFound)
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
    return m_files->details(id);
}

Result<KvPage> FolderSource::kvPage(const ActorId &id, const KvQuery &query,
                                    std::stop_token stop) const
{
    return askKv<KvPage>(
        *m_files, id, stop,
        [&](const SqlConnection &database) { return selectPage(database, query); },
        [&](const LegacyKv &legacy) { return legacy.page(query); });
}

Result<std::optional<KvRow>> FolderSource::kvRow(const ActorId &id, const KvCursor &key,
                                                 qint64 maxBytes, std::stop_token stop) const
{
    return askKv<std::optional<KvRow>>(
        *m_files, id, stop,
        [&](const SqlConnection &database) { return selectRow(database, key, maxBytes); },
        [&](const LegacyKv &legacy) { return legacy.row(key, maxBytes); });
}

Result<KvTotals> FolderSource::kvTotals(const ActorId &id, std::stop_token stop) const
{
    KvCount count;
    while (!count.done) {
        // A step at a time, so that whoever wants a page of this database waits for one step only.
        const Result<KvCount> next = askKv<KvCount>(
            *m_files, id, stop,
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
    return m_files->kvStamp(id);
}

Result<QList<AlarmEntry>> FolderSource::alarms(std::stop_token stop) const
{
    const Result<FolderNames> found = namesIn(m_files->layout().alarmFolder());
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
        if (!alarm.error ||
            alarm.error->code != ErrorCode::NotFound) // else it fired since its name was read
            alarms.append(std::move(alarm));
    }
    std::stable_sort(alarms.begin(), alarms.end(), [](const AlarmEntry &a, const AlarmEntry &b) {
        if (a.timestamp.has_value() != b.timestamp.has_value())
            return a.timestamp.has_value();
        return a.timestamp < b.timestamp;
    });
    return alarms;
}

Capability FolderSource::capability(ActorCommand command) const
{
    switch (command) {
    case ActorCommand::EditKv:
    case ActorCommand::Import:
    case ActorCommand::Export:
        return {true, {}};
    default:
        break;
    }
    return {false, QStringLiteral("Greenroom only looks at this folder; run it first")};
}

/// What stands in an edit's way, told without a trace. The folder is not touched for an edit that
/// cannot be applied anyway.
Result<EditOutcome> FolderSource::tryEdit(const ActorId &id, const KvEdit &edit) const
{
    return askKv<EditOutcome>(
        *m_files, id, {},
        [&](const SqlConnection &database) -> Result<EditOutcome> {
            EditOutcome outcome;
            for (const KvChange &change : edit.changes) {
                const auto row = selectRow(database, {change.key, StorageClass::Blob}, WholeValue);
                if (!row)
                    return fail(row.error());
                outcome.add(change, *row ? std::optional((*row)->value) : std::nullopt);
            }
            return outcome;
        },
        [&](const LegacyKv &legacy) {
            EditOutcome outcome;
            for (const KvChange &change : edit.changes) {
                const auto row = legacy.row({change.key, StorageClass::Blob}, WholeValue);
                outcome.add(change, row ? std::optional(row->value) : std::nullopt);
            }
            return outcome;
        });
}

Result<EditOutcome> FolderSource::edit(const ActorId &id, const KvEdit &edit)
{
    if (const Result<void> checked = checkEdit(edit); !checked)
        return fail(checked.error().of(id.text()));
    Result<EditOutcome> tried = tryEdit(id, edit);
    if (!tried || !tried->isApplied())
        return tried;
    const Result<std::unique_ptr<FolderChange>> change = FolderChange::begin(m_files->layout());
    return change ? (*change)->edit(id, edit) : fail(change.error());
}

Result<ImportOutcome> FolderSource::importActor(const QString &bundleFile,
                                                const ImportOptions &options, std::stop_token stop)
{
    const Result<std::unique_ptr<FolderChange>> change = FolderChange::begin(m_files->layout());
    return change ? (*change)->importActor(bundleFile, options, std::move(stop))
                  : fail(change.error());
}

} // namespace greenroom
