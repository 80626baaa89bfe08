#pragma once

#include <QModelIndex>

namespace greenroom {

/// Compares two cells by their raw values: below, at or above zero. Numbers and times by value,
/// text as people sort it ("room/2" before "room/10"). A cell without a value comes last in
/// @p order, whichever that is.
[[nodiscard]] int compareRaw(const QModelIndex &left, const QModelIndex &right,
                             Qt::SortOrder order);

/// Compares text without regard to case and digit runs by their number: below, at or above zero.
[[nodiscard]] int compareNaturally(const QString &left, const QString &right);

} // namespace greenroom
