#include "HexText.h"

namespace greenroom {

std::optional<QByteArray> bytesFromHex(const QString &hex)
{
    QByteArray digits = hex.toLatin1();
    digits.removeIf([](char c) { return c == ' '; });
    const bool allHex = std::all_of(digits.begin(), digits.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
    if (!allHex || digits.size() % 2 != 0)
        return std::nullopt;
    return QByteArray::fromHex(digits);
}

} // namespace greenroom
