#pragma once

#include "KvEntry.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace greenroom::crash {

/// Something that the child asks its engine for, and says so: a line before it begins and a line
/// when it has been answered.
struct Operation
{
    enum class Kind {
        Create,
        Obtain, ///< getOrCreate
        Start,
        Sleep,
        Destroy,
        Put,         ///< all of keys, in one transaction
        Remove,      ///< all of keys
        RemoveRange, ///< [keys[0], keys[1])
        SetAlarm,    ///< at
        ReplaceAlarm,
        CancelAlarm,
        FireAlarm,
    };
    static constexpr int Kinds = int(Kind::FireAlarm) + 1;

    quint64 number = 0; ///< in all rounds of a test
    int actor = 0;
    Kind kind = Kind::Put;
    QList<QByteArray> keys{};
    quint64 at = 0; ///< ms since 1970

    /// The entries of a put. A value tells which operation wrote it, and some are long.
    [[nodiscard]] KvEntries entries() const;

    [[nodiscard]] QByteArray toLine() const;
    [[nodiscard]] static std::optional<Operation> fromLine(const QByteArray &line);
};

/// How the child's lines begin: kind, space, then what follows.
namespace Line {
constexpr char Begun = 'B';    ///< an operation
constexpr char Answered = 'A'; ///< number, outcome: "ok", "created", an AlarmOutcome, a codeName()
constexpr char Counted = 'C';  ///< an actor has put a counter: actor, name, value
constexpr char Opened = 'O';   ///< the engine is ready
} // namespace Line

/// Counters that an actor keeps itself, beside what it is told to put.
namespace Counter {
inline const QByteArray Starts = "starts"; ///< start() has been called so often
inline const QByteArray Fired = "fired";   ///< onAlarm so often
inline const QByteArray Ticks = "ticks";   ///< put again and again, always together with…
inline const QByteArray Tocks = "tocks";   ///< … this one
inline const QByteArray Wanted = "wanted"; ///< the last operation that may lead to an alarm soon
inline const QByteArray Got = "got";       ///< what Wanted was when onAlarm was called last
} // namespace Counter

/// Actors' names and keys; the child has that many.
constexpr int Actors = 12;
inline const QString ActorName = QStringLiteral("subject");
[[nodiscard]] QStringList actorKey(int actor);

/// Whether alarms of that actor are never due while the test goes on.
[[nodiscard]] constexpr bool hasFarAlarmsOnly(int actor)
{
    return actor % 3 == 0;
}

} // namespace greenroom::crash
