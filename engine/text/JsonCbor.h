#pragma once

#include "Result.h"

#include <QByteArray>
#include <QString>

namespace greenroom {

/// What @p json, any JSON value, is as CBOR in the very form that rivetkit writes (storage-format
/// §11): numbers are integers up to 32 bits and else float64, so that JavaScript gets back numbers
/// and no bigints; objects have a count of two bytes. Members come in the order of their names.
/// Fails with NotSupported and where in the text it is wrong.
[[nodiscard]] Result<QByteArray> cborOfJson(const QString &json);

} // namespace greenroom
