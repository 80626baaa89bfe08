#pragma once

#include "KvEntry.h"
#include "Result.h"

#include <QStringList>

#include <optional>

namespace greenroom {

/// An actor to be made: what its record and its first key-values shall say.
struct Creation
{
    QString name;
    QStringList key;
    KvEntries entries; ///< under whole stored keys; key 01 is among them
};

/// What an actor is made of when rivetkit, or anyone, asks for it: key 01 with the input, as CBOR.
[[nodiscard]] Result<Creation> creationOf(const QString &name, const QStringList &key,
                                          const std::optional<QByteArray> &input = std::nullopt);

} // namespace greenroom
