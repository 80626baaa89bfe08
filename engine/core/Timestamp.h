#pragma once

#include <QMetaType>

#include <algorithm>
#include <chrono>
#include <compare>
#include <limits>

namespace greenroom {

/// A moment as the disk has it: whole milliseconds since 1970-01-01 UTC in 64 unsigned bits. An
/// alarm may lie anywhere in that range, far beyond what QDateTime or a double can hold.
struct Timestamp
{
    quint64 ms = 0;

    auto operator<=>(const Timestamp &) const = default;

    /// The moment @p span later, or earlier when it is negative; the first or last there is when it
    /// lies beyond.
    friend constexpr Timestamp operator+(Timestamp moment, std::chrono::milliseconds span)
    {
        const auto ms = quint64(span.count()); // modulo 2^64, as the sums below
        if (span.count() < 0)
            return {moment.ms - std::min(moment.ms, 0 - ms)};
        return {moment.ms + std::min(ms, std::numeric_limits<quint64>::max() - moment.ms)};
    }
};

} // namespace greenroom

Q_DECLARE_METATYPE(greenroom::Timestamp)
