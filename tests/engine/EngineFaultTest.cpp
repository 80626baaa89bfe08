#include "EngineWorld.h"
#include "OrdinaryUser.h"
#include "Outcome.h"

#include <QRegularExpression>
#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// What an engine does when the disk refuses a step, and what the next one finds when the process
/// ends before one. Letters and numbers are those of the cases.
class EngineFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    // a step is refused
    void aFailedCreationLeavesNothing_data();
    void aFailedCreationLeavesNothing();           // S18
    void aStartThatCannotBeNotedDoesNotRun();      // S54, S18
    void anUnreadableRecordIsReadAgain();          // S39
    void aSleepThatCannotBeNotedSleepsAndSaysSo(); // S18
    void aDestroyThatCannotBeNotedIsDoneAllTheSame();
    void aDestroyThatFailsIsReportedAndCanBeRepeated_data();
    void aDestroyThatFailsIsReportedAndCanBeRepeated(); // S37
    void anActorThatCannotBeDestroyedAtAllKeepsItsAlarm();
    void aFailedAlarmWriteLeavesTheOldAlarm_data();
    void aFailedAlarmWriteLeavesTheOldAlarm(); // B16
    void anAnsweredAlarmThatCannotBeRemovedIsReported();
    void aFailedPutIsTheActorsToKnow();         // F19, U05
    void everythingWorksAgainOnceTheDiskDoes(); // B34

    // the real disk
    void anUnwritableFolderIsNamed_data();
    void anUnwritableFolderIsNamed(); // S18, S37

    // a crash before any step
    void aCrashWhileCreatingLeavesAllOrNothing_data();
    void aCrashWhileCreatingLeavesAllOrNothing(); // S36
    void aCrashWhileDestroyingLeavesAllOrNothing_data();
    void aCrashWhileDestroyingLeavesAllOrNothing(); // S37, S38
    void aCrashWhileSleepingLosesNothing();
    void aCrashAtAnyStepOfAnAlarmNeverMakesItLate(); // B08, B14
};

namespace {

/// The folder before each change of the disk, and after the last.
class Crashes
{
public:
    explicit Crashes(EngineWorld &world) : m_world(world)
    {
        world.store().beforeChange = [this](const QString &step) { take(step); };
    }

    void take(const QString &step)
    {
        m_steps << step;
        m_folders.push_back(std::make_shared<StorageFolder>(m_world.folder->path()));
    }

    void end()
    {
        m_world.store().beforeChange = {};
        take(QStringLiteral("the end"));
    }

    /// Calls @p check with a world over each of the folders, where an engine has just settled.
    void forEach(const std::function<void(EngineWorld &, const QString &)> &check) const
    {
        for (size_t i = 0; i < m_folders.size(); ++i) {
            EngineWorld after(EngineWorld::Place::Folder);
            after.folder = m_folders[i];
            after.clock = std::make_shared<FakeClock>(m_world.clock->now().ms);
            after.settle();
            check(after, m_steps[qsizetype(i)]);
            if (QTest::currentTestFailed()) {
                qInfo("crashed before step %d, %s", int(i), qPrintable(m_steps[qsizetype(i)]));
                return;
            }
        }
    }

    [[nodiscard]] QStringList steps() const { return m_steps; }

private:
    EngineWorld &m_world;
    QStringList m_steps;
    std::vector<std::shared_ptr<StorageFolder>> m_folders;
};

QString step(const char *name)
{
    return QString::fromLatin1(name);
}

} // namespace

void EngineFaultTest::aFailedCreationLeavesNothing_data()
{
    QTest::addColumn<QString>("broken");
    QTest::addColumn<bool>("starts");
    for (const bool starts : {false, true}) {
        for (const char *name : {"record", "removeAlarm", "makeDatabase", "writeRecord", ""}) {
            QTest::addRow("S18 %s: %s", starts ? "getOrCreate" : "create", name)
                << step(name) << starts;
        }
    }
}

