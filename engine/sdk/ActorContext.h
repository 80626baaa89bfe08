#pragma once

#include "ActorId.h"
#include "KvEntry.h"
#include "KvPage.h"
#include "Timestamp.h"

#include <chrono>
#include <functional>
#include <optional>

namespace greenroom {

/// What became of a wish for an alarm.
enum class AlarmOutcome {
    Armed,     ///< it is on disk and will fire
    Unchanged, ///< an earlier one is pending, which stays
    Held,      ///< onAlarm is under way; it takes its place when that has succeeded
    Skipped,   ///< the actor is stopping
};

/// An actor's key-values. Keys are the actor's own, what rivetkit calls its user KV. Each call is
/// done when it returns, and changes all it was asked to or nothing.
///
/// It fails with KvLimit for a key over 2,045 bytes, a value over 128 KiB, more than 128 entries or
/// keys in one call, entries of more than 976 KiB together, where each counts three bytes besides
/// its own, or when the actor would have more than 10 GiB.
class KeyValues
{
public:
    /// Stores all entries in one transaction.
    [[nodiscard]] virtual Result<void> put(const KvEntries &entries) = 0;

    [[nodiscard]] Result<void> put(const QByteArray &key, const QByteArray &value)
    {
        return put(KvEntries{{key, value}});
    }

    /// The values in the order of @p keys; none for a missing key.
    [[nodiscard]] virtual Result<QList<std::optional<QByteArray>>>
    get(const QList<QByteArray> &keys) = 0;

    /// Removes the keys; missing ones are fine.
    [[nodiscard]] virtual Result<void> remove(const QList<QByteArray> &keys) = 0;

    /// Removes every key in @p range.
    [[nodiscard]] virtual Result<void> removeRange(const KvRange &range) = 0;

    /// The entries in @p range, at most @p limit, by default 16,384.
    [[nodiscard]] virtual Result<KvEntries> list(const KvRange &range,
                                                 KvOrder order = KvOrder::Ascending,
                                                 std::optional<qint64> limit = std::nullopt) = 0;

protected:
    ~KeyValues() = default;
};

/// What an actor can know and do. Lives from before its Actor is made until after that is gone: a
/// thread that calls post() is joined by the Actor's destructor at the latest.
/// Everything but post() is for the actor's own thread, from its hooks, timers and posted tasks; it
/// fails with WrongThread, or does nothing, elsewhere, such as in a slot of a QObject of the
/// actor's. After the actor has stopped everything fails with Stopping.
class ActorContext
{
public:
    [[nodiscard]] virtual const ActorId &id() const = 0;
    [[nodiscard]] virtual const QString &name() const = 0;
    [[nodiscard]] virtual const QStringList &key() const = 0;

    /// What the actor was created with, as CBOR; none when it was created without.
    [[nodiscard]] virtual Result<std::optional<QByteArray>> input() = 0;

    /// The state saved last, as CBOR; none before the first time.
    [[nodiscard]] virtual Result<std::optional<QByteArray>> state() = 0;

    /// Saves the state, one well-formed CBOR item, at once: it survives a kill when this returns.
    /// With the input it has less than 128 KiB, or this fails with KvLimit.
    [[nodiscard]] virtual Result<void> saveState(const QByteArray &cbor) = 0;

    [[nodiscard]] virtual KeyValues &kv() = 0;

    /// The time of day.
    [[nodiscard]] virtual Timestamp now() const = 0;

    /// Wakes the actor at @p at, at most 2^53 ms, even when it sleeps or the engine restarts. A
    /// time in the past fires at once, after this call. An actor has one alarm: a later one than
    /// the pending changes nothing, an earlier one replaces it.
    [[nodiscard]] virtual Result<AlarmOutcome> setAlarm(Timestamp at) = 0;

    /// Forgets the pending alarm; none is fine.
    [[nodiscard]] virtual Result<void> cancelAlarm() = 0;

    /// Calls @p task after @p delay, or every @p period (1 ms at least), until the actor stops.
    /// Gives a number for stopTimer(), never the same twice; stopping one that is gone is fine. A
    /// task that throws is reported and its timer goes on.
    virtual int after(std::chrono::milliseconds delay, std::function<void()> task) = 0;
    virtual int every(std::chrono::milliseconds period, std::function<void()> task) = 0;
    virtual void stopTimer(int timer) = 0;

    /// Asks for the actor to go to sleep, or to be destroyed, when what it does now is done.
    /// Returns at once.
    virtual void sleep() = 0;
    virtual void destroy() = 0;

    /// Adds a line to the actor's events. Too many a second are dropped and counted.
    virtual void report(const QString &message) = 0;

    /// Runs @p task on the actor's thread, unless the actor has stopped by then. Any thread.
    virtual void post(std::function<void()> task) = 0;

protected:
    ~ActorContext() = default;
};

} // namespace greenroom
