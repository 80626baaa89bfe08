#pragma once

#include "ActorId.h"
#include "Timestamp.h"

#include <chrono>
#include <optional>

namespace greenroom {

/// Something that happened to an actor, as the engine tells it.
struct ActorEvent
{
    enum class Kind {
        Created,
        Started, ///< detail: what woke it
        StartFailed,
        Slept,
        Destroyed,
        AlarmSet, ///< alarmAt
        AlarmCancelled,
        AlarmFired,  ///< onAlarm has succeeded; alarmAt, took
        AlarmFailed, ///< it failed and is tried again; alarmAt, detail: when
        AlarmGaveUp, ///< it is not tried again by itself; its file stays
        KvWritten,   ///< count entries of bytes bytes were put or removed since the last such event
        StateWritten, ///< the actor saved its state count times, bytes in all
        Message,      ///< a line of the actor's own; detail
        Failed,       ///< anything else that went wrong; error
    };

    quint64 sequence = 0; ///< set by the EventLog, from 1 on without gaps
    Timestamp at{};
    ActorId actor;
    Kind kind = Kind::Message;
    QString detail{};
    std::optional<std::chrono::microseconds> took{};
    std::optional<Timestamp> alarmAt{};
    qint64 count = 0;
    qint64 bytes = 0;
    std::optional<Error> error{};
};

/// The stable name for programs, such as "alarm-fired".
[[nodiscard]] QString kindName(ActorEvent::Kind kind);

/// Whether it tells of something that went wrong.
[[nodiscard]] bool isFailure(ActorEvent::Kind kind);

using ActorEvents = QList<ActorEvent>;

} // namespace greenroom
