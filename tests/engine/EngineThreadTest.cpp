#include "ActorEngine.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QTest>

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace greenroom;
using namespace std::chrono;

/// An engine on real threads, on the machine's clock. Letters and numbers are those of the cases.
class EngineThreadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void manyThreadsMakeOneActor();    // F05
    void commandsComeFromAnyThread();  // B31, B62
    void aContextBelongsToItsThread(); // B31
    void tasksArePostedFromAnyThread();
    void completionsEndOnAnyThread();
    void anActorThatBlocksIsLeftBehind_data();
    void anActorThatBlocksIsLeftBehind(); // S55, B18
    void anActorThatKeepsCallingIsLeftBehindAsWell();
    void oneThatComesBackLateFindsNothing();
    void anActorThatThrowsHarmsNobody();
    void anActorThatFloodsHarmsNobody();
    void alarmsFireOnTimeAndNeverEarly();    // B30
    void shuttingDownPutsEverybodyToSleep(); // S50, B92
    void shuttingDownDoesNotWaitForOneThatHangs_data();
    void shuttingDownDoesNotWaitForOneThatHangs(); // B92
    void startsAndSleepsLeakNothing();             // B64, S50
    void enginesComeAndGo();                       // S50

private:
    void add(const QString &name, std::function<std::unique_ptr<Actor>(ActorContext &)> make);
    void open();

    template <class T>
    static Result<T> wait(QFuture<Result<T>> future)
    {
        QDeadlineTimer deadline(30'000);
        while (!future.isFinished() && !deadline.hasExpired())
            std::this_thread::sleep_for(1ms);
        if (!future.isFinished())
            return fail(ErrorCode::TimedOut, QStringLiteral("no answer within 30 s"));
        return future.result();
    }

    static Creation creation(const QString &name, const QString &key = QStringLiteral("k"))
    {
        return *creationOf(name, {key});
    }

    Result<ActorId> run(const QString &name, const QString &key = QStringLiteral("k"))
    {
        const auto obtained = wait(m_engine->getOrCreate(creation(name, key)));
        return obtained ? Result<ActorId>(obtained->id) : fail(obtained.error());
    }

    /// An actor on the same thread as @p id.
    [[nodiscard]] QString keyOnTheLaneOf(const QString &name, const ActorId &id) const;
    [[nodiscard]] std::optional<LiveStatus> status(const ActorId &id)
    {
        (void)wait(m_engine->told(id));
        return m_engine->statuses().of(id);
    }

    std::unique_ptr<StorageFolder> m_folder;
    std::shared_ptr<Definitions> m_definitions;
    EngineSettings m_settings;
    std::unique_ptr<ActorEngine> m_engine;
};

namespace {

/// Does nothing.
class Calm : public Actor
{
public:
    explicit Calm(ActorContext &context) : m_context(context) {}

protected:
    ActorContext &m_context;
};

/// Lets through whoever waits once it is open.
class Barrier
{
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }

    void pass()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isOpen; });
    }

private:
    std::mutex m_mutex; // guards the rest
    std::condition_variable m_changed;
    bool m_isOpen = false;
};

} // namespace

void EngineThreadTest::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
    m_folder = std::make_unique<StorageFolder>();
    m_definitions = std::make_shared<Definitions>();
    m_settings = {};
    m_settings.lanes = 2;
    m_settings.blockedLimit = 200ms;
    add(QStringLiteral("calm"),
        [](ActorContext &context) { return std::make_unique<Calm>(context); });
}

void EngineThreadTest::cleanup()
{
    m_engine.reset();
    m_folder.reset();
}

void EngineThreadTest::add(const QString &name,
                           std::function<std::unique_ptr<Actor>(ActorContext &)> make)
{
    QCOMPARE(outcomeOf(m_definitions->add({name, {}, std::move(make)})), QStringLiteral("ok"));
}

void EngineThreadTest::open()
{
    auto opened = ActorEngine::open(m_folder->path(), m_definitions, m_settings);
    QCOMPARE(outcomeOf(opened), QStringLiteral("ok"));
    m_engine = std::move(*opened);
}

