#include "ActorEngine.h"

#include "FolderLock.h"
#include "FolderStore.h"
#include "FolderSweep.h"
#include "Lane.h"
#include "LiveActor.h"
#include "MemoryStore.h"
#include "StagedActor.h"

#include <QDir>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#ifdef Q_OS_UNIX
#    include <sys/resource.h>
#endif

namespace greenroom {

using namespace std::chrono;

namespace {

// Enough to keep a disk busy with syncs; more only costs memory.
constexpr int MostLanes = 4;

// Records looked at in one go after the start, between which others have their turn.
constexpr qsizetype SettledAtOnce = 32;

int laneCount(const EngineSettings &settings)
{
    return settings.lanes > 0 ? settings.lanes : MostLanes;
}

/// A database takes three descriptors; what else the process needs is left to it.
qsizetype databaseCount(const EngineSettings &settings)
{
    if (settings.openDatabases > 0)
        return settings.openDatabases;
    qsizetype limit = 1024;
#ifdef Q_OS_UNIX
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0)
        limit = qsizetype(std::min<rlim_t>(files.rlim_cur, 4096));
#endif
    return std::max<qsizetype>(16, (limit - 256) / 3);
}

/// Lanes share out a start-up's work and each reports its part.
class StartCount
{
public:
    /// @p next is called when all have.
    StartCount(qsizetype lanes, StartReport report, Pending<StartReport> ready,
               std::function<void()> next)
        : m_left(lanes),
          m_report(std::move(report)),
          m_ready(std::move(ready)),
          m_next(std::move(next))
    {}

    void add(qint64 alarms, const QStringList &notices)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_report.alarms += alarms;
            m_report.notices += notices;
            if (--m_left > 0)
                return;
        }
        m_next();
        m_ready(m_report);
    }

private:
    std::mutex m_mutex; // guards m_left, and m_report until that is 0
    qsizetype m_left;
    StartReport m_report;
    const Pending<StartReport> m_ready;
    const std::function<void()> m_next;
};

