#pragma once

#include "Result.h"

#include <QByteArray>

namespace greenroom {

/// What a rollback journal ends with that names a super-journal (sqlite.org/fileformat2.html §3).
/// SQLite follows that name to whatever file it is, and deletes it once it has rolled back. No
/// database of an actor has one, so a copy that is to be rolled back has its name made void.

/// True where there was one.
[[nodiscard]] bool voidSuperJournal(QByteArray &journal);

/// The same in a file of ours. Fails with Io.
[[nodiscard]] Result<void> voidSuperJournalIn(const QString &path);

} // namespace greenroom
