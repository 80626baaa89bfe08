#pragma once

#include <QMetaType>

#include <compare>

namespace greenroom {

/// A moment as the disk has it: whole milliseconds since 1970-01-01 UTC in 64 unsigned bits. An
/// alarm may lie anywhere in that range, far beyond what QDateTime or a double can hold.
struct Timestamp
{
    quint64 ms = 0;

    auto operator<=>(const Timestamp &) const = default;
};

} // namespace greenroom

Q_DECLARE_METATYPE(greenroom::Timestamp)
