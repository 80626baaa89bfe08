#pragma once

#include "Outline.h"

namespace greenroom {

/// How much tagged JSON says.
enum class TaggedForm {
    /// All of a value, so that it can be written back as it was: untagged byte strings are $buffer
    /// and not $bytes, text that is no UTF-8 is {"$text":"hex"}, an error has the name that is
    /// stored, and an object with equal or odd keys is a list of pairs.
    Exact,
    /// What rivetkit sees, long texts and bytes by their hash (storage-format §12).
    Brief,
};

/// A decoded CBOR value as JSON in which what JSON lacks is tagged (storage-format §12):
/// {"$bigint":"5"}, {"$date":ms}, {"$undefined":true} and so on. Members keep their order.
[[nodiscard]] QByteArray taggedJson(const Outline &outline, NodeId node, TaggedForm form);

/// The same in lines, for people to edit.
[[nodiscard]] QByteArray taggedJsonLines(const Outline &outline, NodeId node);

/// The same appended to @p json, on one line.
void appendTaggedJson(QByteArray &json, const Outline &outline, NodeId node, TaggedForm form);

/// Appends @p text as a JSON string.
void appendJsonText(QByteArray &json, QStringView text);

/// A bigint's decimal digits; beyond two thousand bytes 0x and hexadecimal ones.
[[nodiscard]] QByteArray bigIntDigits(const Outline &outline, NodeId node);

/// The shortest digits that stand for a double, as JSON and JavaScript have them; "NaN",
/// "Infinity" and "-0" where JSON has none.
[[nodiscard]] QByteArray doubleDigits(double number);

} // namespace greenroom