void EngineFaultTest::aFailedCreationLeavesNothing()
{
    QFETCH(QString, broken);
    QFETCH(bool, starts);
    EngineWorld world;
    const auto make = [&]() -> Result<void> {
        if (starts) {
            const auto obtained = world.answer(world.engine().getOrCreate(EngineWorld::creation()));
            return obtained ? Result<void>() : fail(obtained.error());
        }
        const auto made = world.answer(world.engine().create(EngineWorld::creation()));
        return made ? Result<void>() : fail(made.error());
    };
    world.store().breakStep(broken);
    const auto failed = make();
    QCOMPARE(outcomeOf(failed), QStringLiteral("io-error"));
    QVERIFY2(messageOf(failed).contains(QStringLiteral("no space left")),
             qPrintable(messageOf(failed)));
    QCOMPARE(world.script().instances(), 0);
    world.store().mend();
    // A database may stay where even removing is refused; it is not the next one's.
    if (!broken.isEmpty())
        QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.lifecycle(EngineWorld::id()), QStringLiteral("-"));
    QVERIFY(world.engine().list()->isEmpty());
    QCOMPARE(outcomeOf(make()), QStringLiteral("ok"));
    QCOMPARE(world.engine().list()->size(), 1);
}

void EngineFaultTest::aStartThatCannotBeNotedDoesNotRun()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    const auto before = world.recordOnDisk(id);
    world.store().breakStep(step("writeRecord"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("io-error"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("CRASHED"));
    QCOMPARE(codeName(world.status(id)->error->code), QStringLiteral("io-error"));
    QCOMPARE(*world.recordOnDisk(id), *before);
    world.store().mend();
    QCOMPARE(*world.answer(world.engine().load(id)), *before);
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QVERIFY(!world.status(id)->error);
}

void EngineFaultTest::anUnreadableRecordIsReadAgain()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    world.store().breakStep(step("record"));
    QCOMPARE(world.outcome(world.engine().load(id)), QStringLiteral("io-error"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("io-error"));
    QCOMPARE(world.outcome(world.engine().getKv(id, {"\1"})), QStringLiteral("io-error"));
    world.store().mend();
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineFaultTest::aSleepThatCannotBeNotedSleepsAndSaysSo()
{
    EngineWorld world;
    const ActorId id = world.run();
    const auto before = world.recordOnDisk(id);
    world.store().breakStep(step("writeRecord"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("io-error"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DORMANT"));
    QCOMPARE(codeName(world.status(id)->error->code), QStringLiteral("io-error"));
    QCOMPARE(*world.recordOnDisk(id), *before);
    QCOMPARE(*world.answer(world.engine().load(id)), *before); // memory says no more than the disk
    world.store().mend();
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineFaultTest::aDestroyThatCannotBeNotedIsDoneAllTheSame()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    world.store().breakStep(step("writeRecord")); // as on a full disk
    (void)world.store().takeChanges();
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.store().takeChanges().first(), step("removeRecord")); // then it is the mark
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
}

void EngineFaultTest::aDestroyThatFailsIsReportedAndCanBeRepeated_data()
{
    QTest::addColumn<QStringList>("broken");
    QTest::addColumn<bool>("asleep");
    for (const bool asleep : {false, true}) {
        const char *how = asleep ? "asleep" : "awake";
        QTest::addRow("%s: removeRecord", how) << QStringList{step("removeRecord")} << asleep;
        QTest::addRow("%s: removeAlarm", how) << QStringList{step("removeAlarm")} << asleep;
        QTest::addRow("S37 %s: removeDatabase", how)
            << QStringList{step("removeDatabase")} << asleep;
        QTest::addRow("%s: not marked, and removeDatabase", how)
            << QStringList{step("writeRecord"), step("removeDatabase")} << asleep;
    }
}

void EngineFaultTest::aDestroyThatFailsIsReportedAndCanBeRepeated()
{
    QFETCH(QStringList, broken);
    QFETCH(bool, asleep);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "old"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    if (asleep)
        QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    if (broken.size() > 1) {
        world.store().beforeChange = [&](const QString &name) {
            if (broken.contains(name))
                world.store().breakStep(name);
        };
    } else {
        world.store().breakStep(broken.first());
    }
    const auto failed = world.answer(world.engine().destroy(id));
    QCOMPARE(outcomeOf(failed), QStringLiteral("io-error"));
    QVERIFY(messageOf(failed).contains(broken.last()));
    QCOMPARE(world.lifecycle(id), QStringLiteral("CRASHED"));
    QCOMPARE(codeName(world.status(id)->error->code), QStringLiteral("io-error"));
    QVERIFY(!world.filesOnDisk().isEmpty());

    // It must not come back to life, whole or in part.
    (void)world.script().takeLog();
    QVERIFY(world.outcome(world.engine().start(id)) != QStringLiteral("ok"));
    QVERIFY(world.outcome(world.engine().create(EngineWorld::creation())) != QStringLiteral("ok"));
    QVERIFY(world.outcome(world.engine().putKv(id, {{"\4y", "new"}})) != QStringLiteral("ok"));
    QVERIFY(world.outcome(world.engine().setAlarm(id, at(5))) != QStringLiteral("ok"));
    world.advance(10s);
    QCOMPARE(world.script().takeLog(), QString());
    QVERIFY(!world.takeEvents().contains(QStringLiteral("gave-up")));

    world.store().beforeChange = {};
    world.store().mend();
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QVERIFY(!world.answer(world.engine().getKv(id, {"\4x"}))->first());
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QVERIFY(!world.takeEvents().contains(QStringLiteral("failed")));
}

void EngineFaultTest::anActorThatCannotBeDestroyedAtAllKeepsItsAlarm()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    world.store().beforeChange = [&](const QString &name) { world.store().breakStep(name); };
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("io-error"));
    world.store().beforeChange = {};
    world.store().mend();
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(1000));
    (void)world.script().takeLog();
    world.advance(1s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
}

void EngineFaultTest::aFailedAlarmWriteLeavesTheOldAlarm_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("broken");
    QTest::newRow("B16 an earlier one is set") << QStringLiteral("set") << step("writeAlarm");
    QTest::newRow("it is replaced") << QStringLiteral("replace") << step("writeAlarm");
    QTest::newRow("it is cancelled") << QStringLiteral("cancel") << step("removeAlarm");
}

void EngineFaultTest::aFailedAlarmWriteLeavesTheOldAlarm()
{
    QFETCH(QString, command);
    QFETCH(QString, broken);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    world.store().breakStep(broken);
    (void)world.takeEvents();
    if (command == QLatin1String("set"))
        QCOMPARE(world.outcome(world.engine().setAlarm(id, at(500))), QStringLiteral("io-error"));
    else if (command == QLatin1String("replace"))
        QCOMPARE(world.outcome(world.engine().replaceAlarm(id, at(5000))),
                 QStringLiteral("io-error"));
    else
        QCOMPARE(world.outcome(world.engine().cancelAlarm(id)), QStringLiteral("io-error"));
    QCOMPARE(world.takeEvents(), QString());
    world.store().mend();
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(1000));
    QCOMPARE(world.status(id)->alarmAt.value(), at(1000));
    (void)world.script().takeLog();
    world.advance(999ms);
    QCOMPARE(world.script().takeLog(), QString());
    world.advance(5s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineFaultTest::anAnsweredAlarmThatCannotBeRemovedIsReported()
{
    for (const bool hasNext : {false, true}) {
        EngineWorld world;
        const ActorId id = world.run();
        if (hasNext) {
            world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
                if (context.now() < at(500))
                    completion.failIf(context.setAlarm(at(500)));
            };
        }
        QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
        world.store().breakStep(hasNext ? step("writeAlarm") : step("removeAlarm"));
        (void)world.takeEvents();
        (void)world.script().takeLog();
        world.advance(200ms);
        QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm")); // once, for all that
        QCOMPARE(world.takeEvents(), hasNext ? QStringLiteral("alarm-fired, alarm-set, failed")
                                             : QStringLiteral("alarm-fired, failed"));
        QVERIFY(world.status(id)->error);
        QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100)); // early, never late
        world.store().mend();
        world.advance(10s);
        QCOMPARE(world.script().takeLog(), hasNext ? QStringLiteral("onAlarm") : QString());
    }
}

