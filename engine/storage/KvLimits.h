#pragma once

#include "KvEntry.h"
#include "Result.h"

namespace greenroom::KvLimits {

/// The limits that the driver enforces on every access through the runtime (storage-format §5).
/// All sizes are bytes. Keys are the stored ones, with their prefix.
constexpr qsizetype MaxKey = 2048 - 2;
constexpr qsizetype MaxValue = 128 * 1024;
constexpr qsizetype MaxKeysPerCall = 128;
constexpr qsizetype MaxPayload = 976 * 1024; ///< sum of key + 2 + value over a batch
constexpr qint64 MaxActor = 10LL * 1024 * 1024 * 1024;
constexpr qint64 DefaultListLimit = 16384; ///< rows of one list call

/// Each check fails with KvLimit and names the limit, the size found and which entry has it.
/// @p what is the key's role in the call: "key", "prefix", "start key", "end key".
[[nodiscard]] Result<void> checkKey(const QByteArray &key, const QString &what);
[[nodiscard]] Result<void> checkValue(const QByteArray &value, const QString &what);
[[nodiscard]] Result<void> checkKeys(const QList<QByteArray> &keys);
[[nodiscard]] Result<void> checkBatch(const KvEntries &entries);

/// Whether a batch that changes the actor's size to @p bytes fits.
[[nodiscard]] Result<void> checkActor(qint64 bytes);

} // namespace greenroom::KvLimits
