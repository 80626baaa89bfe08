#pragma once

#include "BareReader.h"
#include "KvEntry.h"
#include "Timestamp.h"

#include <QStringList>

#include <optional>

namespace greenroom {

/// What an actor's state file says (storage-format §3).
///
/// Version 3, which is the one written:
///   actorId str | name str | key list<str> | kvStorage list<{key data, value data}> |
///   createdAt u64 | startTs optional<u64> | connectableTs optional<u64> |
///   sleepTs optional<u64> | destroyTs optional<u64>
/// Version 2 ends after createdAt. Version 1 has `persistedData data` in place of kvStorage, read
/// as one entry under key 01.
struct ActorRecord
{
    static constexpr quint16 CurrentVersion = 3;

    /// The version the bytes had. Writing always uses CurrentVersion.
    quint16 version = CurrentVersion;

    /// The id inside the record. The file's name is what counts; this one may differ from it.
    QString actorId;
    QString name;
    QStringList key;

    /// Key-values that rivetkit before 2.2 kept in the record itself, in file order.
    KvEntries legacyKv;

    Timestamp createdAt;
    std::optional<Timestamp> startTs;
    std::optional<Timestamp> connectableTs;
    std::optional<Timestamp> sleepTs;
    std::optional<Timestamp> destroyTs;

    bool operator==(const ActorRecord &) const = default;
};

/// Reads what follows the version, 1 to 3.
[[nodiscard]] ActorRecord readActorRecord(BareReader &in, quint16 version);

/// Fails with one of the format codes; the message names the field and the byte.
[[nodiscard]] Result<ActorRecord> decodeActorRecord(QByteArrayView bytes);

/// The bytes of version 3. Fails with InvalidUtf8 or LargerThan32MiB.
[[nodiscard]] Result<QByteArray> encodeActorRecord(const ActorRecord &record);

/// Where an actor stands as far as its record tells.
enum class RecordStatus {
    Created,   ///< never started
    Running,   ///< connectableTs is set
    Sleeping,  ///< started once and not connectable now
    Destroyed, ///< destroyTs is set
};
[[nodiscard]] RecordStatus statusOf(const ActorRecord &record);

} // namespace greenroom
