#include "ActorEngine.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>
#include <QTest>

#include <atomic>
#include <thread>

using namespace greenroom;
using namespace std::chrono_literals;

namespace {

constexpr int Actors = 10;
constexpr int Threads = 6;

ActorId idOf(int actor)
{
    return ActorId::of(QStringLiteral("busy"), {QString::number(actor)});
}

Creation creationFor(int actor)
{
    return *creationOf(QStringLiteral("busy"), {QString::number(actor)});
}

/// Does a little of everything by itself.
class Busy final : public Actor
{
public:
    explicit Busy(ActorContext &context) : m_context(context) {}

    ~Busy() override
    {
        if (m_thread.joinable())
            m_thread.join();
    }

    void start(Completion completion) override
    {
        m_context.every(1ms, [this] { (void)m_context.kv().put("tick", "1"); });
        // A thread of its own ends the hook and posts.
        completion.failIf(m_context.setAlarm(m_context.now() + 3ms));
        m_thread = std::thread([this, completion = std::move(completion)] {
            m_context.post([this] { m_context.report(QStringLiteral("posted")); });
        });
    }

    void onAlarm(Completion completion) override
    {
        completion.failIf(m_context.setAlarm(m_context.now() + 5ms));
        if (++m_alarms % 3 == 0)
            m_context.sleep();
    }

private:
    ActorContext &m_context;
    std::thread m_thread;
    int m_alarms = 0;
};

} // namespace

/// Commands from many threads at once, to few actors on real lanes, until the engine is shut down
/// among them. Meant for ThreadSanitizer; what the commands come to is other tests' matter.
class EngineStressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCommandIsAnsweredUntilTheEnd_data();
    void everyCommandIsAnsweredUntilTheEnd();

private:
    static bool command(ActorEngine &engine, QRandomGenerator &random);
};

/// Gives one command and waits for the answer; false once the engine is being closed.
bool EngineStressTest::command(ActorEngine &engine, QRandomGenerator &random)
{
    const int actor = random.bounded(Actors);
    const ActorId id = idOf(actor);
    const auto goesOn = [](auto future) {
        const auto result = future.result();
        return result || result.error().code != ErrorCode::ShuttingDown;
    };
    const Timestamp soon = SystemClock().now() + std::chrono::milliseconds(random.bounded(10));
    switch (random.bounded(14)) {
    case 0:
        return goesOn(engine.create(creationFor(actor)));
    case 1:
    case 2:
    case 3:
        return goesOn(engine.getOrCreate(creationFor(actor)));
    case 4:
        return goesOn(engine.start(id));
    case 5:
        return goesOn(engine.sleep(id));
    case 6:
        return goesOn(engine.destroy(id));
    case 7:
        return goesOn(engine.setAlarm(id, soon));
    case 8:
        return goesOn(engine.cancelAlarm(id));
    case 9:
        return goesOn(engine.fireAlarm(id));
    case 10:
        return goesOn(engine.putKv(id, {{"\4k", QByteArray(500, 'v')}, {"\4l", "1"}}));
    case 11:
        return goesOn(engine.listKv(id, KvRange::ofPrefix("\4")));
    case 12:
        (void)engine.list();
        (void)engine.statuses().all();
        return goesOn(engine.told(id));
    default:
        (void)engine.events().after(0);
        return goesOn(engine.load(id));
    }
}

void EngineStressTest::everyCommandIsAnsweredUntilTheEnd_data()
{
    QTest::addColumn<bool>("inMemory");
    QTest::newRow("in a folder") << false;
    QTest::newRow("in memory") << true;
}

void EngineStressTest::everyCommandIsAnsweredUntilTheEnd()
{
    QFETCH(bool, inMemory);
    const StorageFolder folder;
    auto definitions = std::make_shared<Definitions>();
    QVERIFY(definitions->add(defineActor<Busy>(QStringLiteral("busy"), QString())));
    EngineSettings settings;
    settings.openDatabases = 8;
    settings.alarmRetry = 2ms;
    for (quint32 run = 0; run < 3; ++run) {
        std::unique_ptr<ActorEngine> engine;
        if (inMemory) {
            engine = ActorEngine::inMemory(definitions, settings);
        } else {
            auto opened = ActorEngine::open(folder.path(), definitions, settings);
            QCOMPARE(messageOf(opened), QString());
            engine = std::move(*opened);
        }
        std::atomic<int> answers = 0;
        std::vector<std::thread> threads;
        for (quint32 thread = 0; thread < Threads; ++thread) {
            threads.emplace_back([&, thread] {
                QRandomGenerator random(run * 100 + thread);
                while (command(*engine, random))
                    ++answers;
            });
        }
        std::this_thread::sleep_for(400ms);
        for (const QDeadlineTimer late(30s); answers <= 20 && !late.hasExpired();)
            std::this_thread::sleep_for(10ms);
        engine->shutDown();
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(answers > 20);
    }
}

QTEST_GUILESS_MAIN(EngineStressTest)
#include "EngineStressTest.moc"
