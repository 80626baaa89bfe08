#include "Remains.h"

#include "DatabaseView.h"
#include "FileStamp.h"
#include "FolderStore.h"
#include "KvSelect.h"
#include "Operation.h"

namespace greenroom::crash {

namespace {

bool isCounter(const QByteArray &key)
{
    return key == Counter::Starts || key == Counter::Fired || key == Counter::Ticks ||
           key == Counter::Tocks || key == Counter::Wanted || key == Counter::Got;
}

Result<KvPage> readAll(const QString &database)
{
    KvPage all;
    const Result<void> read = readDatabase(database, [&](const SqlConnection &connection) {
        const Result<KvPage> page = selectPage(
            connection, KvQuery{std::nullopt, std::nullopt, KvOrder::Ascending, 100'000});
        if (!page)
            return Result<void>(fail(page.error()));
        all = *page;
        return Result<void>();
    });
    if (!read)
        return fail(read.error());
    return all;
}

} // namespace

Result<Remains> Remains::of(const QString &folder, int actor)
{
    const StorageLayout layout(folder);
    const FolderStore store(layout);
    const ActorId id = ActorId::of(ActorName, actorKey(actor));
    Remains remains;

    Result<ActorRecord> record = store.record(id);
    if (record)
        remains.record = std::move(*record);
    else if (record.error().code != ErrorCode::NotFound)
        return fail(record.error());

    const Result<AlarmRecord> alarm = store.alarm(id);
    if (alarm)
        remains.alarmAt = alarm->timestamp.ms;
    else if (alarm.error().code != ErrorCode::NotFound)
        return fail(alarm.error());

    const QString database = layout.databaseFile(id);
    remains.hasDatabase = FileStamp::of(database).exists();
    if (!remains.hasDatabase)
        return remains;
    const Result<KvPage> page = readAll(database);
    if (!page) {
        // Of an actor that is not there anything may be left.
        const bool isActor = remains.record && !remains.record->destroyTs;
        return isActor ? Result<Remains>(fail(page.error().of(database))) : remains;
    }
    for (const KvRow &row : page->rows) {
        const QByteArray key = row.key.sliced(std::min<qsizetype>(1, row.key.size()));
        if (row.key == "\1")
            remains.persisted = row.value;
        else if (isCounter(key))
            remains.counters.insert(key, row.value);
        else
            remains.values.insert(key, row.value);
    }
    return remains;
}

} // namespace greenroom::crash
