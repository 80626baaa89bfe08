#pragma once

#include <QAbstractItemModel>

/// A table as people read it: a line for each row, its cells separated by " | ".
[[nodiscard]] QStringList textOf(const QAbstractItemModel &model, int role = Qt::DisplayRole);

/// One column from top to bottom.
[[nodiscard]] QStringList columnOf(const QAbstractItemModel &model, int column,
                                   int role = Qt::DisplayRole);

/// The titles of the columns.
[[nodiscard]] QStringList titlesOf(const QAbstractItemModel &model);
