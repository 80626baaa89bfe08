#pragma once

#include <QByteArray>

/// Makes system calls fail that touch files below one folder. The program that links this has its
/// own open(), write(), fsync(), rename() and so on, which every library in it then calls, SQLite
/// and Qt as well. Used by one test at a time; calls may come from any thread.
namespace SystemFaults {

/// The calls that may fail.
enum Calls : unsigned {
    Opening = 1,   ///< open for writing or of a folder, and everything that makes a new descriptor
    Writing = 2,   ///< write, pwrite, ftruncate
    Syncing = 4,   ///< fsync, fdatasync
    Renaming = 8,  ///< rename
    Removing = 16, ///< unlink
};

enum class Lasts { Once, FromThenOn };

/// From now on the @p n th such call (from 1) fails with @p error, an errno.
void arm(const QByteArray &folder, unsigned calls, int error, int n, Lasts lasts);

/// Everything works again. Returns how many calls failed.
int disarm();

/// What failed last, such as "fsync ROOT/state/ID".
[[nodiscard]] QByteArray lastFailure();

} // namespace SystemFaults
