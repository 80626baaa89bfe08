#pragma once

#include "EntryOutline.h"

#include <QByteArray>

namespace greenroom {

class WorkflowNames;

/// What rivetkit's own decoders make of a key-value, as JSON on one line (storage-format §12);
/// "null" when they refuse it or know nothing of such a key.
[[nodiscard]] QByteArray decodedJson(QByteArrayView key, const EntryOutline &entry,
                                     const WorkflowNames &names);

} // namespace greenroom
