#pragma once

#include "BareReader.h"

namespace greenroom {

/// Spans and events of an actor under 07 01 + (1, bucketStartSec, chunkId) (storage-format §9),
/// version 1:
///   baseUnixNs u64 | strings list<str> | records list<Record> | activeSpans list<Active>
/// Names and attribute keys are indexes into the chunk's strings; attribute values are CBOR.
void readTraceChunk(BareReader &in);

} // namespace greenroom