void EngineFaultTest::aFailedPutIsTheActorsToKnow()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok")); // closes the database
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.store().breakStep(step("openDatabase"));
    QStringList outcomes;
    const auto use = [&](ActorContext &context) {
        outcomes << outcomeOf(context.kv().put("k", "v")) << outcomeOf(context.saveState("\x17"))
                 << outcomeOf(context.kv().get({"k"})) << outcomeOf(context.input());
    };
    world.inActor(use);
    const QString io = QStringLiteral("io-error");
    QCOMPARE(outcomes, QStringList({io, io, io, io}));
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "1"}})), io);
    QCOMPARE(world.outcome(world.engine().kvTotals(id)), io);
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    world.store().mend();
    outcomes.clear();
    world.inActor(use);
    const QString ok = QStringLiteral("ok");
    QCOMPARE(outcomes, QStringList({ok, ok, ok, ok}));
}

void EngineFaultTest::everythingWorksAgainOnceTheDiskDoes()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "kept"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(50'000))), QStringLiteral("ok"));
    world.store().breakStep({});
    for (int i = 0; i < 3; ++i) {
        (void)world.outcome(world.engine().sleep(id));
        (void)world.outcome(world.engine().start(id));
        (void)world.outcome(world.engine().setAlarm(id, at(500)));
        (void)world.outcome(world.engine().create(EngineWorld::creation(QStringLiteral("new"))));
        (void)world.outcome(world.engine().putKv(id, {{"\4x", "lost"}}));
        world.advance(1s);
    }
    world.store().mend();
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QVERIFY(!world.status(id)->error);
    QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("none"),
             QByteArray("kept"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation(QStringLiteral("new")))),
             QStringLiteral("ok"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(50'000));
    (void)world.script().takeLog();
    world.advance(50s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineFaultTest::anUnwritableFolderIsNamed_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("outcomes"); // of create, setAlarm, destroy
    QTest::newRow("S18 state") << QStringLiteral("state") << QStringLiteral("io-error ok io-error");
    QTest::newRow("alarms") << QStringLiteral("alarms") << QStringLiteral("ok io-error io-error");
    QTest::newRow("S37 databases")
        << QStringLiteral("databases") << QStringLiteral("io-error ok io-error");
}

void EngineFaultTest::anUnwritableFolderIsNamed()
{
    QFETCH(QString, part);
    EngineWorld world;
    const QString path = world.folder->path(part);
    world.folder->allow(StorageFolder::Everything);
    const OrdinaryUser user;
    if (!user.is())
        QSKIP("cannot become an ordinary user");
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "kept"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(9000))), QStringLiteral("ok"));
    const QStringList files = world.filesOnDisk();
    const auto allow = [&](bool all) {
        QFile::setPermissions(path, QFile::Permissions(all ? 0x7777 : 0x5555));
    };
    const Creation other = EngineWorld::creation(QStringLiteral("other"));

    QStringList outcomes;
    const auto note = [&](const auto &result) {
        outcomes << outcomeOf(result);
        if (!result && !messageOf(result).contains(path))
            outcomes.last() += u' ' + messageOf(result);
    };
    allow(false);
    note(world.answer(world.engine().create(other)));
    note(world.answer(world.engine().setAlarm(id, at(5000))));
    note(world.answer(world.engine().destroy(id)));
    allow(true);
    outcomes[0].replace(QStringLiteral("sql-error"), QStringLiteral("io-error"));
    QTEST(outcomes.join(u' '), "outcomes");
    for (const QString &file : world.filesOnDisk())
        QVERIFY2(!file.contains(QLatin1String(".tmp.")), qPrintable(file));

    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    (void)world.outcome(world.engine().destroy(EngineWorld::id(QStringLiteral("other"))));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.outcome(world.engine().create(other)), QStringLiteral("ok"));
}

