#include "LiveContext.h"

#include "Lane.h"
#include "LiveActor.h"
#include "Seat.h"

namespace greenroom {

namespace {

// The actor's own keys lie under this prefix (storage-format §5.1).
constexpr char UserPrefix = 4;

QByteArray stored(const QByteArray &key)
{
    QByteArray prefixed;
    prefixed.reserve(key.size() + 1);
    prefixed += UserPrefix;
    prefixed += key;
    return prefixed;
}

QList<QByteArray> stored(const QList<QByteArray> &keys)
{
    QList<QByteArray> prefixed;
    prefixed.reserve(keys.size());
    for (const QByteArray &key : keys)
        prefixed.append(stored(key));
    return prefixed;
}

/// A range without an end still ends where the actor's own keys do.
KvRange stored(const KvRange &range)
{
    return {stored(range.start),
            range.end ? stored(*range.end) : QByteArray(1, char(UserPrefix + 1))};
}

} // namespace

LiveContext::LiveContext(LiveActor &actor, Lane &lane, Generation generation)
    : m_id(actor.id()),
      m_name(actor.record().name),
      m_key(actor.record().key),
      m_generation(generation),
      m_clock(lane.sharedClock()),
      m_lane(&lane),
      m_mailbox(lane.mailbox()),
      m_actor(&actor)
{}

template <class T, class Call>
Result<T> LiveContext::ask(Call call)
{
    Seat *seat = Seat::current();
    if (!seat || &seat->lane() != m_lane) {
        return fail(ErrorCode::WrongThread,
                    QStringLiteral("%1: its context was used from another thread than the actor's; "
                                   "use post() there")
                        .arg(m_id.text()));
    }
    const Seat::Visit visit(*seat);
    if (!visit.isWelcome()) {
        return fail(ErrorCode::ThreadBlocked,
                    QStringLiteral("%1: it kept its thread for too long and was left behind")
                        .arg(m_id.text()));
    }
    if (!m_actor)
        return fail(ErrorCode::Stopping, QStringLiteral("%1: it has stopped").arg(m_id.text()));
    return call(*m_actor);
}

Result<std::optional<QByteArray>> LiveContext::input()
{
    return ask<std::optional<QByteArray>>(
        [](LiveActor &actor) -> Result<std::optional<QByteArray>> {
            const Result<PersistedActor> persisted = actor.persisted();
            if (!persisted)
                return fail(persisted.error());
            return persisted->input;
        });
}

Result<std::optional<QByteArray>> LiveContext::state()
{
    return ask<std::optional<QByteArray>>(
        [](LiveActor &actor) -> Result<std::optional<QByteArray>> {
            const Result<PersistedActor> persisted = actor.persisted();
            if (!persisted)
                return fail(persisted.error());
            return persisted->hasInitialized ? std::optional(persisted->state) : std::nullopt;
        });
}

Result<void> LiveContext::saveState(const QByteArray &cbor)
{
    return ask<void>([&](LiveActor &actor) { return actor.saveState(cbor); });
}

Timestamp LiveContext::now() const
{
    return m_clock->now();
}

Result<AlarmOutcome> LiveContext::setAlarm(Timestamp at)
{
    return ask<AlarmOutcome>([&](LiveActor &actor) { return actor.setAlarm(at); });
}

Result<void> LiveContext::cancelAlarm()
{
    return ask<void>([&](LiveActor &actor) { return actor.cancelAlarm(); });
}

int LiveContext::after(std::chrono::milliseconds delay, std::function<void()> task)
{
    return ask<int>([&](LiveActor &actor) -> Result<int> {
               return actor.timers().after(delay, std::move(task));
           })
        .value_or(0);
}

int LiveContext::every(std::chrono::milliseconds period, std::function<void()> task)
{
    return ask<int>([&](LiveActor &actor) -> Result<int> {
               return actor.timers().every(period, std::move(task));
           })
        .value_or(0);
}

void LiveContext::stopTimer(int timer)
{
    (void)ask<void>([&](LiveActor &actor) -> Result<void> {
        actor.timers().stop(timer);
        return {};
    });
}

void LiveContext::sleep()
{
    (void)ask<void>([&](LiveActor &) -> Result<void> {
        m_lane->post([lane = m_lane, id = m_id, generation = m_generation] {
            if (LiveActor *actor = lane->find(id); actor && actor->lives(generation))
                actor->sleep({});
        });
        return {};
    });
}

void LiveContext::destroy()
{
    (void)ask<void>([&](LiveActor &) -> Result<void> {
        m_lane->post([lane = m_lane, id = m_id, generation = m_generation] {
            if (LiveActor *actor = lane->find(id); actor && actor->lives(generation))
                actor->destroy({});
        });
        return {};
    });
}

void LiveContext::report(const QString &message)
{
    (void)ask<void>([&](LiveActor &actor) -> Result<void> {
        actor.report(message);
        return {};
    });
}

void LiveContext::post(std::function<void()> task)
{
    m_mailbox->post([lane = m_lane, id = m_id, generation = m_generation, task = std::move(task)] {
        if (LiveActor *actor = lane->find(id); actor && actor->lives(generation))
            actor->runTask(task);
    });
}

Result<void> LiveContext::put(const KvEntries &entries)
{
    return ask<void>([&](LiveActor &actor) {
        KvEntries prefixed;
        prefixed.reserve(entries.size());
        for (const KvEntry &entry : entries)
            prefixed.append({stored(entry.key), entry.value});
        return actor.putKv(prefixed);
    });
}

Result<QList<std::optional<QByteArray>>> LiveContext::get(const QList<QByteArray> &keys)
{
    return ask<QList<std::optional<QByteArray>>>(
        [&](LiveActor &actor) { return actor.getKv(stored(keys)); });
}

Result<void> LiveContext::remove(const QList<QByteArray> &keys)
{
    return ask<void>([&](LiveActor &actor) { return actor.removeKv(stored(keys)); });
}

Result<void> LiveContext::removeRange(const KvRange &range)
{
    return ask<void>([&](LiveActor &actor) { return actor.removeKvRange(stored(range)); });
}

Result<KvEntries> LiveContext::list(const KvRange &range, KvOrder order,
                                    std::optional<qint64> limit)
{
    return ask<KvEntries>(
        [&](LiveActor &actor) { return actor.entries(stored(range), order, limit, 1); });
}

} // namespace greenroom
