#pragma once

#include "Result.h"

#include <QByteArray>

namespace greenroom {

/// JSON text as CBOR, whole numbers as integers. Fails with NotSupported; the message names the
/// place: "line 2, column 5: …".
[[nodiscard]] Result<QByteArray> cborFromJson(const QString &text);

} // namespace greenroom