void EngineFaultTest::aCrashWhileCreatingLeavesAllOrNothing_data()
{
    QTest::addColumn<bool>("starts");
    QTest::newRow("S36 create") << false;
    QTest::newRow("getOrCreate") << true;
}

void EngineFaultTest::aCrashWhileCreatingLeavesAllOrNothing()
{
    QFETCH(bool, starts);
    EngineWorld world;
    Crashes crashes(world);
    if (starts)
        (void)world.run();
    else
        QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())),
                 QStringLiteral("ok"));
    crashes.end();
    const ActorId id = EngineWorld::id();
    int there = 0;
    crashes.forEach([&](EngineWorld &after, const QString &) {
        if (after.engine().list()->isEmpty()) {
            QCOMPARE(after.filesOnDisk().filter(QStringLiteral("trash/")),
                     after.filesOnDisk()); // what was begun is swept
            QCOMPARE(after.outcome(after.engine().create(EngineWorld::creation())),
                     QStringLiteral("ok"));
        } else {
            ++there;
        }
        QCOMPARE(after.outcome(after.engine().start(id)), QStringLiteral("ok"));
        std::optional<QByteArray> input;
        after.inActor([&](ActorContext &context) { input = *context.input(); });
        QCOMPARE(input.value_or("none"), QByteArray("\1"));
    });
    QVERIFY(there >= 1 && there < crashes.steps().size());
}