QString EngineThreadTest::keyOnTheLaneOf(const QString &name, const ActorId &id) const
{
    for (int i = 0;; ++i) {
        const QString key = QString::number(i);
        if (qHash(ActorId::of(name, {key})) % 2 == qHash(id) % 2)
            return key;
    }
}

void EngineThreadTest::manyThreadsMakeOneActor()
{
    std::atomic<int> made = 0;
    add(QStringLiteral("counted"), [&](ActorContext &context) {
        ++made;
        return std::make_unique<Calm>(context);
    });
    open();
    std::atomic<int> created = 0;
    std::atomic<int> failed = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                for (int j = 0; j < 10; ++j) {
                    const auto obtained = wait(m_engine->getOrCreate(
                        creation(QStringLiteral("counted"), QString::number(j))));
                    failed += obtained ? 0 : 1;
                    created += obtained && obtained->wasCreated ? 1 : 0;
                }
            });
        }
    }
    QCOMPARE(failed.load(), 0);
    QCOMPARE(created.load(), 10);
    QCOMPARE(made.load(), 10);
    QCOMPARE(m_engine->list()->size(), 10);
}

void EngineThreadTest::commandsComeFromAnyThread()
{
    open();
    std::atomic<int> failed = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 6; ++i) {
            threads.emplace_back([&, i] {
                const ActorId id = ActorId::of(QStringLiteral("calm"), {QStringLiteral("k")});
                const auto check = [&](const auto &result, std::initializer_list<ErrorCode> fine) {
                    if (!result &&
                        std::find(fine.begin(), fine.end(), result.error().code) == fine.end()) {
                        qInfo() << result.error().message;
                        ++failed;
                    }
                };
                using enum ErrorCode;
                for (int round = 0; round < 30; ++round) {
                    check(wait(m_engine->getOrCreate(creation(QStringLiteral("calm")))), {});
                    check(wait(m_engine->putKv(id, {{"\4" + QByteArray::number(i), "v"}})),
                          {NotFound});
                    check(wait(m_engine->setAlarm(
                              id, {EngineSettings().alarmsAtOnce + 9'000'000'000'000ULL})),
                          {NotFound});
                    (void)m_engine->list();
                    (void)m_engine->statuses().all();
                    (void)m_engine->events().after(0);
                    if (round % 10 == i)
                        check(wait(m_engine->destroy(id)), {NotFound});
                    else
                        check(wait(m_engine->sleep(id)), {NotFound, NotRunning});
                }
            });
        }
    }
    QCOMPARE(failed.load(), 0);
}

void EngineThreadTest::aContextBelongsToItsThread()
{
    std::atomic<ActorContext *> context = nullptr;
    add(QStringLiteral("seen"), [&](ActorContext &made) {
        context = &made;
        return std::make_unique<Calm>(made);
    });
    open();
    const ActorId id = *run(QStringLiteral("seen"));
    ActorContext &seen = *context;
    const QString wrong = QStringLiteral("wrong-thread");
    QCOMPARE(outcomeOf(seen.kv().put("k", "v")), wrong);
    QCOMPARE(outcomeOf(seen.kv().get({"k"})), wrong);
    QCOMPARE(outcomeOf(seen.state()), wrong);
    QCOMPARE(outcomeOf(seen.saveState("\1")), wrong);
    QCOMPARE(outcomeOf(seen.setAlarm({0})), wrong);
    QCOMPARE(outcomeOf(seen.cancelAlarm()), wrong);
    QCOMPARE(seen.after(1ms, [] { qFatal("it ran"); }), 0);
    QCOMPARE(seen.every(1ms, [] { qFatal("it ran"); }), 0);
    seen.sleep();
    seen.destroy();
    seen.report(QStringLiteral("x"));
    QVERIFY(seen.now().ms > 0);
    QCOMPARE(seen.name(), QStringLiteral("seen"));
    QTest::qWait(20);
    QCOMPARE(rawName(status(id)->lifecycle), QStringLiteral("AWAKE"));
    QVERIFY(!wait(m_engine->getKv(id, {"\4k"}))->first());
}

