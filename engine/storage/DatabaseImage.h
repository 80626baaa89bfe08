#pragma once

#include "KvEntry.h"
#include "Result.h"

namespace greenroom {

/// The bytes of an actor database that holds @p entries: the table and WAL mode are there, so that
/// opening the file has nothing to set up. SQLite would take several syncs to make the same in
/// place. Any thread.
[[nodiscard]] Result<QByteArray> databaseImage(const KvEntries &entries = {});

} // namespace greenroom
