#include "AlarmRecord.h"

#include "BareReader.h"
#include "BareWriter.h"

namespace greenroom {

Result<AlarmRecord> decodeAlarmRecord(QByteArrayView bytes)
{
    const Result<VersionedBody> split = splitVersion(bytes, 1, AlarmRecord::CurrentVersion);
    if (!split)
        return fail(split.error());

    BareReader in(split->body, VersionedBody::HeaderSize);
    AlarmRecord record;
    record.version = split->version;
    record.actorId = in.string("actorId");
    record.timestamp = {in.varint64("timestamp")};
    if (const Result<void> end = in.finish(); !end)
        return fail(end.error());
    return record;
}

Result<QByteArray> encodeAlarmRecord(const AlarmRecord &record)
{
    BareWriter out;
    out.u16(AlarmRecord::CurrentVersion)
        .string(record.actorId, "actorId")
        .varint(record.timestamp.ms);
    return out.finish();
}

} // namespace greenroom
