#pragma once

#include "KvPage.h"
#include "Timestamp.h"

#include <QString>

namespace greenroom {

/// One actor in one file, to hand to a colleague or to keep as an example. The format is
/// Greenroom's own; version 1, numbers little-endian:
///
///   bundle = magic 89 47 52 41 0d 0a 1a 0a | version u16 | chunk… | SHA-256 of all before it
///   chunk  = tag u8 | size u32 | that many bytes, which are by their tag, in this order:
///     'H' once      greenroom str | exportedAt u64 | actorId str | secrets u8     (BARE)
///     'R' once      the state file's bytes (ActorRecord)
///     'A' at most   the alarm file's bytes (AlarmRecord)
///         once
///     'K' for each  keyClass u8 | valueClass u8 | keySize u32 | key | value
///         row
///     'E' once      rows u64 | bytes u64, what the rows' keys and values add up to
///
/// The magic ends as PNG's does, so that a transfer as text shows. exportedAt is in Unix
/// milliseconds. secrets is 1 where the actor's secrets (isSecretKey) are among the rows and in
/// the record, 0 where they were left out. Classes are SQLite's: 1 integer, 2 real, 3 text, 4 blob,
/// 5 null; a side that is no blob has the bytes of its text form, as in KvRow. Rows come in
/// SQLite's key order, each key once.
///
/// The rows are what rivetkit would find after its migration: of an actor of an older rivetkit
/// they come from its record, which has them as well.
struct BundleHead
{
    static constexpr quint16 CurrentVersion = 1;

    enum class Secrets { LeftOut, Included };

    QString greenroom; ///< the version of the program that wrote it
    Timestamp exportedAt;
    QString actorId; ///< the name of the actor's files
    Secrets secrets = Secrets::LeftOut;

    QByteArray record;
    std::optional<QByteArray> alarm;

    bool operator==(const BundleHead &) const = default;
};

/// All of a bundle but its rows.
struct BundleSummary
{
    BundleHead head;
    KvTotals totals;

    bool operator==(const BundleSummary &) const = default;
};

/// The first bytes of every bundle.
[[nodiscard]] QByteArray bundleMagic();

/// The format's number for a class, and back; none for a number that is no class.
[[nodiscard]] quint8 bundleCode(StorageClass storageClass);
[[nodiscard]] std::optional<StorageClass> storageClassOf(quint8 bundleCode);

} // namespace greenroom
