#pragma once

#include "Outline.h"
#include "Result.h"

namespace greenroom {

/// Where the state's CBOR stands in the record under key 01, without its length (storage-format
/// §6, versions 1 to 4). The CBOR itself, and what follows it, may be damaged. Fails with one of
/// the format codes.
[[nodiscard]] Result<ByteRange> stateRange(QByteArrayView record);

/// The record with other CBOR as its state. All else, version, input, schedule and an old version's
/// connections, stays byte for byte. Fails as stateRange() does, or with LargerThan32MiB.
[[nodiscard]] Result<QByteArray> withState(const QByteArray &record, const QByteArray &state);

/// The state's CBOR. Fails as stateRange() does.
[[nodiscard]] Result<QByteArray> stateCbor(const QByteArray &record);

} // namespace greenroom
