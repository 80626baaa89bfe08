#pragma once

#include <QString>

/// The values of a table kv as DatabaseView reads it, each with a space behind it; or the name of
/// the failure's code.
[[nodiscard]] QString contentOf(const QString &databaseFile);
