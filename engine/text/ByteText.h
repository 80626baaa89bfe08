#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace greenroom {

/// The text, if the bytes are UTF-8 from first to last.
[[nodiscard]] std::optional<QString> utf8Text(QByteArrayView bytes);

/// The bytes without the character that is cut off at their end, if there is one.
[[nodiscard]] QByteArrayView withoutCutCharacter(QByteArrayView bytes);

/// Whether the bytes are UTF-8 that a person would call text: no controls but tab and line ends.
[[nodiscard]] bool isReadable(QByteArrayView bytes);

/// Text in lines, with nothing hidden: tabs and line feeds are kept, every other control has its
/// picture (U+2400 and on, such as "␍").
[[nodiscard]] QString visibleControls(const QString &text);

/// "04 6c 61 73 74".
[[nodiscard]] QString hexText(QByteArrayView bytes);

/// A classic dump, sixteen bytes a line: offset, hexadecimal, printable ASCII.
[[nodiscard]] QString hexDump(QByteArrayView bytes);

/// One line that shows the first bytes: as escaped text in quotes when they are readable, else as
/// hexadecimal. @p isWhole tells whether these are all; if not, an ellipsis follows.
[[nodiscard]] QString bytePreview(QByteArrayView bytes, bool isWhole);

/// The bytes that hexadecimal digits stand for; none for an odd number of digits or other text.
/// White space between bytes is fine.
[[nodiscard]] std::optional<QByteArray> bytesFromHex(const QString &hex);

} // namespace greenroom
