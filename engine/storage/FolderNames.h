#pragma once

#include "Result.h"

#include <QStringList>

namespace greenroom {

/// The names in a folder, those of temporary files (StorageLayout) apart.
struct FolderNames
{
    QStringList names; ///< sorted

    QStringList temporaries; ///< what replaces a record, or was to

    /// Names that are not UTF-8, with their bytes escaped: a file of such a name cannot be an
    /// actor's, and Qt cannot open it.
    QStringList unreadable;

    /// Fails with NotFound or Io. Any thread.
    [[nodiscard]] static Result<FolderNames> of(const QString &folder);
};

} // namespace greenroom
