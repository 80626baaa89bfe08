#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace greenroom {

/// The bytes that hexadecimal digits stand for; none for an odd number of digits or other text.
/// White space between bytes is fine.
[[nodiscard]] std::optional<QByteArray> bytesFromHex(const QString &hex);

} // namespace greenroom
