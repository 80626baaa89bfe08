#pragma once

#include "Definitions.h"

namespace greenroom {

/// Loads the library at @p path and adds its definitions. It stays loaded until the process ends.
/// Fails with BadPlugin, saying what the library is instead, or as Definitions::add.
[[nodiscard]] Result<void> loadPlugin(const QString &path, Definitions &definitions);

/// Loads every library in @p folder; a missing folder has none. What cannot be loaded is told in a
/// sentence each.
[[nodiscard]] QStringList loadPlugins(const QString &folder, Definitions &definitions);

} // namespace greenroom
