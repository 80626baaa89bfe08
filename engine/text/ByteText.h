#pragma once

#include "HexText.h"

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

} // namespace greenroom
