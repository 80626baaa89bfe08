#pragma once

#include "Result.h"

namespace greenroom {

/// A failure to open or set up a database for writing, with its file and, where the system refused
/// something, the reason, which SQLite does not tell.
[[nodiscard]] Error databaseRefusal(const QString &path, Error error);

} // namespace greenroom
