#pragma once

#include "Outline.h"
#include "Result.h"

#include <QByteArray>
#include <QString>

namespace greenroom {

/// What @p json, any JSON value, is as CBOR in the very form that rivetkit writes (storage-format
/// §11): numbers are integers up to 32 bits and else float64, so that JavaScript gets back numbers
/// and no bigints; objects have a count of two bytes; members keep their order. What JSON lacks is
/// tagged, as taggedJson() writes it: {"$bigint":"5"}, {"$date":0}, {"$bytes":"00ff"} and so on.
/// Fails with BadJson and where in the text it is wrong, or TooComplex.
[[nodiscard]] Result<QByteArray> cborOfJson(const QString &json);

/// The same where @p json is @p base's @p node as taggedJson() writes it, edited: what is still
/// there keeps its bytes, in whatever form they are.
[[nodiscard]] Result<QByteArray> editedCbor(const QString &json, const Outline &base, NodeId node);

} // namespace greenroom
