#pragma once

#include "BareReader.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace greenroom {

/// A call that an actor has planned (storage-format §6.1).
struct ScheduledEvent
{
    QString eventId;
    qint64 timestampMs = 0;
    QString action;
    std::optional<QByteArray> args; ///< a CBOR array

    bool operator==(const ScheduledEvent &) const = default;
};

/// What an actor keeps under key 01 (storage-format §6): version 4, and 3 which is alike:
///   input optional<data> | hasInitialized bool | state data | scheduledEvents list<event>
///   event = eventId str | timestamp i64 | action str | args optional<data>
/// Input and state are CBOR.
struct PersistedActor
{
    static constexpr quint16 CurrentVersion = 4;

    std::optional<QByteArray> input{};
    bool hasInitialized = false;
    QByteArray state = QByteArray("\xf7", 1); ///< CBOR's undefined until there is one
    QList<ScheduledEvent> scheduledEvents{};

    bool operator==(const PersistedActor &) const = default;
};

/// Reads what follows the version, 1 to 4. What the older ones keep of connections is read and left
/// out, as rivetkit does.
[[nodiscard]] PersistedActor readPersistedActor(BareReader &in, quint16 version);

/// Reads versions 1 to 4.
/// Fails with one of the format codes; the message names the field and the byte.
[[nodiscard]] Result<PersistedActor> decodePersistedActor(QByteArrayView bytes);

/// The bytes of version 4. Fails with InvalidUtf8 or LargerThan32MiB.
[[nodiscard]] Result<QByteArray> encodePersistedActor(const PersistedActor &actor);

} // namespace greenroom
