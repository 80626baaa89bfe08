#pragma once

#include <QString>

namespace greenroom {

/// @p text on one line with nothing hidden: a backslash is doubled, controls become \n \r \t or
/// \u{HEX}, and so do line separators and direction marks. Two different texts never look alike
/// by way of an escape.
[[nodiscard]] QString printable(const QString &text);

/// The escape of one character, or nothing for one that is shown as it is.
[[nodiscard]] QString escapeOf(char32_t character);

} // namespace greenroom
