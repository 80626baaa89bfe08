#pragma once

#include "Result.h"

#include <QByteArray>
#include <QString>

namespace greenroom::ctl {

/// What stands in a file, or for "-" in standard input, to be stored under a key. Fails with Io, or
/// with KvLimit for more than any value may have.
[[nodiscard]] Result<QByteArray> contentOf(const QString &path);

} // namespace greenroom::ctl
