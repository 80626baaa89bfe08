#pragma once

#include <QLocale>

namespace greenroom {

/// "1 actor", "1,204 actors".
[[nodiscard]] inline QString counted(qint64 count, const QString &one, const QString &many)
{
    return QLocale().toString(count) + u' ' + (count == 1 ? one : many);
}

} // namespace greenroom