/// Arms an alarm that is on disk, or says why not. @p actors are the lane's, sorted.
std::optional<QString> loadAlarm(Lane &lane, const QString &name, const QStringList &actors)
{
    const Result<ActorId> id = ActorId::fromText(name);
    if (!id)
        return QStringLiteral("alarm \"%1\": %2; it is left alone").arg(name, id.error().message);
    const Result<AlarmRecord> alarm = lane.store().alarm(*id);
    if (!alarm) {
        if (alarm.error().code == ErrorCode::NotFound)
            return std::nullopt;
        return alarm.error().message + QStringLiteral("; the alarm is left alone");
    }
    if (alarm->actorId != name) {
        return QStringLiteral(
                   "alarm \"%1\": the record inside names actor \"%2\"; it is left alone")
            .arg(name, alarm->actorId);
    }
    if (!std::binary_search(actors.begin(), actors.end(), name) && !lane.store().hasRecord(*id)) {
        return QStringLiteral("alarm \"%1\": there is no such actor; it is left alone").arg(name);
    }
    lane.alarms().load(*id, alarm->timestamp);
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<ActorEngine>>
ActorEngine::open(const QString &folder, std::shared_ptr<const Definitions> definitions,
                  const EngineSettings &settings, const EngineSurroundings &surroundings)
{
    const StorageLayout layout(QDir::cleanPath(QDir().absoluteFilePath(folder)));
    auto store = std::make_unique<FolderStore>(layout);
    if (const Result<void> made = store->makeFolders(); !made)
        return fail(made.error());
    Result<std::unique_ptr<FolderLock>> lock = FolderLock::take(layout);
    if (!lock)
        return fail(lock.error());
    const QStringList notices = sweepFolder(layout, surroundings.clock->now());
    std::unique_ptr<ActorEngine> engine(new ActorEngine(
        std::move(*lock), std::move(store), std::move(definitions), settings, surroundings));
    engine->begin(notices);
    return engine;
}

std::unique_ptr<ActorEngine> ActorEngine::open(std::unique_ptr<ActorStore> store,
                                               std::shared_ptr<const Definitions> definitions,
                                               const EngineSettings &settings,
                                               const EngineSurroundings &surroundings)
{
    std::unique_ptr<ActorEngine> engine(
        new ActorEngine(nullptr, std::move(store), std::move(definitions), settings, surroundings));
    engine->begin({});
    return engine;
}

std::unique_ptr<ActorEngine> ActorEngine::inMemory(std::shared_ptr<const Definitions> definitions,
                                                   const EngineSettings &settings,
                                                   const EngineSurroundings &surroundings)
{
    return open(std::make_unique<MemoryStore>(), std::move(definitions), settings, surroundings);
}

ActorEngine::ActorEngine(std::unique_ptr<FolderLock> lock, std::unique_ptr<ActorStore> store,
                         std::shared_ptr<const Definitions> definitions,
                         const EngineSettings &settings, EngineSurroundings surroundings)
    : m_settings(settings),
      m_clock(std::move(surroundings.clock)),
      m_definitions(std::move(definitions)),
      m_store(std::move(store)),
      m_lock(std::move(lock))
{
    const int lanes = laneCount(m_settings);
    const EngineParts parts{*m_store, m_settings, *m_definitions, m_clock, m_log, m_board};
    const qsizetype databases = std::max<qsizetype>(2, databaseCount(m_settings) / lanes);
    for (int number = 1; number <= lanes; ++number) {
        m_lanes.push_back(std::make_unique<Lane>(number, parts, databases, surroundings.makeLoop));
    }
    if (m_settings.blockedLimit > 0ms)
        m_watch = std::jthread([this](const std::stop_token &stop) { watch(stop); });
}

ActorEngine::~ActorEngine()
{
    shutDown();
}

void ActorEngine::begin(QStringList notices)
{
    StartReport report;
    report.notices = std::move(notices);
    const auto namesOf = [&](const Result<QStringList> &found) {
        if (!found)
            report.notices << found.error().message;
        return found.value_or(QStringList());
    };
    const auto shareOut = [this](const QStringList &names) {
        std::vector<std::shared_ptr<QStringList>> shares;
        for (size_t i = 0; i < m_lanes.size(); ++i)
            shares.push_back(std::make_shared<QStringList>());
        for (const QString &name : names) {
            const Result<ActorId> id = ActorId::fromText(name);
            const size_t lane = id ? size_t(laneOf(*id).number() - 1) : 0;
            shares[lane]->append(name);
        }
        return shares;
    };
    const QStringList actors = namesOf(m_store->actors());
    const auto alarmShares = shareOut(namesOf(m_store->alarms()));
    const auto actorShares = shareOut(actors);
    report.actors = actors.size();

    // First the alarms: who waits for the start need not wait for what may be left of a crash.
    const auto settle = [this, actorShares] {
        for (size_t i = 0; i < m_lanes.size(); ++i)
            settleLater(*m_lanes[i], actorShares[i], 0);
    };
    const auto count =
        std::make_shared<StartCount>(qsizetype(m_lanes.size()), report, m_ready, settle);
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        Lane &lane = *m_lanes[i];
        lane.post([&lane, count, names = alarmShares[i], actors = actorShares[i]] {
            QStringList notices;
            qint64 armed = 0;
            for (const QString &name : *names) {
                if (const std::optional<QString> notice = loadAlarm(lane, name, *actors))
                    notices << *notice;
                else
                    ++armed;
            }
            count->add(armed, notices);
        });
        lane.start();
    }
}

/// Looks through the records for what an interrupted destroy or an older rivetkit left in them.
void ActorEngine::settleLater(Lane &lane, const std::shared_ptr<const QStringList> &names,
                              qsizetype from)
{
    if (from >= names->size())
        return;
    lane.post([this, &lane, names, from] {
        const qsizetype to = std::min(from + SettledAtOnce, names->size());
        for (qsizetype i = from; i < to; ++i) {
            const Result<ActorId> id = ActorId::fromText(names->at(i));
            if (!id || lane.find(*id) || lane.isClosing())
                continue;
            const Result<ActorRecord> record = lane.store().record(*id);
            if (!record || (!record->destroyTs && record->legacyKv.isEmpty()))
                continue;
            lane.enter(*id).settle([&lane, id = *id](const Result<void> &settled) {
                if (!settled) {
                    lane.tell({.at = lane.clock().now(),
                               .actor = id,
                               .kind = ActorEvent::Kind::Failed,
                               .error = settled.error()});
                }
            });
        }
        settleLater(lane, names, to);
    });
}

