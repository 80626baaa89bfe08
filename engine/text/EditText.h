#pragma once

#include "Result.h"
#include "ValueForm.h"

namespace greenroom {

/// The forms that a value can be edited in.
inline constexpr ValueForm EditForms[] = {ValueForm::Cbor, ValueForm::Json, ValueForm::Text,
                                          ValueForm::Hex};

/// Bytes as a text to edit: CBOR as tagged JSON in lines, JSON and text as they stand, hexadecimal
/// digits sixteen bytes a line. Fails, with a sentence for people, where the bytes are nothing of
/// the kind, or where the text would not become the same bytes again. May take as long as decoding
/// them three times. Any thread.
[[nodiscard]] Result<QString> editText(ValueForm form, const QByteArray &bytes);

/// The form in which a person would edit these bytes: a structure as such, then text.
[[nodiscard]] ValueForm editFormOf(const QByteArray &bytes);

/// The bytes of an edited text. As CBOR, what of @p base is still there keeps its bytes. A failure
/// names line and column where it can. Any thread.
[[nodiscard]] Result<QByteArray> editedBytes(ValueForm form, const QString &text,
                                             const QByteArray &base);

/// A user's key as people type it: as text with the escapes that keys are shown with (\n, \r, \t,
/// \\, \u{2028}), and \xff for a byte that is no text. Fails with the column of a bad escape.
[[nodiscard]] Result<QByteArray> keyOfText(const QString &text);

} // namespace greenroom
