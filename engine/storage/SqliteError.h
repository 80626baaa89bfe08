#pragma once

#include "Error.h"

namespace greenroom {

/// A result code and message of SQLite's C interface as NotADatabase, CorruptDatabase, NoSuchTable,
/// NoSuchColumn, DatabaseBusy, ReadOnlyDatabase, Io or Sql, in SQLite's words.
[[nodiscard]] Error sqliteError(int code, const QString &text);

} // namespace greenroom