Lane &ActorEngine::laneOf(const ActorId &id) const
{
    return *m_lanes[qHash(id) % m_lanes.size()];
}

void ActorEngine::watch(const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    const auto pause = std::min<milliseconds>(1s, m_settings.blockedLimit / 2);
    while (!changed.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) {
        for (const auto &lane : m_lanes)
            lane->leaveBlockedActor();
    }
}

QFuture<Result<void>> ActorEngine::stopActors()
{
    Pending<void> pending;
    const auto left = std::make_shared<std::atomic<size_t>>(m_lanes.size());
    for (const auto &lane : m_lanes) {
        lane->post([&lane = *lane, left, pending] {
            lane.close([left, pending] {
                if (--*left == 0)
                    pending(Result<void>());
            });
        });
    }
    return pending.future();
}

void ActorEngine::shutDown()
{
    if (std::exchange(m_isShut, true))
        return;
    struct Stopped
    {
        std::mutex mutex; // guards all
        std::condition_variable changed;
        bool all = false;
    };
    const auto stopped = std::make_shared<Stopped>();
    QFuture<Result<void>> future = stopActors();
    future.then([stopped](const Result<void> &) {
        const std::lock_guard lock(stopped->mutex);
        stopped->all = true;
        stopped->changed.notify_all();
    });
    {
        std::unique_lock lock(stopped->mutex);
        stopped->changed.wait_for(lock, m_settings.shutdownLimit, [&] { return stopped->all; });
    }
    m_watch.request_stop();
    if (m_watch.joinable())
        m_watch.join();
    for (const auto &lane : m_lanes)
        lane->end();
    m_lock.reset();
}

template <class T, class Command>
QFuture<Result<T>> ActorEngine::command(const ActorId &id, Command command)
{
    Pending<T> pending;
    Lane &lane = laneOf(id);
    lane.post([&lane, id, pending, command] { command(lane.enter(id), pending); });
    return pending.future();
}

template <class T, class Access>
QFuture<Result<T>> ActorEngine::access(const ActorId &id, Access access)
{
    Pending<T> pending;
    Lane &lane = laneOf(id);
    lane.post([&lane, id, pending, access] {
        LiveActor &actor = lane.enter(id);
        actor.access([&actor, pending, access](const Result<void> &loaded) {
            pending(loaded ? access(actor) : fail(loaded.error()));
        });
    });
    return pending.future();
}

QFuture<Result<ActorId>> ActorEngine::create(const Creation &creation)
{
    const ActorId id = ActorId::of(creation.name, creation.key);
    return command<ActorId>(id, [id, creation](LiveActor &actor, const Pending<ActorId> &pending) {
        actor.create(creation, [id, pending](const Result<void> &created) {
            pending(created ? Result<ActorId>(id) : fail(created.error()));
        });
    });
}

QFuture<Result<void>> ActorEngine::install(const std::shared_ptr<StagedActor> &actor,
                                           ImportOptions::Existing existing)
{
    return command<void>(actor->arrival().id,
                         [actor, existing](LiveActor &place, const Pending<void> &done) {
                             place.install(actor, existing, done);
                         });
}

QFuture<Result<ActorEngine::Obtained>> ActorEngine::getOrCreate(const Creation &creation)
{
    const ActorId id = ActorId::of(creation.name, creation.key);
    return command<Obtained>(
        id, [id, creation](LiveActor &actor, const Pending<Obtained> &pending) {
            const auto created = std::make_shared<bool>(false);
            actor.getOrCreate(creation, created, [id, created, pending](const Result<void> &done) {
                pending(done ? Result<Obtained>(Obtained{id, *created}) : fail(done.error()));
            });
        });
}

QFuture<Result<ActorRecord>> ActorEngine::load(const ActorId &id)
{
    return access<ActorRecord>(
        id, [](LiveActor &actor) -> Result<ActorRecord> { return actor.record(); });
}

QFuture<Result<void>> ActorEngine::start(const ActorId &id)
{
    return command<void>(id,
                         [](LiveActor &actor, const Pending<void> &done) { actor.start(done); });
}

