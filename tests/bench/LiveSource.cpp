#include "LiveSource.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>

namespace greenroom::bench {

using namespace std::chrono_literals;

namespace {

constexpr int Lanes = 2;
constexpr int BatchesPerSecond = 40;
constexpr qsizetype ActorsPerBatch = 256;

Timestamp now()
{
    return {quint64(QDateTime::currentMSecsSinceEpoch())};
}

} // namespace

LiveSource::LiveSource(int actors, int eventsPerSecond)
{
    const QString names[] = {QStringLiteral("counter"), QStringLiteral("reminder"),
                             QStringLiteral("sleeper"), QStringLiteral("flaky")};
    for (int i = 0; i < actors; ++i) {
        ActorEntry actor;
        actor.record = ActorRecord();
        actor.record->name = names[i % 4];
        actor.record->key = {QStringLiteral("tenant-%1").arg(i % 17), QString::number(i)};
        actor.fileName = ActorId::of(actor.record->name, actor.record->key).text();
        actor.record->actorId = actor.fileName;
        actor.record->createdAt = {now().ms - 3'600'000};
        actor.record->startTs = Timestamp{now().ms - 60'000};
        actor.record->connectableTs = actor.record->startTs;
        actor.presence = Presence::Held;
        actor.live = LiveStatus();
        actor.live->lifecycle = Lifecycle::Awake;
        actor.live->since = now();
        actor.live->lane = 1 + i % Lanes;
        actor.live->generation =
            QStringLiteral("0b52f3a0-9f0e-4c1e-8d57-%1").arg(i, 12, 16, QLatin1Char('0'));
        if (i % 3 == 0) {
            actor.alarmAt = Timestamp{now().ms + quint64(i + 1) * 900};
            actor.live->alarm = LiveStatus::Alarm::Armed;
            actor.live->alarmAt = actor.alarmAt;
        }
        m_actors << actor;
    }
    std::sort(m_actors.begin(), m_actors.end(),
              [](const ActorEntry &a, const ActorEntry &b) { return a.fileName < b.fileName; });
    for (int lane = 0; lane < Lanes; ++lane) {
        m_lanes.emplace_back([this, lane, eventsPerSecond](std::stop_token stop) {
            live(lane, eventsPerSecond / Lanes, stop);
        });
    }
}

LiveSource::~LiveSource() = default;

void LiveSource::live(int lane, int eventsPerSecond, std::stop_token stop)
{
    QRandomGenerator random(quint32(lane + 1));
    const int perBatch = std::max(1, eventsPerSecond / BatchesPerSecond);
    while (!stop.stop_requested()) {
        ActorEvents events;
        {
            const QMutexLocker lock(&m_mutex);
            for (int i = 0; i < perBatch; ++i) {
                ActorEntry &actor = m_actors[random.bounded(int(m_actors.size()))];
                events << change(actor, random.bounded(100u));
            }
        }
        m_told += quint64(events.size());
        m_log.append(events);
        std::this_thread::sleep_for(1000ms / BatchesPerSecond);
    }
}

ActorEvent LiveSource::change(ActorEntry &actor, quint32 chance)
{
    ActorEvent event{.sequence = 0,
                     .at = now(),
                     .actor = *ActorId::fromText(actor.fileName),
                     .kind = ActorEvent::Kind::KvWritten,
                     .detail = {},
                     .took = std::chrono::microseconds(20 + chance * 37),
                     .alarmAt = std::nullopt,
                     .count = 1 + chance % 9,
                     .bytes = 40 + chance * 3,
                     .error = std::nullopt};
    LiveStatus &live = *actor.live;
    live.kvWrites += event.count;
    live.kvWritesPerSecond = 0.8 * live.kvWritesPerSecond + 0.1 * double(chance);
    if (chance < 60)
        return event;
    event.count = 0;
    event.bytes = 0;
    live.since = event.at;
    if (chance < 75) {
        event.kind = ActorEvent::Kind::Slept;
        live.lifecycle = Lifecycle::Dormant;
        actor.record->sleepTs = event.at;
        actor.record->connectableTs.reset();
    } else if (chance < 90) {
        event.kind = ActorEvent::Kind::Started;
        event.detail = QStringLiteral("woken by its alarm");
        live.lifecycle = Lifecycle::Awake;
        live.error.reset();
        actor.record->sleepTs.reset();
        actor.record->startTs = event.at;
        actor.record->connectableTs = event.at;
    } else if (chance < 96) {
        event.kind = ActorEvent::Kind::AlarmFired;
        event.alarmAt = event.at;
    } else {
        event.kind = ActorEvent::Kind::StartFailed;
        event.error = Error{ErrorCode::ActorFailed,
                            QStringLiteral("onStart threw: the upstream service said 503")};
        live.lifecycle = Lifecycle::Crashed;
        live.error = event.error;
    }
    return event;
}

Result<ActorListEnd> LiveSource::listActors(const ActorQuery &, const ActorBatchSink &sink,
                                            std::stop_token stop) const
{
    ++m_listings;
    m_mutex.lock();
    const ActorBatch actors = m_actors;
    m_mutex.unlock();
    for (qsizetype at = 0; at < actors.size(); at += ActorsPerBatch) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("cancelled"));
        sink(actors.mid(at, ActorsPerBatch));
    }
    return ActorListEnd();
}

