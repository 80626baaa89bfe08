#include "FolderChange.h"

#include "DatabaseHolders.h"
#include "EditCheck.h"
#include "FolderLock.h"
#include "FolderStore.h"
#include "StagedActor.h"

namespace greenroom {

namespace {

/// SQLite's refusal, told by who is in the way. Nobody is after the check at the beginning, unless
/// another program has begun to run the folder since.
Error heldBy(const StorageLayout &layout, const ActorId &id, Error error)
{
    if (error.code != ErrorCode::DatabaseBusy)
        return error;
    const auto holder = DatabaseHolders::now().holderOf(layout.databaseFile(id));
    return {ErrorCode::FolderHeld,
            QStringLiteral("%1: %2 has the actor's database open; end it first")
                .arg(id.text(), holder ? holder->text() : QStringLiteral("another program"))};
}

} // namespace

FolderChange::FolderChange(const StorageLayout &layout) : m_layout(layout), m_turn(layout.root()) {}

FolderChange::~FolderChange() = default;

Result<std::unique_ptr<FolderChange>> FolderChange::begin(const StorageLayout &layout)
{
    std::unique_ptr<FolderChange> change(new FolderChange(layout));
    Result<std::unique_ptr<FolderLock>> lock = FolderLock::take(layout);
    if (!lock)
        return fail(lock.error());
    change->m_lock = std::move(*lock);
    return change;
}

Result<EditOutcome> FolderChange::edit(const ActorId &id, const KvEdit &edit)
{
    FolderStore store(m_layout);
    Result<ActorRecord> record = store.record(id);
    if (!record) {
        return record.error().code == ErrorCode::NotFound
                   ? fail(ErrorCode::NotFound,
                          id.text() + QStringLiteral(": there is no such actor"))
                   : fail(record.error());
    }
    if (record->destroyTs) {
        return fail(ErrorCode::Stopping,
                    id.text() + QStringLiteral(": it is being destroyed, which ends when the "
                                               "folder is run; nothing is written any more"));
    }
    const PathTurn turn(m_layout.databaseFile(id));
    const bool isNew = !store.hasDatabase(id);
    if (isNew && record->legacyKv.isEmpty()) {
        if (EditOutcome outcome = outcomeOnNothing(edit); !outcome.isApplied())
            return outcome;
    }
    const auto apply = [&]() -> Result<EditOutcome> {
        auto database = store.openDatabase(id, Durability::Power);
        if (!database)
            return fail(database.error());
        // A program that has the actor's state in memory has the database open. It must not come
        // to that between the check and the commit either: a reader would still see what was.
        if (const auto alone = (*database)->keepOthersOut(); !alone)
            return fail(alone.error());
        return (*database)->edit(edit, record->legacyKv);
    };
    Result<EditOutcome> outcome = apply();
    if (!outcome || !outcome->isApplied()) {
        if (isNew)
            (void)store.removeDatabase(id); // the first failure is the one to tell
        return outcome ? outcome : fail(heldBy(m_layout, id, outcome.error()));
    }
    if (!record->legacyKv.isEmpty()) {
        // Now, not with the next write: if every row is deleted some day they would come back.
        record->legacyKv.clear();
        if (const auto written = store.writeRecord(id, *record); !written) {
            return fail(written.error().of(
                QStringLiteral("the edit was applied, but the key-values that an older rivetkit "
                               "left in the record could not be removed from it")));
        }
    }
    return outcome;
}

Result<ImportOutcome> FolderChange::importActor(const QString &bundleFile,
                                                const ImportOptions &options, std::stop_token stop)
{
    if (const Result<void> made = FolderStore(m_layout).makeFolders(); !made)
        return fail(made.error());
    const auto staged = StagedActor::ofBundle(m_layout, bundleFile, options, std::move(stop));
    if (!staged)
        return fail(staged.error());
    const ActorArrival &arrival = (*staged)->arrival();
    const PathTurn turn(m_layout.databaseFile(arrival.id));
    if (const Result<void> installed = (*staged)->install(); !installed)
        return fail(installed.error());
    return ImportOutcome{arrival.id, arrival.notices};
}

} // namespace greenroom