void EngineThreadTest::tasksArePostedFromAnyThread()
{
    std::atomic<ActorContext *> context = nullptr;
    add(QStringLiteral("seen"), [&](ActorContext &made) {
        context = &made;
        return std::make_unique<Calm>(made);
    });
    open();
    const ActorId id = *run(QStringLiteral("seen"));
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&, i] {
                for (int j = 0; j < 50; ++j) {
                    context.load()->post([&, i, j] {
                        (void)context.load()->kv().put(QByteArray::number(i * 100 + j), "v");
                    });
                }
            });
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(wait(m_engine->kvTotals(id))->entries, 201, 10'000);
}

void EngineThreadTest::completionsEndOnAnyThread()
{
    class Elsewhere final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion completion) override
        {
            m_thread = std::jthread([completion] { std::this_thread::sleep_for(5ms); });
        }
        void onStop(StopReason, Completion completion) override
        {
            m_thread =
                std::jthread([completion] { completion.fail(QStringLiteral("said elsewhere")); });
        }

    private:
        std::jthread m_thread;
    };
    add(QStringLiteral("elsewhere"),
        [](ActorContext &context) { return std::make_unique<Elsewhere>(context); });
    open();
    for (int i = 0; i < 20; ++i) {
        const auto id = run(QStringLiteral("elsewhere"));
        QCOMPARE(outcomeOf(id), QStringLiteral("ok"));
        const auto slept = wait(m_engine->sleep(*id));
        QVERIFY(messageOf(slept).contains(QStringLiteral("said elsewhere")));
    }
}

void EngineThreadTest::anActorThatBlocksIsLeftBehind_data()
{
    QTest::addColumn<QString>("where");
    for (const char *where : {"make", "start", "alarm", "task", "stop", "destructor"})
        QTest::newRow(where) << QString::fromLatin1(where);
}

void EngineThreadTest::anActorThatBlocksIsLeftBehind()
{
    QFETCH(QString, where);
    // What a thread that is left behind touches must live on: it never comes back.
    struct Shared
    {
        std::atomic<bool> blocks = true;
        QString where;
        void at(const char *place)
        {
            if (blocks && where == QLatin1String(place)) {
                for (;;)
                    std::this_thread::sleep_for(1h);
            }
        }
    };
    class Blocking final : public Calm
    {
    public:
        Blocking(ActorContext &context, Shared &shared) : Calm(context), m_shared(shared)
        {
            m_shared.at("make");
        }
        ~Blocking() override { m_shared.at("destructor"); }
        void start(Completion) override
        {
            (void)m_context.after(0ms, [&shared = m_shared] { shared.at("task"); });
            m_shared.at("start");
        }
        void onAlarm(Completion) override { m_shared.at("alarm"); }
        void onStop(StopReason, Completion) override { m_shared.at("stop"); }

    private:
        Shared &m_shared;
    };
    static QList<std::shared_ptr<Shared>> kept;
    kept << std::make_shared<Shared>();
    Shared &shared = *kept.last();
    shared.where = where;
    add(QStringLiteral("blocking"),
        [&shared](ActorContext &context) { return std::make_unique<Blocking>(context, shared); });
    m_settings.alarmRetry = 10ms;
    open();
    const ActorId id = ActorId::of(QStringLiteral("blocking"), {QStringLiteral("k")});
    const QString key = keyOnTheLaneOf(QStringLiteral("calm"), id);
    const auto neighbour = run(QStringLiteral("calm"), key);
    QCOMPARE(outcomeOf(neighbour), QStringLiteral("ok"));

    const auto obtained = wait(m_engine->getOrCreate(creation(QStringLiteral("blocking"))));
    const bool startBlocks = where == QLatin1String("make") || where == QLatin1String("start");
    QCOMPARE(outcomeOf(obtained),
             startBlocks ? QStringLiteral("thread-blocked") : QStringLiteral("ok"));
    if (where == QLatin1String("alarm"))
        QCOMPARE(outcomeOf(wait(m_engine->setAlarm(id, {1}))), QStringLiteral("ok"));
    if (where == QLatin1String("stop"))
        QCOMPARE(outcomeOf(wait(m_engine->sleep(id))), QStringLiteral("thread-blocked"));
    if (where == QLatin1String("destructor"))
        (void)wait(m_engine->sleep(id));
    // It is seen on the actor, and the others of the lane go on.
    const auto isSeen = [&] {
        const auto found = status(id);
        return found && found->error && found->error->code == ErrorCode::ThreadBlocked;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSeen(), 10'000);
    QCOMPARE(outcomeOf(wait(m_engine->putKv(*neighbour, {{"\4x", "1"}}))), QStringLiteral("ok"));
    QCOMPARE(rawName(status(*neighbour)->lifecycle), QStringLiteral("AWAKE"));

    // And it can be started again.
    shared.blocks = false;
    if (where == QLatin1String("alarm"))
        QTRY_VERIFY_WITH_TIMEOUT(status(id)->alarm == LiveStatus::Alarm::None, 10'000);
    QCOMPARE(outcomeOf(wait(m_engine->start(id))), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(wait(m_engine->sleep(id))), QStringLiteral("ok"));
    m_engine->shutDown();
}

void EngineThreadTest::anActorThatKeepsCallingIsLeftBehindAsWell()
{
    class Busy final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion) override
        {
            for (;;) {
                (void)m_context.kv().put("k", "v");
                (void)m_context.now();
                std::this_thread::sleep_for(1ms); // it need not eat the machine for this
            }
        }
    };
    add(QStringLiteral("busy"),
        [](ActorContext &context) { return std::make_unique<Busy>(context); });
    open();
    QCOMPARE(outcomeOf(run(QStringLiteral("busy"))), QStringLiteral("thread-blocked"));
    const ActorId id = ActorId::of(QStringLiteral("busy"), {QStringLiteral("k")});
    QCOMPARE(outcomeOf(wait(m_engine->putKv(id, {{"\4x", "1"}}))), QStringLiteral("ok"));
    // The engine goes; the actor goes on.
    m_engine.reset();
    QTest::qWait(50);
}

