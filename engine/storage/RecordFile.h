#pragma once

#include "Result.h"

#include <QByteArray>

namespace greenroom {

/// The whole of a record's file. Follows no special file, so a pipe in its place cannot block;
/// leaves the access time alone where the system allows it. Fails with NotFound, IsADirectory,
/// LargerThan32MiB (before anything is read) or Io. Any thread; blocks on the disk.
[[nodiscard]] Result<QByteArray> readRecordFile(const QString &path);

/// The record in the file, as @p decode reads it, or why there is none.
template <class Record>
[[nodiscard]] Result<Record> readRecord(const QString &path,
                                        Result<Record> (*decode)(QByteArrayView))
{
    const Result<QByteArray> bytes = readRecordFile(path);
    if (!bytes)
        return fail(bytes.error());
    Result<Record> record = decode(*bytes);
    if (!record)
        return fail(record.error().of(path));
    return record;
}

/// Replaces the file atomically and durably: a temporary file beside it (StorageLayout's name, so
/// that every lister knows it for one) is written, synced and renamed over it, then the folder
/// is synced. A reader sees the old bytes or the new ones. On a failure the old file stays, the
/// temporary one is removed, and the error has the path and the system's reason; only where the
/// folder's sync itself fails is the new one there, and a power cut may bring the old one back.
/// Not a QSaveFile: its temporary file would be called ID.XXXXXX, which rivetkit takes for an
/// actor if a crash leaves it behind.
[[nodiscard]] Result<void> replaceRecordFile(const QString &path, QByteArrayView bytes);

/// Moves a finished file over another in the same folder, as atomically and durably. On a failure
/// both stay, but for the folder's sync.
[[nodiscard]] Result<void> moveRecordFile(const QString &from, const QString &path);

/// Writes a file that does not exist yet, without syncing it. What a failure leaves is removed.
[[nodiscard]] Result<void> writeNewFile(const QString &path, QByteArrayView bytes);

/// Makes what was created, renamed or removed in @p path's folder survive a power cut.
[[nodiscard]] Result<void> syncFolderOf(const QString &path);

/// Removes the file and syncs its folder. A missing file is fine.
[[nodiscard]] Result<void> removeRecordFile(const QString &path);

} // namespace greenroom
