#pragma once

#include <QByteArray>
#include <QList>

namespace greenroom {

/// One key-value pair of an actor. Both sides are bytes.
struct KvEntry
{
    QByteArray key;
    QByteArray value;

    bool operator==(const KvEntry &) const = default;
};

using KvEntries = QList<KvEntry>;

} // namespace greenroom
