#include "LaneAlarms.h"

namespace greenroom {

namespace {

// What JavaScript can hold exactly: rivetkit could not read a later time back.
constexpr quint64 LatestMs = 1ULL << 53;

Result<void> checkTime(Timestamp at)
{
    if (at.ms <= LatestMs)
        return {};
    return fail(
        ErrorCode::BadAlarmTime,
        QStringLiteral("an alarm at %1 ms is beyond 2^53, the latest that can be kept").arg(at.ms));
}

} // namespace

void LaneAlarms::arm(const ActorId &id, Timestamp at)
{
    m_alarms.insert(id, {.at = at});
    m_queue.remove(id); // it may be there with an earlier time
    if (m_settings.alarms == EngineSettings::Alarms::Fire)
        m_queue.set(id, at);
}

void LaneAlarms::load(const ActorId &id, Timestamp at)
{
    arm(id, at);
}

const LaneAlarms::Alarm *LaneAlarms::find(const ActorId &id) const
{
    const auto found = m_alarms.constFind(id);
    return found == m_alarms.constEnd() ? nullptr : &*found;
}

bool LaneAlarms::isBeingAnswered(const ActorId &id) const
{
    const Alarm *alarm = find(id);
    return alarm && (alarm->phase == LiveStatus::Alarm::Firing ||
                     alarm->phase == LiveStatus::Alarm::Retrying);
}

Result<AlarmOutcome> LaneAlarms::set(const ActorId &id, Timestamp at)
{
    if (const auto checked = checkTime(at); !checked)
        return fail(checked.error());
    if (isBeingAnswered(id)) {
        Alarm &alarm = m_alarms[id];
        if (alarm.held && *alarm.held <= at)
            return AlarmOutcome::Unchanged;
        alarm.held = at;
        return AlarmOutcome::Held;
    }
    const Alarm *pending = find(id);
    if (pending && pending->phase == LiveStatus::Alarm::Armed && pending->at <= at)
        return AlarmOutcome::Unchanged;
    if (const auto written = m_store.writeAlarm(id, at); !written)
        return fail(written.error());
    arm(id, at);
    return AlarmOutcome::Armed;
}

Result<AlarmOutcome> LaneAlarms::replace(const ActorId &id, Timestamp at)
{
    if (isBeingAnswered(id)) {
        m_alarms[id].held.reset();
        return set(id, at);
    }
    if (const auto checked = checkTime(at); !checked)
        return fail(checked.error());
    if (const auto written = m_store.writeAlarm(id, at); !written)
        return fail(written.error());
    arm(id, at);
    return AlarmOutcome::Armed;
}

Result<bool> LaneAlarms::cancel(const ActorId &id)
{
    const auto found = m_alarms.find(id);
    if (found == m_alarms.end())
        return false;
    if (found->phase == LiveStatus::Alarm::Firing) {
        found->held.reset();
        found->isCancelled = true;
        return true;
    }
    // If it stays on disk it would fire after the next start: so it stays here as well.
    if (const auto removed = m_store.removeAlarm(id); !removed)
        return fail(removed.error());
    forget(id);
    return true;
}

void LaneAlarms::forget(const ActorId &id)
{
    m_alarms.remove(id);
    m_queue.remove(id);
}

Result<void> LaneAlarms::fireNow(const ActorId &id, Timestamp now)
{
    const Alarm *alarm = find(id);
    if (!alarm)
        return fail(ErrorCode::NotFound, id.text() + QStringLiteral(": it has no pending alarm"));
    if (alarm->phase == LiveStatus::Alarm::Firing)
        return {};
    if (alarm->phase != LiveStatus::Alarm::Retrying && alarm->at > now) {
        // Else a crash would forget that it is due, and keep what is held for a time before it.
        if (const auto written = m_store.writeAlarm(id, now); !written)
            return written;
        arm(id, now);
    }
    m_queue.set(id, {0});
    return {};
}

std::optional<ActorId> LaneAlarms::takeDue(Timestamp now)
{
    noticeClock(now);
    const std::optional<ActorId> id = m_queue.takeDue(now);
    if (id) {
        Alarm &alarm = m_alarms[*id];
        alarm.phase = LiveStatus::Alarm::Firing;
        alarm.nextAttempt.reset();
    }
    return id;
}

Result<void> LaneAlarms::answered(const ActorId &id)
{
    const auto found = m_alarms.constFind(id);
    if (found == m_alarms.constEnd())
        return {}; // the actor was destroyed
    const std::optional<Timestamp> held = found->held;
    if (!held) {
        forget(id);
        return m_store.removeAlarm(id);
    }
    // Should this fail the file keeps the time that fired: a crash wakes early, and it is said.
    const Result<void> written = m_store.writeAlarm(id, *held);
    arm(id, *held);
    return written;
}

std::chrono::milliseconds LaneAlarms::pauseAfter(int failedAttempts) const
{
    return m_settings.alarmRetry * (1 << (failedAttempts - 1));
}

Result<void> LaneAlarms::failed(const ActorId &id, Timestamp now)
{
    const auto found = m_alarms.find(id);
    if (found == m_alarms.end())
        return {};
    ++found->failedAttempts;
    if (found->failedAttempts > m_settings.alarmRetries || found->isCancelled)
        return giveUp(id);
    found->phase = LiveStatus::Alarm::Retrying;
    found->nextAttempt = now + pauseAfter(found->failedAttempts);
    m_queue.set(id, *found->nextAttempt);
    return {};
}

Result<void> LaneAlarms::giveUp(const ActorId &id)
{
    const auto found = m_alarms.find(id);
    if (found == m_alarms.end())
        return {};
    m_queue.remove(id);
    // What was wanted instead need not wait for what cannot be had.
    if (found->held || found->isCancelled)
        return answered(id);
    found->phase = LiveStatus::Alarm::GaveUp;
    found->nextAttempt.reset();
    return {};
}

/// A pause is a length of time: it does not grow when the clock is set back.
void LaneAlarms::noticeClock(Timestamp now)
{
    if (std::exchange(m_latest, now) <= now)
        return;
    for (auto each = m_alarms.begin(); each != m_alarms.end(); ++each) {
        if (each->phase != LiveStatus::Alarm::Retrying)
            continue;
        each->nextAttempt = std::min(*each->nextAttempt, now + pauseAfter(each->failedAttempts));
        m_queue.set(each.key(), *each->nextAttempt);
    }
}

} // namespace greenroom
