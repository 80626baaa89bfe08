#pragma once

#include <QString>

namespace greenroom {

/// A process that has something open.
struct Holder
{
    qint64 pid = 0;
    QString program; ///< its name, or empty where the system does not tell

    /// "node (process 4711)".
    [[nodiscard]] QString text() const;

    bool operator==(const Holder &) const = default;
};

} // namespace greenroom
