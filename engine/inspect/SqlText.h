#pragma once

#include "SqlValue.h"

namespace greenroom {

/// The shortest digits that give the same number again, always told from an integer: "1.0",
/// "-0.0", "Infinity".
[[nodiscard]] QString realText(double real);

/// One line for a table: NULL, the number, the text with escapes (printable()), or a blob's first
/// bytes as X'…'. Text that is not UTF-8 is shown as its bytes.
[[nodiscard]] QString sqlPreview(const SqlValue &value);

/// JSON that says what is stored: an integer is a number without a point, a real one with a point
/// or an exponent. What JSON cannot hold has the form that the other commands give it:
/// {"$bigint":"…"} for an integer beyond 2^53, {"$infinity":±1}, {"$bytes":"hex"} for a blob, and
/// {"$textBytes":"hex"} for text that is not UTF-8. The value must be whole.
[[nodiscard]] QByteArray sqlJson(const SqlValue &value);

/// A text as a JSON string.
[[nodiscard]] QByteArray jsonString(const QString &text);

/// A field of CSV (RFC 4180): NULL is an empty field and the empty text is "", a blob is SQL's
/// X'hex', text is as it is stored. The value must be whole.
[[nodiscard]] QByteArray sqlCsv(const SqlValue &value);

/// A text as a field of CSV, quoted where that is needed.
[[nodiscard]] QByteArray csvField(const QByteArray &text);

/// @p name as SQL takes it, whatever characters it has.
[[nodiscard]] QString sqlName(const QString &name);

} // namespace greenroom
