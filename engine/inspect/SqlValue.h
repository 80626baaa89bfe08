#pragma once

#include "KvPage.h"

#include <QStringList>

#include <optional>

namespace greenroom {

/// One value of an SQL result, as SQLite stores it.
struct SqlValue
{
    StorageClass storage = StorageClass::Null;
    qint64 integer = 0; ///< of an Integer
    double real = 0;    ///< of a Real

    /// Of a Text, in UTF-8 if it is text at all, and of a Blob: the value, or its first bytes when
    /// a preview was asked for.
    QByteArray bytes;

    /// The size of the whole Text or Blob in bytes.
    qint64 size = 0;

    [[nodiscard]] bool isWhole() const { return bytes.size() == size; }

    bool operator==(const SqlValue &) const = default;
};

using SqlRow = QList<SqlValue>;

/// Rows of a table or of a query, or some of them.
struct SqlTable
{
    QStringList columns;
    QList<SqlRow> rows;

    /// Rows follow behind the last one.
    bool more = false;

    /// The row ids, ascending, where the rows are a table's in that order; else empty.
    QList<qint64> rowIds;

    [[nodiscard]] std::optional<qint64> lastRowId() const
    {
        return rowIds.isEmpty() ? std::nullopt : std::optional(rowIds.last());
    }
};

} // namespace greenroom
