#include "StoredActor.h"

#include "FolderStore.h"

using namespace greenroom;

namespace {

void require(const Result<void> &done)
{
    if (!done)
        qFatal("%s", qPrintable(done.error().message));
}

} // namespace

ActorId storeActor(const StorageFolder &folder, const QString &name, const QStringList &key,
                   const PersistedActor &persisted, const KvEntries &others)
{
    FolderStore store(folder.layout());
    require(store.makeFolders());
    const ActorId id = ActorId::of(name, key);
    ActorRecord record;
    record.actorId = id.text();
    record.name = name;
    record.key = key;
    record.createdAt = {1};
    record.startTs = Timestamp{2};
    record.sleepTs = Timestamp{3};
    const Result<QByteArray> value = encodePersistedActor(persisted);
    require(store.makeDatabase(id, KvEntries{{QByteArray("\x01", 1), *value}} + others,
                               Durability::Process));
    require(store.writeRecord(id, record));
    return id;
}

void storeAlarm(const StorageFolder &folder, const ActorId &id, qint64 ms)
{
    require(FolderStore(folder.layout()).writeAlarm(id, Timestamp{quint64(ms)}));
}
