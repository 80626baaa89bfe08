#include "EngineWorld.h"

#include "FolderStore.h"
#include "MemoryStore.h"

#include <QDir>
#include <QDirIterator>

using namespace greenroom;
using namespace std::chrono;

Timestamp at(qint64 ms)
{
    return {quint64(qint64(EngineWorld::Start) + ms)};
}

EngineWorld::EngineWorld(Place place) : m_place(place)
{
    settings.lanes = 1;
    settings.openDatabases = 8;
    settings.blockedLimit = 0ms;
    settings.shutdownLimit = 0ms;
    settings.batchPause = 0ms;
    (void)script();
}

EngineWorld::~EngineWorld()
{
    crash();
}

Script &EngineWorld::script(const QString &name)
{
    std::unique_ptr<Script> &script = m_scripts[name];
    if (!script)
        script = std::make_unique<Script>();
    return *script;
}

Result<void> EngineWorld::open()
{
    auto definitions = std::make_shared<Definitions>();
    for (const auto &[name, script] : m_scripts) {
        if (const auto added = definitions->add(script->definition(name)); !added)
            return fail(added.error());
    }
    EngineSurroundings surroundings{clock, [this] {
                                        auto loop = std::make_unique<StepLoop>(*clock);
                                        m_loops.push_back(loop.get());
                                        return loop;
                                    }};
    m_lastEvent = 0;
    if (m_place == Place::Folder) {
        auto opened = ActorEngine::open(folder->path(), definitions, settings, surroundings);
        if (!opened)
            return fail(opened.error());
        m_engine = std::move(*opened);
        return {};
    }
    std::unique_ptr<ActorStore> place;
    if (m_place == Place::Memory) {
        place = std::make_unique<MemoryStore>();
    } else {
        auto inFolder = std::make_unique<FolderStore>(folder->layout());
        if (const auto made = inFolder->makeFolders(); !made)
            return made;
        place = std::move(inFolder);
    }
    auto store = std::make_unique<FaultyStore>(std::move(place));
    m_store = store.get();
    m_engine = ActorEngine::open(std::move(store), definitions, settings, surroundings);
    return {};
}

ActorEngine &EngineWorld::engine()
{
    if (!m_engine) {
        if (const auto opened = open(); !opened)
            qFatal("no engine: %s", qPrintable(opened.error().message));
    }
    return *m_engine;
}

FaultyStore &EngineWorld::store()
{
    (void)engine();
    if (!m_store)
        qFatal("this engine has no faulty store");
    return *m_store;
}

void EngineWorld::settle()
{
    (void)engine();
    int steps = 0;
    for (bool isBusy = true; isBusy;) {
        isBusy = false;
        for (StepLoop *loop : m_loops) {
            if (!loop->isDue())
                continue;
            isBusy = true;
            loop->step();
            if (++steps > 100'000)
                qFatal("the engine never comes to rest");
        }
    }
}

void EngineWorld::advance(milliseconds length)
{
    settle();
    const microseconds end = clock->uptime() + length;
    for (;;) {
        std::optional<microseconds> next;
        for (const StepLoop *loop : m_loops) {
            if (loop->due() && *loop->due() <= end)
                next = std::min(next.value_or(*loop->due()), *loop->due());
        }
        if (!next)
            break;
        clock->advance(quint64(ceil<milliseconds>(*next - clock->uptime()).count()));
        settle();
    }
    clock->advance(quint64(duration_cast<milliseconds>(end - clock->uptime()).count()));
    settle();
}

void EngineWorld::setWallClock(quint64 ms)
{
    clock->set(ms);
    for (StepLoop *loop : m_loops)
        loop->signal();
    settle();
}

void EngineWorld::inActor(const std::function<void(ActorContext &)> &task, const QString &name)
{
    ActorContext *context = script(name).context();
    if (!context)
        qFatal("no such actor runs");
    context->post([task, context] { task(*context); });
    settle();
}

void EngineWorld::close()
{
    if (!m_engine)
        return;
    const QFuture<Result<void>> stopped = m_engine->stopActors();
    settle();
    if (!stopped.isFinished())
        qFatal("the engine does not stop");
    crash();
}

void EngineWorld::crash()
{
    // What is still on its way would touch what goes first.
    m_engine.reset();
    m_loops.clear();
    m_store = nullptr;
}

Creation EngineWorld::creation(const QString &key, const QString &name)
{
    return *creationOf(name, {key}, QByteArray("\x01", 1));
}

ActorId EngineWorld::id(const QString &key, const QString &name)
{
    return ActorId::of(name, {key});
}

ActorId EngineWorld::run(const QString &key, const QString &name)
{
    const auto obtained = answer(engine().getOrCreate(creation(key, name)));
    if (!obtained)
        qFatal("no actor: %s", qPrintable(obtained.error().message));
    return obtained->id;
}

std::optional<LiveStatus> EngineWorld::status(const ActorId &id)
{
    settle();
    return engine().statuses().of(id);
}

QString EngineWorld::lifecycle(const ActorId &id)
{
    const std::optional<LiveStatus> found = status(id);
    return found ? rawName(found->lifecycle) : QStringLiteral("-");
}

ActorEvents EngineWorld::takeEventList()
{
    settle();
    EventLog::Reading reading = engine().events().after(m_lastEvent);
    m_lastEvent = reading.last;
    return reading.events;
}

QString EngineWorld::takeEvents()
{
    QStringList kinds;
    const ActorEvents events = takeEventList();
    for (const ActorEvent &event : events)
        kinds << kindName(event.kind);
    return kinds.join(QLatin1String(", "));
}

Result<ActorRecord> EngineWorld::recordOnDisk(const ActorId &id) const
{
    return FolderStore(folder->layout()).record(id);
}

std::optional<qint64> EngineWorld::alarmOnDisk(const ActorId &id) const
{
    const Result<AlarmRecord> alarm = FolderStore(folder->layout()).alarm(id);
    return alarm ? std::optional(qint64(alarm->timestamp.ms - Start)) : std::nullopt;
}

QStringList EngineWorld::filesOnDisk() const
{
    QStringList files;
    QDirIterator entries(folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next().mid(folder->path().size() + 1);
        if (path.contains(u'/'))
            files << path;
    }
    files.sort();
    return files;
}
