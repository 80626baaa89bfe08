#pragma once

#include <QString>

namespace greenroom::bench {

/// Fills @p folder with @p actors actors, each with a database of a few entries and every tenth
/// with an alarm; the first one has @p keys entries. Returns the first one's id.
QString makeScaleFolder(const QString &folder, int actors, int keys);

} // namespace greenroom::bench
