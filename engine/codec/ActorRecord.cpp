#include "ActorRecord.h"

#include "BareWriter.h"

namespace greenroom {

namespace {

QStringList readKey(BareReader &in)
{
    QStringList key;
    in.list("key", [&] { key.append(in.string("key part")); });
    return key;
}

KvEntries readLegacyKv(BareReader &in)
{
    KvEntries entries;
    in.list("kvStorage", [&] {
        in.group(nullptr, [&] {
            QByteArray key = in.data("kvStorage key");
            QByteArray value = in.data("kvStorage value");
            entries.append({std::move(key), std::move(value)});
        });
    });
    return entries;
}

std::optional<Timestamp> readOptionalTime(BareReader &in, const char *field)
{
    return in.optional(field, [&] { return Timestamp{quint64(in.time(field))}; });
}

} // namespace

ActorRecord readActorRecord(BareReader &in, quint16 version)
{
    ActorRecord record;
    record.version = version;
    record.actorId = in.string("actorId");
    record.name = in.string("name");
    record.key = readKey(in);
    if (version == 1)
        record.legacyKv = {{QByteArray(1, '\1'), in.data("persistedData")}};
    else
        record.legacyKv = readLegacyKv(in);
    record.createdAt = {quint64(in.time("createdAt"))};
    if (version >= 3) {
        record.startTs = readOptionalTime(in, "startTs");
        record.connectableTs = readOptionalTime(in, "connectableTs");
        record.sleepTs = readOptionalTime(in, "sleepTs");
        record.destroyTs = readOptionalTime(in, "destroyTs");
    }
    return record;
}

Result<ActorRecord> decodeActorRecord(QByteArrayView bytes)
{
    const Result<VersionedBody> split = splitVersion(bytes, 1, ActorRecord::CurrentVersion);
    if (!split)
        return fail(split.error());

    BareReader in(split->body, VersionedBody::HeaderSize);
    ActorRecord record = readActorRecord(in, split->version);
    if (const Result<void> end = in.finish(); !end)
        return fail(end.error());
    return record;
}

Result<QByteArray> encodeActorRecord(const ActorRecord &record)
{
    BareWriter out;
    const auto writeTime = [&out](Timestamp time) { out.u64(time.ms); };

    out.u16(ActorRecord::CurrentVersion)
        .string(record.actorId, "actorId")
        .string(record.name, "name")
        .varint(quint64(record.key.size()));
    for (const QString &part : record.key)
        out.string(part, "key part");
    out.varint(quint64(record.legacyKv.size()));
    for (const KvEntry &entry : record.legacyKv)
        out.data(entry.key).data(entry.value);
    out.u64(record.createdAt.ms)
        .optional(record.startTs, writeTime)
        .optional(record.connectableTs, writeTime)
        .optional(record.sleepTs, writeTime)
        .optional(record.destroyTs, writeTime);
    return out.finish();
}

RecordStatus statusOf(const ActorRecord &record)
{
    if (record.destroyTs)
        return RecordStatus::Destroyed;
    if (record.connectableTs)
        return RecordStatus::Running;
    if (record.startTs || record.sleepTs)
        return RecordStatus::Sleeping;
    return RecordStatus::Created;
}

} // namespace greenroom
