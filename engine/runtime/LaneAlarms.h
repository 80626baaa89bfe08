#pragma once

#include "ActorContext.h"
#include "ActorStore.h"
#include "AlarmQueue.h"
#include "EngineSettings.h"
#include "LiveStatus.h"

namespace greenroom {

/// The alarms of one lane's actors: what is pending, what is being answered, what is on disk.
///
/// The file is never later than what is armed, so that a crash can only wake early: an earlier time
/// is on disk before it is armed, and while onAlarm runs the file keeps the time that fired, so a
/// crash fires it again. Used by one thread at a time.
class LaneAlarms
{
public:
    LaneAlarms(ActorStore &store, const EngineSettings &settings)
        : m_store(store), m_settings(settings)
    {}

    struct Alarm
    {
        LiveStatus::Alarm phase = LiveStatus::Alarm::Armed;
        Timestamp at{};                  ///< what the file says
        std::optional<Timestamp> held{}; ///< set since it fired; takes its place when answered
        bool isCancelled = false;        ///< since it fired: nothing is left when answered
        int failedAttempts = 0;
        std::optional<Timestamp> nextAttempt{};
    };

    /// Arms what is on disk already.
    void load(const ActorId &id, Timestamp at);

    [[nodiscard]] Result<AlarmOutcome> set(const ActorId &id, Timestamp at);

    /// Makes @p at the alarm even when it is later than the pending one.
    [[nodiscard]] Result<AlarmOutcome> replace(const ActorId &id, Timestamp at);

    /// Forgets the pending alarm; false when there was none.
    [[nodiscard]] Result<bool> cancel(const ActorId &id);

    /// Forgets it in memory alone, for an actor whose files go anyway.
    void forget(const ActorId &id);

    /// Makes @p now the time of an alarm that is later, and it due at once. Fails with NotFound when
    /// there is none.
    [[nodiscard]] Result<void> fireNow(const ActorId &id, Timestamp now);

    /// The next alarm that is due at @p now, and is being answered from now on.
    [[nodiscard]] std::optional<ActorId> takeDue(Timestamp now);

    /// onAlarm has succeeded: what was held takes the alarm's place, or the file goes.
    [[nodiscard]] Result<void> answered(const ActorId &id);

    /// onAlarm has failed at @p now. The alarm waits for its next attempt, or is given up. Fails as
    /// answered() where that lets another alarm take its place.
    [[nodiscard]] Result<void> failed(const ActorId &id, Timestamp now);

    /// It is not tried again by itself, as when nothing is there that could answer it.
    [[nodiscard]] Result<void> giveUp(const ActorId &id);

    /// Whether the actor's pending alarm is being answered.
    [[nodiscard]] const Alarm *find(const ActorId &id) const;

    /// When something is due next.
    [[nodiscard]] std::optional<Timestamp> next() const { return m_queue.next(); }

private:
    [[nodiscard]] bool isBeingAnswered(const ActorId &id) const;
    void arm(const ActorId &id, Timestamp at);
    [[nodiscard]] std::chrono::milliseconds pauseAfter(int failedAttempts) const;
    void noticeClock(Timestamp now);

    ActorStore &m_store;
    const EngineSettings &m_settings;
    AlarmQueue m_queue; // of those that wait: for their time or for their next attempt
    QHash<ActorId, Alarm> m_alarms;
    Timestamp m_latest; // the clock's last reading
};

} // namespace greenroom
