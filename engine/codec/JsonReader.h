#pragma once

#include "Outline.h"

namespace greenroom {

/// The outline of a value that is one JSON document (RFC 8259) in UTF-8: numbers and texts as they
/// stand, members in their order. Fails with BadJson, naming line and column, or TooComplex.
[[nodiscard]] Outline outlineOfJson(const QByteArray &json);

/// The text that a JsonText node stands for; a member's key is such a node, too. A lone surrogate
/// escape stays one.
[[nodiscard]] QString jsonText(const Outline &outline, NodeId node);

/// "line 2, column 5" of a byte of UTF-8 text, counted from one, columns in characters.
[[nodiscard]] QString placeInText(QByteArrayView utf8, qsizetype offset);

} // namespace greenroom
