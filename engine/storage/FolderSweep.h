#pragma once

#include "Result.h"
#include "StorageLayout.h"
#include "Timestamp.h"

#include <QStringList>

namespace greenroom {

/// Clears away what crashes have left in a folder, for whoever runs it: temporary files older than
/// an hour, and databases whose actor is gone, which are kept in ROOT/trash. Alarms without an
/// actor stay. Says what was done and what could not be, a sentence each. Blocks.
[[nodiscard]] QStringList sweepFolder(const StorageLayout &layout, Timestamp now);

} // namespace greenroom
