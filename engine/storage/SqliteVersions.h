#pragma once

#include "Result.h"

namespace greenroom {

/// Runs a statement by Qt's SQLite plugin and gives the version of the SQLite in it. Fails when the
/// plugin is missing, or has another SQLite built in than this program is linked with.
[[nodiscard]] Result<QString> checkSqlite();

/// The version of the SQLite that this program is linked with. Opens nothing.
[[nodiscard]] QString sqliteVersion();

} // namespace greenroom
