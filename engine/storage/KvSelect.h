#pragma once

#include "KvPage.h"
#include "Result.h"

#include <stop_token>

namespace greenroom {

class SqlConnection;

/// Reads of the table kv(key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL) that show every row,
/// whatever type another tool may have stored. Each leaves no statement open behind it.

/// The page that @p query asks for.
[[nodiscard]] Result<KvPage> selectPage(const SqlConnection &database, const KvQuery &query);

/// The row under exactly this key, its value cut to @p maxBytes, or none.
[[nodiscard]] Result<std::optional<KvRow>> selectRow(const SqlConnection &database,
                                                     const KvCursor &key, qint64 maxBytes);

/// Counts and sums all rows, in steps so that @p stop is heard. Rows that a writer moves between
/// two steps may be counted once more or not at all.
[[nodiscard]] Result<KvTotals> selectTotals(const SqlConnection &database, std::stop_token stop);

/// Whether there is any row at all.
[[nodiscard]] Result<bool> selectAny(const SqlConnection &database);

} // namespace greenroom
