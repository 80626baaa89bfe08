#pragma once

#include "KvPage.h"
#include "Result.h"

namespace greenroom {

class SqlConnection;

/// Reads of the table kv(key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL) that show every row,
/// whatever type another tool may have stored. Each leaves no statement open behind it.

/// The page that @p query asks for.
[[nodiscard]] Result<KvPage> selectPage(const SqlConnection &database, const KvQuery &query);

/// The row under exactly this key, its value cut to @p maxBytes, or none.
[[nodiscard]] Result<std::optional<KvRow>> selectRow(const SqlConnection &database,
                                                     const KvCursor &key, qint64 maxBytes);

/// A count of all rows that is under way.
struct KvCount
{
    KvTotals totals;
    qint64 lastRow = std::numeric_limits<qint64>::min(); ///< SQLite's rowid
    bool done = false;
};

/// Counts on, over at most @p rows more rows. Rows that a writer moves between two steps may be
/// counted twice or not at all.
[[nodiscard]] Result<KvCount> countOn(const SqlConnection &database, const KvCount &before,
                                      qint64 rows);

/// Whether there is any row at all.
[[nodiscard]] Result<bool> selectAny(const SqlConnection &database);

} // namespace greenroom
