#pragma once

#include "Result.h"

#include <functional>
#include <stop_token>

namespace greenroom {

class SqlConnection;

/// What is done with an open database. May be called more than once, when what was read turned
/// out to be unsure; only the last call's outcome counts, so it must set its results anew.
using DatabaseReading = std::function<Result<void>(const SqlConnection &)>;

/// Reads an SQLite database that another program may own, and leaves no trace of it: no file is
/// made, changed or removed in its folder, and no write lock is taken (checked against
/// SQLite 3.40):
///
/// - no `-wal`, or an empty one without `-shm`: opened as immutable. If anything changed meanwhile
///   the result is dropped and the way is chosen anew.
/// - `-wal` and `-shm`: opened with readonly_shm, which follows a live writer. A read lock on the
///   database is taken first and only then is `-wal` looked for: while it is held no closing
///   writer removes that file, which SQLite would then create.
/// - `-wal` without `-shm`, or a rollback journal: copied to a private temporary folder with its
///   companions and opened there, where SQLite may recover it. So is, for root, a database that
///   nobody has open: SQLite would set the owner of its companions anew.
///
/// POSIX locks belong to the process, and closing any descriptor of a file drops them: so within
/// this process one database is read by one thread at a time; others wait. The process must not
/// hold the same database open by other means: readOwnDatabase() is for that.
///
/// Fails with NotFound, IsADirectory, DatabaseBusy (kept changing or locked for five seconds),
/// Cancelled, what @p reading fails with, or what SQLite reports. Any thread; blocks.
[[nodiscard]] Result<void> readDatabase(const QString &path, const DatabaseReading &reading,
                                        std::stop_token stop = {});

/// The same for a database that this process itself writes, on whatever thread: through SQLite
/// alone, which knows of its own process's locks. Leaves the files as SQLite does.
[[nodiscard]] Result<void> readOwnDatabase(const QString &path, const DatabaseReading &reading,
                                           std::stop_token stop = {});

} // namespace greenroom
