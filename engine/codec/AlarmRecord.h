#pragma once

#include "Result.h"
#include "Timestamp.h"

namespace greenroom {

/// What an actor's alarm file says (storage-format §4). Versions 1, 2 and 3 are alike:
///   actorId str | timestamp uint
struct AlarmRecord
{
    static constexpr quint16 CurrentVersion = 3;

    quint16 version = CurrentVersion;

    /// The id inside the record, which may differ from the file's name.
    QString actorId;
    Timestamp timestamp;

    bool operator==(const AlarmRecord &) const = default;
};

/// Fails with one of the format codes; the message names the field and the byte.
[[nodiscard]] Result<AlarmRecord> decodeAlarmRecord(QByteArrayView bytes);

/// The bytes of version 3. Fails with InvalidUtf8.
[[nodiscard]] Result<QByteArray> encodeAlarmRecord(const AlarmRecord &record);

} // namespace greenroom
