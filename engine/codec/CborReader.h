#pragma once

#include "Outline.h"

namespace greenroom {

/// Decodes the one CBOR value that @p range of the builder's bytes holds (storage-format §11), as
/// rivetkit's cbor-x reads it: maps are objects unless a tag makes them Maps, 64-bit integers are
/// bigints. Everything it writes keeps its own face; unknown tags are kept as tag and value.
///
/// False when the value is cut, damaged, followed by more, nested deeper than MaxCborDepth or has
/// too many parts: what could be decoded is there, and behind it the failure.
bool decodeCbor(OutlineBuilder &out, ByteRange range, OutlineLabel label = {});

/// Values nested deeper are left undecoded. JavaScript itself ends some thousands deep.
inline constexpr int MaxCborDepth = 500;

/// The outline of a value that is CBOR and nothing else.
[[nodiscard]] Outline outlineOfCbor(const QByteArray &cbor);

} // namespace greenroom