QFuture<Result<void>> ActorEngine::sleep(const ActorId &id)
{
    return command<void>(id,
                         [](LiveActor &actor, const Pending<void> &done) { actor.sleep(done); });
}

QFuture<Result<void>> ActorEngine::destroy(const ActorId &id)
{
    return command<void>(id,
                         [](LiveActor &actor, const Pending<void> &done) { actor.destroy(done); });
}

QFuture<Result<void>> ActorEngine::markAsleep(const ActorId &id)
{
    return access<void>(id, [](LiveActor &actor) { return actor.markAsleep(); });
}

Result<QList<ListedActor>> ActorEngine::list(const QString &after, qsizetype limit) const
{
    const Result<QStringList> names = m_store->actors();
    if (!names)
        return fail(names.error());
    QList<ListedActor> listed;
    for (auto name = std::upper_bound(names->begin(), names->end(), after);
         name != names->end() && listed.size() < limit; ++name) {
        const Result<ActorId> id = ActorId::fromText(*name);
        Result<ActorRecord> record = id ? m_store->record(*id) : fail(id.error());
        if (!record && record.error().code == ErrorCode::NotFound)
            continue; // destroyed since its name was read
        listed.append({*name, std::move(record)});
    }
    return listed;
}

QFuture<Result<AlarmOutcome>> ActorEngine::setAlarm(const ActorId &id, Timestamp at)
{
    return access<AlarmOutcome>(id, [at](LiveActor &actor) { return actor.setAlarm(at); });
}

QFuture<Result<AlarmOutcome>> ActorEngine::replaceAlarm(const ActorId &id, Timestamp at)
{
    return access<AlarmOutcome>(id, [at](LiveActor &actor) { return actor.replaceAlarm(at); });
}

QFuture<Result<void>> ActorEngine::cancelAlarm(const ActorId &id)
{
    return access<void>(id, [](LiveActor &actor) { return actor.cancelAlarm(); });
}

QFuture<Result<void>> ActorEngine::fireAlarm(const ActorId &id)
{
    return access<void>(id, [&lane = laneOf(id)](LiveActor &actor) {
        return lane.alarms().fireNow(actor.id(), lane.clock().now());
    });
}

QFuture<Result<EditOutcome>> ActorEngine::editKv(const ActorId &id, const KvEdit &edit)
{
    return access<EditOutcome>(id, [edit](LiveActor &actor) { return actor.editKv(edit); });
}

QFuture<Result<void>> ActorEngine::putKv(const ActorId &id, const KvEntries &entries)
{
    return access<void>(id, [entries](LiveActor &actor) { return actor.putKv(entries); });
}

QFuture<Result<QList<std::optional<QByteArray>>>> ActorEngine::getKv(const ActorId &id,
                                                                     const QList<QByteArray> &keys)
{
    return access<QList<std::optional<QByteArray>>>(
        id, [keys](LiveActor &actor) { return actor.getKv(keys); });
}

QFuture<Result<void>> ActorEngine::removeKv(const ActorId &id, const QList<QByteArray> &keys)
{
    return access<void>(id, [keys](LiveActor &actor) { return actor.removeKv(keys); });
}

QFuture<Result<void>> ActorEngine::removeKvRange(const ActorId &id, const KvRange &range)
{
    return access<void>(id, [range](LiveActor &actor) { return actor.removeKvRange(range); });
}

QFuture<Result<KvPage>> ActorEngine::listKv(const ActorId &id, const KvRange &range, KvOrder order,
                                            std::optional<qint64> limit)
{
    return access<KvPage>(id, [=](LiveActor &actor) { return actor.listKv(range, order, limit); });
}

QFuture<Result<KvTotals>> ActorEngine::kvTotals(const ActorId &id)
{
    return access<KvTotals>(id, [](LiveActor &actor) { return actor.totals(); });
}

QFuture<Result<void>> ActorEngine::told(const ActorId &id)
{
    Pending<void> pending;
    Lane &lane = laneOf(id);
    lane.post([&lane, pending] {
        lane.tellCounts();
        lane.tellNow();
        pending(Result<void>());
    });
    return pending.future();
}

} // namespace greenroom
