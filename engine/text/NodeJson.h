#pragma once

#include "Outline.h"

#include <optional>

namespace greenroom {

/// A node as JSON on one line: CBOR as taggedJson() has it, a record as an object of its fields
/// (those that are absent left out), JSON as it stands. Nothing where a part below could not be
/// decoded, for then it would not be all.
[[nodiscard]] std::optional<QByteArray> nodeJson(const Outline &outline, NodeId node);

/// Whether all below a node could be decoded.
[[nodiscard]] bool isWhollyDecoded(const Outline &outline, NodeId node);

/// A node as plain text: a text's own characters, bytes that are UTF-8, and else nodeValue().
/// Nothing for bytes that are no text.
[[nodiscard]] std::optional<QString> nodePlainText(const Outline &outline, NodeId node);

} // namespace greenroom