void EngineThreadTest::oneThatComesBackLateFindsNothing()
{
    static Barrier barrier;
    static std::atomic<int> outcome = -1;
    class Late final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion completion) override
        {
            barrier.pass();
            const auto put = m_context.kv().put("k", "late");
            (void)m_context.setAlarm({1});
            m_context.destroy();
            m_context.sleep();
            completion.fail(QStringLiteral("late"));
            outcome = put ? 0 : int(put.error().code);
        }
    };
    static std::atomic<bool> isLate = true;
    add(QStringLiteral("late"), [](ActorContext &context) -> std::unique_ptr<Actor> {
        if (isLate)
            return std::make_unique<Late>(context);
        return std::make_unique<Calm>(context);
    });
    open();
    QCOMPARE(outcomeOf(run(QStringLiteral("late"))), QStringLiteral("thread-blocked"));
    isLate = false;
    const auto id = run(QStringLiteral("late"));
    QCOMPARE(outcomeOf(id), QStringLiteral("ok"));
    barrier.open();
    QTRY_COMPARE_WITH_TIMEOUT(outcome.load(), int(ErrorCode::ThreadBlocked), 10'000);
    QTest::qWait(20);
    QCOMPARE(rawName(status(*id)->lifecycle), QStringLiteral("AWAKE"));
    QVERIFY(!wait(m_engine->getKv(*id, {"\4k"}))->first());
    QVERIFY(status(*id)->alarm == LiveStatus::Alarm::None);
}

void EngineThreadTest::anActorThatThrowsHarmsNobody()
{
    class Throwing final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion) override
        {
            (void)m_context.every(1ms, [] { throw std::runtime_error("again"); });
        }
        void onAlarm(Completion) override { throw 1; }
        void onStop(StopReason, Completion) override { throw std::string("x"); }
    };
    add(QStringLiteral("throwing"),
        [](ActorContext &context) { return std::make_unique<Throwing>(context); });
    open();
    const ActorId id = *run(QStringLiteral("throwing"));
    const auto neighbour = run(QStringLiteral("calm"), keyOnTheLaneOf(QStringLiteral("calm"), id));
    QCOMPARE(outcomeOf(neighbour), QStringLiteral("ok"));
    QTest::qWait(50);
    QCOMPARE(codeName(status(id)->error->code), QStringLiteral("actor-failed"));
    QVERIFY(!status(*neighbour)->error);
    QCOMPARE(outcomeOf(wait(m_engine->sleep(id))), QStringLiteral("actor-failed"));
    QCOMPARE(outcomeOf(wait(m_engine->sleep(*neighbour))), QStringLiteral("ok"));
}

