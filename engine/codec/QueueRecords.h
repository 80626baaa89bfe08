#pragma once

#include "BareReader.h"

namespace greenroom {

/// An actor's queue (storage-format §6.2), version 4. Under 05 01 01:
///   nextId u64 | size u32
void readQueueMetadata(BareReader &in);

/// Under 05 01 02 + id:
///   name str | body data (CBOR) | createdAt i64 | failureCount optional<u32> |
///   availableAt optional<i64> | inFlight optional<bool> | inFlightAt optional<i64>
void readQueueMessage(BareReader &in);

} // namespace greenroom