void EngineFaultTest::aCrashWhileDestroyingLeavesAllOrNothing_data()
{
    QTest::addColumn<bool>("marked");
    QTest::newRow("with the intent on disk") << true;
    QTest::newRow("S37 where it could not be written") << false;
}

void EngineFaultTest::aCrashWhileDestroyingLeavesAllOrNothing()
{
    QFETCH(bool, marked);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "old"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    Crashes crashes(world);
    if (!marked)
        world.store().breakStep(step("writeRecord"));
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    crashes.end();
    QCOMPARE(crashes.steps().size(), 5);
    int whole = 0;
    crashes.forEach([&](EngineWorld &after, const QString &) {
        if (!after.engine().list()->isEmpty()) {
            ++whole;
            QCOMPARE(after.answer(after.engine().getKv(id, {"\4x"}))->first().value_or("none"),
                     QByteArray("old"));
            QCOMPARE(after.alarmOnDisk(id), std::optional<qint64>(1000));
            QCOMPARE(after.outcome(after.engine().start(id)), QStringLiteral("ok"));
            return;
        }
        QCOMPARE(after.outcome(after.engine().start(id)), QStringLiteral("not-found"));
        QCOMPARE(after.outcome(after.engine().create(EngineWorld::creation())),
                 QStringLiteral("ok"));
        QVERIFY(!after.answer(after.engine().getKv(id, {"\4x"}))->first());
        QCOMPARE(after.alarmOnDisk(id), std::nullopt);
        after.advance(10s);
        QCOMPARE(after.script().takeLog(), QString());
    });
    QVERIFY(whole >= 1 && whole <= 2);
}

void EngineFaultTest::aCrashWhileSleepingLosesNothing()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "kept"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    Crashes crashes(world);
    world.script().onStop = [&](ActorContext &context, const Completion &completion) {
        completion.failIf(context.saveState("\x17"));
        crashes.take(QStringLiteral("within onStop"));
    };
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    crashes.end();
    crashes.forEach([&](EngineWorld &after, const QString &step) {
        QCOMPARE(after.answer(after.engine().getKv(id, {"\4x"}))->first().value_or("none"),
                 QByteArray("kept"));
        QCOMPARE(after.alarmOnDisk(id), std::optional<qint64>(1000));
        QCOMPARE(after.outcome(after.engine().start(id)), QStringLiteral("ok"));
        std::optional<QByteArray> state;
        after.inActor([&](ActorContext &context) { state = *context.state(); });
        QCOMPARE(state.has_value(), step != QLatin1String("writeRecord"));
        (void)after.script().takeLog();
        after.advance(1s);
        QCOMPARE(after.script().takeLog(), QStringLiteral("onAlarm"));
    });
}

void EngineFaultTest::aCrashAtAnyStepOfAnAlarmNeverMakesItLate()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        if (context.now() < at(3000))
            completion.failIf(context.setAlarm(context.now() + 1000ms));
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    std::vector<std::pair<qint64, std::shared_ptr<StorageFolder>>> folders; // by the alarm not
                                                                            // answered yet
    qint64 next = 1000;
    world.store().beforeChange = [&](const QString &) {
        folders.emplace_back(next, std::make_shared<StorageFolder>(world.folder->path()));
    };
    for (int i = 0; i < 3; ++i) {
        world.advance(1s);
        next += 1000;
    }
    world.store().beforeChange = {};
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QVERIFY(folders.size() >= 3);
    for (const auto &[due, folder] : folders) {
        EngineWorld after(EngineWorld::Place::Folder);
        after.folder = folder;
        after.clock = std::make_shared<FakeClock>(at(due).ms);
        after.settle();
        QCOMPARE(after.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    }
}

QTEST_GUILESS_MAIN(EngineFaultTest)
#include "EngineFaultTest.moc"