void EngineThreadTest::anActorThatFloodsHarmsNobody()
{
    static std::atomic<bool> isOver = false;
    class Flooding final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion) override
        {
            m_context.report(QStringLiteral("line"));
            flood();
        }

    private:
        void flood()
        {
            for (int i = 0; i < 20; ++i)
                m_context.report(QStringLiteral("line"));
            if (!isOver)
                m_context.post([this] { flood(); });
        }
    };
    add(QStringLiteral("flooding"),
        [](ActorContext &context) { return std::make_unique<Flooding>(context); });
    open();
    const ActorId id = *run(QStringLiteral("flooding"));
    const auto neighbour = run(QStringLiteral("calm"), keyOnTheLaneOf(QStringLiteral("calm"), id));
    QCOMPARE(outcomeOf(neighbour), QStringLiteral("ok"));
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 50; ++i) {
        QCOMPARE(outcomeOf(wait(m_engine->getKv(*neighbour, {"k"}))), QStringLiteral("ok"));
    }
    QVERIFY2(time.elapsed() < 10'000, qPrintable(QString::number(time.elapsed())));
    // Its alarm is not forgotten over that, and news still come a few times a second.
    QCOMPARE(outcomeOf(wait(m_engine->setAlarm(*neighbour, {1}))), QStringLiteral("ok"));
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            const auto events = m_engine->events().after(0).events;
            return std::any_of(events.begin(), events.end(), [](const ActorEvent &event) {
                return event.kind == ActorEvent::Kind::AlarmFired;
            });
        }(),
        10'000);
    QVERIFY(m_engine->events().after(0).events.size() < 1000);
    isOver = true;
}