Result<ActorDetails> LiveSource::actor(const ActorId &id) const
{
    const QMutexLocker lock(&m_mutex);
    for (const ActorEntry &actor : m_actors) {
        if (actor.fileName == id.text()) {
            ActorDetails details;
            details.entry = actor;
            details.stateBytes = QByteArray(200, 'x');
            if (actor.alarmAt)
                details.alarmBytes = QByteArray(20, '\3');
            return details;
        }
    }
    return fail(ErrorCode::NotFound, QStringLiteral("there is no actor ") + id.text());
}

Result<KvPage> LiveSource::kvPage(const ActorId &id, const KvQuery &query, std::stop_token) const
{
    qint64 writes = 0;
    if (const auto details = actor(id))
        writes = details->entry.live->kvWrites;
    KvPage page;
    page.origin = KvOrigin::Database;
    for (int i = 0; i < std::min<int>(200, int(query.limit)); ++i) {
        KvRow row;
        row.key = QByteArray("\4item/") + QByteArray::number(1000 + i);
        row.value = QByteArray::number(writes + i);
        row.valueSize = row.value.size();
        page.rows << row;
    }
    return page;
}

Result<std::optional<KvRow>> LiveSource::kvRow(const ActorId &, const KvCursor &key, qint64,
                                               std::stop_token) const
{
    KvRow row;
    row.key = key.key;
    row.value = "1";
    row.valueSize = 1;
    return std::optional(row);
}

Result<KvTotals> LiveSource::kvTotals(const ActorId &, std::stop_token) const
{
    KvTotals totals;
    totals.entries = 200;
    totals.bytes = 4000;
    return totals;
}

QByteArray LiveSource::kvStamp(const ActorId &id) const
{
    const auto details = actor(id);
    return details ? QByteArray::number(details->entry.live->kvWrites) : QByteArray();
}

Result<QList<AlarmEntry>> LiveSource::alarms(std::stop_token) const
{
    const QMutexLocker lock(&m_mutex);
    QList<AlarmEntry> alarms;
    for (const ActorEntry &actor : m_actors) {
        if (actor.alarmAt) {
            AlarmEntry alarm;
            alarm.fileName = actor.fileName;
            alarm.timestamp = actor.alarmAt;
            alarms << alarm;
        }
    }
    return alarms;
}

Result<void> LiveSource::run(ActorCommand command, const ActorId &id)
{
    std::this_thread::sleep_for(30ms);
    const QMutexLocker lock(&m_mutex);
    if (command == ActorCommand::Destroy)
        m_actors.removeIf([&](const ActorEntry &actor) { return actor.fileName == id.text(); });
    return {};
}

QStringList LiveSource::definitions() const
{
    return {QStringLiteral("counter"), QStringLiteral("flaky"), QStringLiteral("reminder"),
            QStringLiteral("sleeper")};
}

} // namespace greenroom::bench
