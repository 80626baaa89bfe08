#pragma once

#include "Outline.h"

#include <QString>

namespace greenroom {

/// What people read of a node, alike in the window and on the command line: one line each, cut to
/// some two hundred characters, made from the node and few of its children however large it is.

/// What it is called in its parent: a field's or a member's name, a Map's key as it stands, "[3]"
/// for an item, "undecoded" where decoding stopped before a name was known.
[[nodiscard]] QString nodeName(const Outline &outline, NodeId node);

/// Its value, with nothing taken for something else: numbers are exact, NaN, -0 and undefined have
/// their own face, text is quoted and printable(), what should be text and is not is said to be so,
/// a container shows its first members, a failure its reason.
[[nodiscard]] QString nodeValue(const Outline &outline, NodeId node);

/// A word or two for its type: "bigint", "Map", "u64", "time"; a failure's is its code.
[[nodiscard]] QString nodeType(const Outline &outline, NodeId node);

/// The way from @p top to the node: "state.items[3].name", ["odd name"] for what is no word.
[[nodiscard]] QString nodePath(const Outline &outline, NodeId top, NodeId node);

/// Milliseconds since 1970 as "2026-11-30T07:50:12.663Z (1796025012663)"; the bare number of
/// milliseconds where a calendar has no words for it.
[[nodiscard]] QString millisecondsText(qint64 ms);

} // namespace greenroom