void EngineThreadTest::alarmsFireOnTimeAndNeverEarly()
{
    struct Fired
    {
        std::mutex mutex; // guards the rest
        QList<qint64> lateMs;
    };
    static Fired fired;
    class Punctual final : public Calm
    {
    public:
        using Calm::Calm;
        void start(Completion completion) override
        {
            m_at = m_context.now() + milliseconds(100 + qHash(m_context.id()) % 300);
            completion.failIf(m_context.setAlarm(m_at));
        }
        void onAlarm(Completion) override
        {
            const std::lock_guard lock(fired.mutex);
            fired.lateMs << qint64(m_context.now().ms) - qint64(m_at.ms);
        }

    private:
        Timestamp m_at;
    };
    add(QStringLiteral("punctual"),
        [](ActorContext &context) { return std::make_unique<Punctual>(context); });
    open();
    for (int i = 0; i < 40; ++i)
        (void)m_engine->getOrCreate(creation(QStringLiteral("punctual"), QString::number(i)));
    const auto count = [] {
        const std::lock_guard lock(fired.mutex);
        return fired.lateMs.size();
    };
    QTRY_COMPARE_WITH_TIMEOUT(count(), 40, 20'000);
    QTest::qWait(20);
    QCOMPARE(count(), 40);
    const std::lock_guard lock(fired.mutex);
    QVERIFY(*std::min_element(fired.lateMs.begin(), fired.lateMs.end()) >= 0);
}

void EngineThreadTest::shuttingDownPutsEverybodyToSleep()
{
    open();
    QList<ActorId> ids;
    for (int i = 0; i < 30; ++i)
        ids << *run(QStringLiteral("calm"), QString::number(i));
    QList<QFuture<Result<void>>> under;
    for (const ActorId &id : ids)
        under << m_engine->putKv(id, {{"\4x", "1"}});
    m_engine->shutDown();
    for (const auto &each : under) {
        QVERIFY(each.isFinished());
        QCOMPARE(outcomeOf(each.result()), QStringLiteral("ok")); // given before the end
    }
    QVERIFY(!QSqlDatabase::connectionNames().size());
    open();
    const auto listed = m_engine->list();
    QCOMPARE(listed->size(), 30);
    for (const ListedActor &each : *listed)
        QVERIFY(each.record->sleepTs && !each.record->connectableTs);
    for (const ActorId &id : ids)
        QCOMPARE(wait(m_engine->getKv(id, {"\4x"}))->first().value_or("none"), QByteArray("1"));
}

void EngineThreadTest::shuttingDownDoesNotWaitForOneThatHangs_data()
{
    QTest::addColumn<bool>("blocks");
    QTest::newRow("it never ends its hook") << false;
    QTest::newRow("it blocks its thread") << true;
}

void EngineThreadTest::shuttingDownDoesNotWaitForOneThatHangs()
{
    QFETCH(bool, blocks);
    class Hanging final : public Calm
    {
    public:
        Hanging(ActorContext &context, bool blocks) : Calm(context), m_blocks(blocks) {}
        void onStop(StopReason, Completion completion) override
        {
            while (m_blocks)
                std::this_thread::sleep_for(1h);
            m_completion = std::move(completion);
        }

    private:
        const bool m_blocks;
        std::optional<Completion> m_completion;
    };
    add(QStringLiteral("hanging"),
        [blocks](ActorContext &context) { return std::make_unique<Hanging>(context, blocks); });
    m_settings.shutdownLimit = 100ms;
    m_settings.blockedLimit = 10s;
    open();
    const ActorId id = *run(QStringLiteral("hanging"));
    const QString key = keyOnTheLaneOf(QStringLiteral("calm"), id);
    QCOMPARE(outcomeOf(run(QStringLiteral("calm"), key)), QStringLiteral("ok"));
    const auto pending = m_engine->sleep(id);
    QElapsedTimer time;
    time.start();
    m_engine->shutDown();
    QVERIFY2(time.elapsed() < 8'000, qPrintable(QString::number(time.elapsed())));
    m_engine.reset();
    QVERIFY(blocks || pending.isFinished());
    // The folder is free.
    m_settings.shutdownLimit = 15s;
    if (!blocks) {
        open();
        QCOMPARE(m_engine->list()->size(), 2);
    }
}

namespace {

qsizetype openFiles()
{
    return QDir(QStringLiteral("/proc/self/fd"))
        .entryInfoList(QDir::Files | QDir::System | QDir::Hidden)
        .size();
}

} // namespace

void EngineThreadTest::startsAndSleepsLeakNothing()
{
    open();
    const ActorId id = *run(QStringLiteral("calm"));
    const auto round = [&] {
        return wait(m_engine->sleep(id))
            .and_then([&] { return wait(m_engine->start(id)); })
            .and_then([&] {
                return wait(m_engine->putKv(id, {{"\4x", "1"}}));
            });
    };
    QCOMPARE(outcomeOf(round()), QStringLiteral("ok"));
    const qsizetype files = openFiles();
    const qsizetype connections = QSqlDatabase::connectionNames().size();
    for (int i = 0; i < 300; ++i)
        QCOMPARE(outcomeOf(round()), QStringLiteral("ok"));
    QVERIFY(openFiles() <= files + 2);
    QCOMPARE(QSqlDatabase::connectionNames().size(), connections);
}

void EngineThreadTest::enginesComeAndGo()
{
    const qsizetype before = openFiles();
    for (int i = 0; i < 20; ++i) {
        open();
        const auto id = run(QStringLiteral("calm"));
        QCOMPARE(outcomeOf(id), QStringLiteral("ok"));
        QCOMPARE(outcomeOf(wait(m_engine->putKv(*id, {{"\4x", "1"}}))), QStringLiteral("ok"));
        m_engine.reset();
        QVERIFY(QDir(m_folder->layout().databaseFolder())
                    .entryList({QStringLiteral("*-wal")}, QDir::Files)
                    .isEmpty());
    }
    QVERIFY(openFiles() <= before + 2);
    QCOMPARE(QSqlDatabase::connectionNames().size(), 0);
    // One that is not waited for.
    for (int i = 0; i < 20; ++i) {
        open();
        (void)m_engine->getOrCreate(creation(QStringLiteral("calm")));
        m_engine.reset();
    }
}

QTEST_GUILESS_MAIN(EngineThreadTest)
#include "EngineThreadTest.moc"
