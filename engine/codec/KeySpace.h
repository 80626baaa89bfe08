#pragma once

#include <QByteArrayView>
#include <QString>

namespace greenroom {

/// What rivetkit keeps under a key, told from the key's bytes alone (storage-format §5.1).
enum class KeyKind {
    PersistData,    ///< 01: input, state and schedule
    Connection,     ///< 02 + connection id
    InspectorToken, ///< 03: a secret
    UserKv,         ///< 04 + the user's key
    QueueMetadata,  ///< 05 01 01
    QueueMessage,   ///< 05 01 02 + u64, big-endian
    Workflow,       ///< 06 01 + tuple
    Trace,          ///< 07 01 + tuple
    SqliteMeta,     ///< 08 01 00 + file tag
    SqliteChunk,    ///< 08 01 01 + file tag + u32, big-endian
    Other,          ///< none of these: kept and shown as it is
};

[[nodiscard]] KeyKind kindOf(QByteArrayView key);

/// Whether what is under the key is a secret, which is shown and exported only when asked for:
/// anything under 03, whatever the class of the key, as what it seems to guard stays guarded.
[[nodiscard]] bool isSecretKey(QByteArrayView key);

/// The stable name for programs, such as "persist-data".
[[nodiscard]] QString kindName(KeyKind kind);

} // namespace greenroom
