#pragma once

#include "Outline.h"
#include "Result.h"

#include <QStringList>

namespace greenroom {

/// A place in a decoded value and what must be there.
struct ValueTerm
{
    enum class Compare { Exists, Equal, NotEqual, Contains, Less, Greater };

    /// Names of members and numbers of items, from the value inwards. "*" is any one of them, "**"
    /// any number.
    QStringList path{};

    Compare compare = Compare::Exists;
    QString value{};

    bool operator==(const ValueTerm &) const = default;

    /// Reads `.items[3].name=x`, as nodePath() writes a place: `["odd name"]` for what is no word.
    /// Fails with BadSearch.
    [[nodiscard]] static Result<ValueTerm> parse(const QString &text);
};

/// The first place in the value at @p top where the term holds, or NoNode. Only plain values are
/// compared: texts, numbers, dates as ISO text or milliseconds, bytes as hexadecimal digits.
/// NotEqual needs a plain value to be there.
[[nodiscard]] NodeId findValue(const Outline &outline, NodeId top, const ValueTerm &term);

/// A plain value as text without quotes; none for what has parts.
[[nodiscard]] std::optional<QString> plainText(const Outline &outline, NodeId node);

} // namespace greenroom
