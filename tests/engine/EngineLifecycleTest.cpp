#include "EngineWorld.h"
#include "Outcome.h"

#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace greenroom;
using namespace std::chrono;

/// Commands to actors, one by one and across each other (engine-contract, "Lifecycle"). Letters and
/// numbers are those of the cases.
class EngineLifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    // create
    void aCreatedActorIsWholeAndDoesNotRun(); // S36, S53, F12
    void creatingAnActorThatExistsChangesNothing_data();
    void creatingAnActorThatExistsChangesNothing();
    void askingAboutUnknownIdsLeavesNothingBehind(); // F04, S16, F33
    void creatingWaitsForAStopUnderWay_data();
    void creatingWaitsForAStopUnderWay();
    void aNewActorHasNothingOfWhatWasLeftUnderItsId(); // S37, S38
    void aTooLargeInputMakesNoActor();                 // U08

    // getOrCreate
    void manyAtOnceMakeOneActor();                // F05
    void anIdOfAnotherNameOrKeyIsNeverMistaken(); // U11
    void anActorWhoseFirstStartFailsExists();     // S53

    // start
    void timestampsTellOfEachStep();    // F12, F10
    void startingJoinsAStartUnderWay(); // S28
    void everyWaiterIsToldOfAFailedStart();
    void aFailedStartLeavesNothingAndCanBeTriedAgain_data();
    void aFailedStartLeavesNothingAndCanBeTriedAgain();  // S05, F11
    void startingWaitsForAStopAndMakesAnotherInstance(); // F07, S28
    void aStartThatOverrunsItsLimitFails();              // S55, F40
    void whatNothingDefinesIsNamed();                    // F20
    void startingWhatIsNotThereSaysSo();                 // F20
    void anActorInStartIsThereForAllToSee();

    // sleep
    void sleepIsRefusedWhereNothingRuns(); // S22
    void sleepIsRefusedInMemory();         // F23
    void sleepingTwiceIsOneSleep();        // F32
    void sleepDuringAFailingStartEnds();   // S06
    void aStopThatGoesWrongEndsAndIsSeen_data();
    void aStopThatGoesWrongEndsAndIsSeen();         // F08, S55, B18, F44
    void anActorPutsItselfToSleepAfterWhatItDoes(); // F24, F26

    // destroy
    void destroyingRemovesEveryFile();               // S01, S38
    void destroyingTwiceIsOneTeardown();             // S07
    void destroyAfterSleepIsPerformed();             // S29, F32
    void sleepAfterDestroySaysItIsGone();            // F32, S22
    void nothingIsWrittenWhileDestroying();          // F01, F02, F42
    void lateWritesCannotBringADestroyedActorBack(); // F03, F09, S15, S35
    void aDestroyedActorCanBeCreatedAnew();          // F03, F04
    void aDamagedActorCanBeDestroyed_data();
    void aDamagedActorCanBeDestroyed(); // S04, S39, S47, B33
    void destroyingWhatIsNotThereSaysSo();
    void anActorDestroysItself();

    // order
    void commandsToOneActorKeepTheirOrder();
    void actorsDoNotWaitForEachOther(); // B18
    void readsAndWritesWaitForAStop();  // S15, S41
    void readsAndWritesGoOnWhileAnActorStarts();
    void manyPutsAndSleepsLoseNothing(); // S41, F05

    // listing
    void listingGoesInOrderFromACursor();    // S09
    void aDamagedRecordIsListedInItsPlace(); // S51, B41
    void listingInMemoryKnowsOnlyItsOwn();   // S48

    // the instance
    void nothingOfAnEarlierLifeReachesALaterOne();
    void aStoppedContextRefusesEverything(); // F42
    void anActorsTimersEndWithIt();
    void timersGoOnAfterATaskThrew();
    void timersTakeAnyLength_data();
    void timersTakeAnyLength(); // B24
    void aRepeatedTaskIsNotMadeUpFor();
    void tooManyLinesAreDroppedAndCounted();
    void aHookThatFailsByNameSaysWhich();

    // the end
    void closingPutsEveryActorToSleep(); // S50
    void whatWaitsWhenTheEngineClosesIsToldSo();
    void afterAKillNothingRuns(); // S40
    void eventsTellTheStory();
};

void EngineLifecycleTest::aCreatedActorIsWholeAndDoesNotRun()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    (void)world.store().takeChanges();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QCOMPARE(world.store().takeChanges(),
             QStringList({QStringLiteral("removeAlarm"), QStringLiteral("makeDatabase"),
                          QStringLiteral("writeRecord")}));

    const auto record = world.recordOnDisk(id);
    QCOMPARE(outcomeOf(record), QStringLiteral("ok"));
    QCOMPARE(record->actorId, id.text());
    QCOMPARE(record->name, QStringLiteral("actor"));
    QCOMPARE(record->key, QStringList{QStringLiteral("k")});
    QCOMPARE(record->createdAt, at(0));
    QVERIFY(!record->startTs && !record->connectableTs && !record->sleepTs && !record->destroyTs);
    const auto first = world.answer(world.engine().getKv(id, {QByteArray("\1")}));
    QCOMPARE(first->first().value_or("none"), QByteArray("\4\0\1\1\1\0\1\xf7\0", 9));
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
    QCOMPARE(world.takeEvents(), QStringLiteral("created"));
}

void EngineLifecycleTest::creatingAnActorThatExistsChangesNothing_data()
{
    QTest::addColumn<QString>("before");
    QTest::newRow("on disk alone") << QStringLiteral("create");
    QTest::newRow("S08 after a restart") << QStringLiteral("create, restart");
    QTest::newRow("running") << QStringLiteral("create, start");
    QTest::newRow("asleep") << QStringLiteral("create, start, sleep");
    QTest::newRow("its start failed") << QStringLiteral("create, fail");
}

void EngineLifecycleTest::creatingAnActorThatExistsChangesNothing()
{
    QFETCH(QString, before);
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    for (const QString &what : before.split(QStringLiteral(", "))) {
        if (what == QLatin1String("create")) {
            QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())),
                     QStringLiteral("ok"));
            QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "old"}})),
                     QStringLiteral("ok"));
        } else if (what == QLatin1String("restart")) {
            world.close();
        } else if (what == QLatin1String("sleep")) {
            QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
        } else {
            if (what == QLatin1String("fail"))
                world.script().start = Script::failing(QStringLiteral("no"));
            QCOMPARE(world.outcome(world.engine().start(id)), what == QLatin1String("fail")
                                                                  ? QStringLiteral("actor-failed")
                                                                  : QStringLiteral("ok"));
        }
    }
    world.advance(5s);
    const auto record = world.recordOnDisk(id);
    (void)world.script().takeLog();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())),
             QStringLiteral("duplicate-key"));
    QCOMPARE(*world.recordOnDisk(id), *record);
    QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("none"),
             QByteArray("old"));
    QCOMPARE(world.script().takeLog(), QString());
}

void EngineLifecycleTest::askingAboutUnknownIdsLeavesNothingBehind()
{
    EngineWorld world;
    for (int i = 0; i < 300; ++i) {
        const ActorId id = EngineWorld::id(QString::number(i));
        ActorEngine &engine = world.engine();
        QCOMPARE(world.outcome(engine.load(id)), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.getKv(id, {"k"})), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.putKv(id, {{"k", "v"}})), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.listKv(id, {})), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.setAlarm(id, at(10))), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.cancelAlarm(id)), QStringLiteral("not-found"));
        QCOMPARE(world.outcome(engine.sleep(id)), QStringLiteral("not-found"));
    }
    QVERIFY(world.engine().statuses().all().isEmpty());
    QCOMPARE(world.filesOnDisk(), QStringList());
    QVERIFY(world.engine().list()->isEmpty());
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation(QStringLiteral("7")))),
             QStringLiteral("ok"));
}

void EngineLifecycleTest::creatingWaitsForAStopUnderWay_data()
{
    QTest::addColumn<bool>("destroys");
    QTest::addColumn<QString>("created");
    QTest::newRow("F06 sleep") << false << QStringLiteral("duplicate-key");
    QTest::newRow("F06 destroy") << true << QStringLiteral("ok");
}

void EngineLifecycleTest::creatingWaitsForAStopUnderWay()
{
    QFETCH(bool, destroys);
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto stop = destroys ? world.engine().destroy(id) : world.engine().sleep(id);
    QCOMPARE(world.outcome(stop), QStringLiteral("…"));
    const auto created = world.engine().create(EngineWorld::creation());
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    QCOMPARE(world.outcome(created), QStringLiteral("…"));
    QCOMPARE(world.outcome(obtained), QStringLiteral("…"));
    world.script().release();
    QCOMPARE(world.outcome(stop), QStringLiteral("ok"));
    QTEST(world.outcome(created), "created");
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QVERIFY(!obtained.result()->wasCreated); // create() came first, or it was there
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
}

void EngineLifecycleTest::aNewActorHasNothingOfWhatWasLeftUnderItsId()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "old"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    world.close();
    // What a crash of another program in the middle of a destroy leaves.
    QVERIFY(QFile::remove(world.folder->layout().stateFile(id)));
    QCOMPARE(world.filesOnDisk().size(), 2);

    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QVERIFY(!world.answer(world.engine().getKv(id, {"\4x"}))->first());
    world.advance(5s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
}

void EngineLifecycleTest::aTooLargeInputMakesNoActor()
{
    EngineWorld world;
    Creation creation = EngineWorld::creation();
    creation.entries[0].value = QByteArray(200'000, 'x');
    QCOMPARE(world.outcome(world.engine().create(creation)), QStringLiteral("kv-limit"));
    QCOMPARE(world.outcome(world.engine().getOrCreate(creation)), QStringLiteral("kv-limit"));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.lifecycle(EngineWorld::id()), QStringLiteral("-"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
}

void EngineLifecycleTest::manyAtOnceMakeOneActor()
{
    EngineWorld world;
    world.script().start = world.script().held();
    QList<QFuture<Result<ActorEngine::Obtained>>> asked;
    for (int i = 0; i < 20; ++i)
        asked << world.engine().getOrCreate(EngineWorld::creation());
    world.settle();
    QCOMPARE(world.script().heldHooks(), 1);
    world.script().release();
    world.settle();
    int made = 0;
    for (const auto &each : asked) {
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
        made += each.result()->wasCreated ? 1 : 0;
    }
    QCOMPARE(made, 1);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start"));
    QCOMPARE(world.takeEvents(), QStringLiteral("created, started"));
}

void EngineLifecycleTest::anIdOfAnotherNameOrKeyIsNeverMistaken()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    world.folder->makeParts();
    ActorRecord other;
    other.actorId = id.text();
    other.name = QStringLiteral("someone");
    world.folder->write("state/" + id.text().toUtf8(), *encodeActorRecord(other));
    QCOMPARE(world.outcome(world.engine().getOrCreate(EngineWorld::creation())),
             QStringLiteral("key-collision"));
    QCOMPARE(*world.recordOnDisk(id), other);
    QCOMPARE(world.script().takeLog(), QString());
}

void EngineLifecycleTest::anActorWhoseFirstStartFailsExists()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    world.script().start = Script::failing(QStringLiteral("not today"));
    QCOMPARE(world.outcome(world.engine().getOrCreate(EngineWorld::creation())),
             QStringLiteral("actor-failed"));
    QCOMPARE(outcomeOf(world.recordOnDisk(id)), QStringLiteral("ok"));
    QVERIFY(!world.recordOnDisk(id)->startTs);
    QCOMPARE(world.lifecycle(id), QStringLiteral("CRASHED"));
    world.script().start = {};
    const auto again = world.answer(world.engine().getOrCreate(EngineWorld::creation()));
    QVERIFY(again && !again->wasCreated);
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    QVERIFY(!world.status(id)->error);
}

void EngineLifecycleTest::timestampsTellOfEachStep()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    const auto times = [&] {
        const ActorRecord record = *world.recordOnDisk(id);
        const auto text = [](const std::optional<Timestamp> &time) {
            return time ? QString::number(time->ms - EngineWorld::Start) : QStringLiteral("-");
        };
        const QString onDisk =
            QStringList{text(record.createdAt), text(record.startTs), text(record.connectableTs),
                        text(record.sleepTs), text(record.destroyTs)}
                .join(u' ');
        // Every way to ask says the same.
        if (*world.answer(world.engine().load(id)) != record ||
            *world.engine().list()->first().record != record)
            return onDisk + QStringLiteral(", not on every path");
        return onDisk;
    };
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QCOMPARE(times(), QStringLiteral("0 - - - -"));
    world.advance(10ms);
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(times(), QStringLiteral("0 10 10 - -"));
    world.advance(10ms);
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(times(), QStringLiteral("0 10 - 20 -"));
    world.advance(10ms);
    world.close();
    QCOMPARE(times(), QStringLiteral("0 10 - 20 -"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(times(), QStringLiteral("0 30 30 - -"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
}

void EngineLifecycleTest::startingJoinsAStartUnderWay()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    world.script().start = world.script().held();
    const QList<QFuture<Result<void>>> starts{world.engine().start(id), world.engine().start(id),
                                              world.engine().start(id)};
    world.settle();
    QCOMPARE(world.lifecycle(id), QStringLiteral("STARTING"));
    world.script().release();
    for (const auto &start : starts)
        QCOMPARE(world.outcome(start), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start"));
}

void EngineLifecycleTest::everyWaiterIsToldOfAFailedStart()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    world.script().start = world.script().held();
    const QList<QFuture<Result<void>>> starts{world.engine().start(id), world.engine().start(id)};
    world.settle();
    world.script().fail(QStringLiteral("no luck"));
    for (const auto &start : starts) {
        const auto answer = world.answer(start);
        QCOMPARE(outcomeOf(answer), QStringLiteral("actor-failed"));
        QVERIFY2(messageOf(answer).contains(QStringLiteral("no luck")),
                 qPrintable(messageOf(answer)));
    }
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, gone"));
}

void EngineLifecycleTest::aFailedStartLeavesNothingAndCanBeTriedAgain_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("log");
    QTest::newRow("the definition throws") << QStringLiteral("make") << QStringLiteral("make");
    QTest::newRow("S05 start throws")
        << QStringLiteral("throw") << QStringLiteral("make, start, gone");
    QTest::newRow("start fails") << QStringLiteral("fail") << QStringLiteral("make, start, gone");
    QTest::newRow("F11 start fails later")
        << QStringLiteral("later") << QStringLiteral("make, start, gone");
}

void EngineLifecycleTest::aFailedStartLeavesNothingAndCanBeTriedAgain()
{
    QFETCH(QString, fault);
    EngineWorld world;
    Script &script = world.script();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    const auto record = world.recordOnDisk(id);
    world.advance(10ms);
    if (fault == QLatin1String("make"))
        script.make = [](ActorContext &) { throw std::runtime_error("no such thing"); };
    else if (fault == QLatin1String("throw"))
        script.start = Script::throwing("no such thing");
    else if (fault == QLatin1String("fail"))
        script.start = Script::failing(QStringLiteral("no such thing"));
    else
        script.start = script.held();
    const auto start = world.engine().start(id);
    world.settle();
    if (fault == QLatin1String("later")) {
        QCOMPARE(world.outcome(start), QStringLiteral("…"));
        script.fail(QStringLiteral("no such thing"));
    }
    QCOMPARE(world.outcome(start), QStringLiteral("actor-failed"));
    QTEST(script.takeLog(), "log");
    QCOMPARE(script.instances(), 0);
    QCOMPARE(world.lifecycle(id), QStringLiteral("CRASHED"));
    QVERIFY(world.status(id)->error->message.contains(QStringLiteral("no such thing")));
    QCOMPARE(*world.recordOnDisk(id), *record);
    QCOMPARE(world.takeEvents(), QStringLiteral("created, start-failed"));

    script.make = {};
    script.start = {};
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("make, start"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    QVERIFY(!world.status(id)->error);
}

void EngineLifecycleTest::startingWaitsForAStopAndMakesAnotherInstance()
{
    EngineWorld world;
    const ActorId id = world.run();
    const QString first = world.status(id)->generation;
    world.script().onStop = world.script().held();
    const auto sleep = world.engine().sleep(id);
    const QList<QFuture<Result<void>>> starts{world.engine().start(id), world.engine().start(id),
                                              world.engine().start(id)};
    world.settle();
    QCOMPARE(world.outcome(starts[0]), QStringLiteral("…"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("STARTING_SLEEP"));
    world.script().release();
    QCOMPARE(world.outcome(sleep), QStringLiteral("ok"));
    for (const auto &start : starts)
        QCOMPARE(world.outcome(start), QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(),
             QStringLiteral("make, start, onStop sleep, gone, make, start"));
    QVERIFY(world.status(id)->generation != first);
}

void EngineLifecycleTest::aStartThatOverrunsItsLimitFails()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    world.script().start = world.script().held();
    const auto start = world.engine().start(id);
    world.advance(29'999ms);
    QCOMPARE(world.outcome(start), QStringLiteral("…"));
    world.advance(1ms);
    QCOMPARE(world.outcome(start), QStringLiteral("timed-out"));
    QVERIFY2(start.result().error().message.contains(QStringLiteral("30 s")),
             qPrintable(start.result().error().message));
    QCOMPARE(world.script().instances(), 0);
    // Its end comes too late for anything.
    world.script().start = {};
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.script().fail(QStringLiteral("late"));
    world.settle();
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
}

void EngineLifecycleTest::whatNothingDefinesIsNamed()
{
    EngineWorld world;
    const Creation creation =
        EngineWorld::creation(QStringLiteral("k"), QStringLiteral("stranger"));
    const auto created = world.answer(world.engine().create(creation));
    QCOMPARE(outcomeOf(created), QStringLiteral("ok"));
    const auto started = world.answer(world.engine().start(*created));
    QCOMPARE(outcomeOf(started), QStringLiteral("definition-not-found"));
    QVERIFY(messageOf(started).contains(QStringLiteral("stranger")));
    QVERIFY(messageOf(started).contains(QStringLiteral("actor")));
    QCOMPARE(world.lifecycle(*created), QStringLiteral("CRASHED"));
    QCOMPARE(outcomeOf(world.recordOnDisk(*created)), QStringLiteral("ok"));
}

void EngineLifecycleTest::startingWhatIsNotThereSaysSo()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().start(EngineWorld::id())), QStringLiteral("not-found"));
    QCOMPARE(world.lifecycle(EngineWorld::id()), QStringLiteral("-"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::anActorInStartIsThereForAllToSee()
{
    EngineWorld world;
    world.script().start = world.script().held();
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    world.settle();
    QCOMPARE(world.engine().list()->size(), 1);
    QCOMPARE(world.takeEvents(), QStringLiteral("created"));
    world.script().release();
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
}

void EngineLifecycleTest::sleepIsRefusedWhereNothingRuns()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const auto before = world.recordOnDisk(id);
    (void)world.store().takeChanges();
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("not-running"));
    world.script().start = Script::failing(QStringLiteral("no"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("actor-failed"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("not-running"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("CRASHED"));
    QCOMPARE(world.store().takeChanges(), QStringList{QStringLiteral("openDatabase")}.mid(1));
    QCOMPARE(*world.recordOnDisk(id), *before);
}

void EngineLifecycleTest::sleepIsRefusedInMemory()
{
    EngineWorld world(EngineWorld::Place::Memory);
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "kept"}})), QStringLiteral("ok"));
    const auto slept = world.answer(world.engine().sleep(id));
    QCOMPARE(outcomeOf(slept), QStringLiteral("not-supported"));
    QVERIFY(messageOf(slept).contains(QStringLiteral("memory")));
    world.inActor([](ActorContext &context) { context.sleep(); });
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("lost"),
             QByteArray("kept"));
    // A failed start does not lose what was kept either.
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QVERIFY(!world.answer(world.engine().getKv(id, {"\4x"}))->first());
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "kept"}})), QStringLiteral("ok"));
    world.script().start = Script::failing(QStringLiteral("no"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("actor-failed"));
    QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("lost"),
             QByteArray("kept"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::sleepingTwiceIsOneSleep()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto first = world.engine().sleep(id);
    const auto second = world.engine().sleep(id);
    world.settle();
    const auto third = world.engine().sleep(id);
    QCOMPARE(world.outcome(third), QStringLiteral("ok")); // one is under way: at once
    QCOMPARE(world.outcome(first), QStringLiteral("…"));
    world.script().release();
    QCOMPARE(world.outcome(first), QStringLiteral("ok"));
    QCOMPARE(world.outcome(second), QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
}

void EngineLifecycleTest::sleepDuringAFailingStartEnds()
{
    EngineWorld world;
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    world.script().start = world.script().held();
    const auto start = world.engine().start(id);
    const auto sleep = world.engine().sleep(id);
    const auto destroyed = world.engine().destroy(id);
    const auto created = world.engine().create(EngineWorld::creation());
    QCOMPARE(world.outcome(sleep), QStringLiteral("…"));
    world.script().fail(QStringLiteral("no"));
    QCOMPARE(world.outcome(start), QStringLiteral("actor-failed"));
    QCOMPARE(world.outcome(sleep), QStringLiteral("not-running"));
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    QCOMPARE(world.outcome(created), QStringLiteral("ok"));
    world.script().start = {};
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineLifecycleTest::aStopThatGoesWrongEndsAndIsSeen_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<bool>("destroys");
    QTest::addColumn<QString>("code");
    for (const bool destroys : {false, true}) {
        const char *what = destroys ? "destroy" : "sleep";
        QTest::addRow("F08 %s: onStop throws", what)
            << QStringLiteral("throw") << destroys << QStringLiteral("actor-failed");
        QTest::addRow("F44 %s: onStop fails", what)
            << QStringLiteral("fail") << destroys << QStringLiteral("actor-failed");
        QTest::addRow("S55 %s: onStop never ends", what)
            << QStringLiteral("hang") << destroys << QStringLiteral("timed-out");
    }
}

void EngineLifecycleTest::aStopThatGoesWrongEndsAndIsSeen()
{
    QFETCH(QString, fault);
    QFETCH(bool, destroys);
    QFETCH(QString, code);
    EngineWorld world;
    const ActorId id = world.run();
    Script &script = world.script();
    script.onStop = [&](ActorContext &context, const Completion &completion) {
        if (!destroys) {
            const auto saved = context.saveState("\x17");
            QVERIFY2(saved, qPrintable(messageOf(saved)));
        }
        if (fault == QLatin1String("throw"))
            throw std::runtime_error("it broke");
        if (fault == QLatin1String("fail"))
            completion.fail(QStringLiteral("it broke"));
        else
            script.held()(context, completion);
    };
    const auto stop = destroys ? world.engine().destroy(id) : world.engine().sleep(id);
    world.settle();
    if (fault == QLatin1String("hang")) {
        QCOMPARE(world.outcome(stop), QStringLiteral("…"));
        world.advance(10s);
    }
    QCOMPARE(script.takeLog(), destroys ? QStringLiteral("make, start, onStop destroy, gone")
                                        : QStringLiteral("make, start, onStop sleep, gone"));
    QStringList codes;
    const ActorEvents events = world.takeEventList();
    for (const ActorEvent &event : events) {
        if (event.error)
            codes << codeName(event.error->code);
    }
    QCOMPARE(codes, QStringList{code});
    if (destroys) {
        QCOMPARE(world.outcome(stop), QStringLiteral("ok")); // it is gone, and that was asked for
        QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
        QCOMPARE(world.filesOnDisk(), QStringList());
        script.onStop = {};
        QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())),
                 QStringLiteral("ok"));
        return;
    }
    QCOMPARE(world.outcome(stop), code);
    QCOMPARE(world.lifecycle(id), QStringLiteral("DORMANT")); // kept for its error to be seen
    QCOMPARE(codeName(world.status(id)->error->code), code);
    QVERIFY(!world.recordOnDisk(id)->connectableTs);
    script.onStop = {};
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QVERIFY(!world.status(id)->error);
    std::optional<QByteArray> state;
    world.inActor([&](ActorContext &context) { state = context.state().value_or(std::nullopt); });
    QCOMPARE(state.value_or("none"), QByteArray("\x17"));
}

void EngineLifecycleTest::anActorPutsItselfToSleepAfterWhatItDoes()
{
    EngineWorld world;
    Script &script = world.script();
    script.start = [&](ActorContext &context, const Completion &completion) {
        context.sleep(); // at once, and yet after the start
        script.held()(context, completion);
    };
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    world.settle();
    QCOMPARE(script.takeLog(), QStringLiteral("make, start"));
    script.release();
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("onStop sleep, gone"));

    // And after a running onAlarm.
    script.start = {};
    script.onAlarm = [&](ActorContext &context, const Completion &completion) {
        context.sleep();
        context.sleep();
        script.held()(context, completion);
    };
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(0))), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("make, start, onAlarm"));
    script.release();
    world.settle();
    QCOMPARE(script.takeLog(), QStringLiteral("onStop sleep, gone"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
}

void EngineLifecycleTest::destroyingRemovesEveryFile()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "y"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(5000))), QStringLiteral("ok"));
    const QString text = id.text();
    QCOMPARE(world.filesOnDisk(),
             QStringList({QStringLiteral("alarms/") + text,
                          QStringLiteral("databases/") + text + QStringLiteral(".db"),
                          QStringLiteral("databases/") + text + QStringLiteral(".db-shm"),
                          QStringLiteral("databases/") + text + QStringLiteral(".db-wal"),
                          QStringLiteral("state/") + text}));
    world.script().onStop = [&](ActorContext &, const Completion &) {
        // The intent is on disk before anything is removed.
        QVERIFY(world.recordOnDisk(id)->destroyTs);
        QCOMPARE(world.filesOnDisk().size(), 5);
    };
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    world.advance(10s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop destroy, gone"));
}

void EngineLifecycleTest::destroyingTwiceIsOneTeardown()
{
    EngineWorld world;
    world.script().start = world.script().held();
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    const ActorId id = EngineWorld::id();
    const auto first = world.engine().destroy(id);
    world.settle();
    const auto second = world.engine().destroy(id);
    const auto created = world.engine().create(EngineWorld::creation());
    world.script().onStop = world.script().held();
    world.script().release();
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QCOMPARE(world.outcome(created), QStringLiteral("…"));
    const auto sleep = world.engine().sleep(id);
    world.settle();
    world.script().release();
    QCOMPARE(world.outcome(first), QStringLiteral("ok"));
    QCOMPARE(world.outcome(second), QStringLiteral("ok"));
    QCOMPARE(world.outcome(created), QStringLiteral("ok"));
    QCOMPARE(world.outcome(sleep), QStringLiteral("not-running")); // after create, in order
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop destroy, gone"));
}

void EngineLifecycleTest::destroyAfterSleepIsPerformed()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto sleep = world.engine().sleep(id);
    world.settle();
    const auto destroyed = world.engine().destroy(id);
    world.settle();
    world.script().release();
    QCOMPARE(world.outcome(sleep), QStringLiteral("ok"));
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
}

void EngineLifecycleTest::sleepAfterDestroySaysItIsGone()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto destroyed = world.engine().destroy(id);
    world.settle();
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok")); // it is stopping
    world.script().release();
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("not-found"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("not-found"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
}

void EngineLifecycleTest::nothingIsWrittenWhileDestroying()
{
    EngineWorld world;
    const ActorId id = world.run();
    Script &script = world.script();
    QStringList outcomes;
    script.onStop = [&](ActorContext &context, const Completion &completion) {
        (void)context.input(); // opens the database
        (void)world.store().takeChanges();
        outcomes << outcomeOf(context.kv().put("k", "v")) << outcomeOf(context.saveState("\1"))
                 << outcomeOf(context.kv().remove({"k"}))
                 << outcomeOf(context.kv().removeRange({}));
        const auto alarm = context.setAlarm(at(50));
        outcomes << (alarm && *alarm == AlarmOutcome::Skipped ? QStringLiteral("skipped")
                                                              : QStringLiteral("set"));
        outcomes << outcomeOf(context.kv().get({"k"})) << outcomeOf(context.input());
        outcomes << world.store().takeChanges().join(u' ');
        script.held()(context, completion);
    };
    const auto destroyed = world.engine().destroy(id);
    world.settle();
    QCOMPARE(outcomes, QStringList({QStringLiteral("stopping"), QStringLiteral("stopping"),
                                    QStringLiteral("stopping"), QStringLiteral("stopping"),
                                    QStringLiteral("skipped"), QStringLiteral("ok"),
                                    QStringLiteral("ok"), QString()}));
    script.release();
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    world.advance(1s);
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::lateWritesCannotBringADestroyedActorBack()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto destroyed = world.engine().destroy(id);
    world.settle();
    QList<QFuture<Result<void>>> late;
    for (int i = 0; i < 50; ++i) {
        late << world.engine().putKv(id, {{"\4x", "late"}}) << world.engine().removeKv(id, {"\4x"})
             << world.engine().removeKvRange(id, {});
    }
    const auto read = world.engine().getKv(id, {"\4x"});
    const auto alarm = world.engine().setAlarm(id, at(10));
    world.settle();
    world.script().release();
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    for (const auto &each : late)
        QCOMPARE(world.outcome(each), QStringLiteral("not-found"));
    QCOMPARE(world.outcome(read), QStringLiteral("not-found"));
    QCOMPARE(world.outcome(alarm), QStringLiteral("not-found"));
    QCOMPARE(world.outcome(world.engine().load(id)), QStringLiteral("not-found"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    world.advance(1s);
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::aDestroyedActorCanBeCreatedAnew()
{
    EngineWorld world;
    const ActorId id = world.run();
    const QString first = world.status(id)->generation;
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "old"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    world.advance(10ms);
    const auto again = world.answer(world.engine().getOrCreate(EngineWorld::creation()));
    QVERIFY(again && again->wasCreated);
    QVERIFY(world.status(id)->generation != first);
    QCOMPARE(world.recordOnDisk(id)->createdAt, at(10));
    QVERIFY(!world.answer(world.engine().getKv(id, {"\4x"}))->first());
    // Once more, and then without starting it.
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())),
             QStringLiteral("duplicate-key"));
}

void EngineLifecycleTest::aDamagedActorCanBeDestroyed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("S04 one byte") << QByteArray("\3", 1);
    QTest::newRow("B33 empty") << QByteArray();
    QTest::newRow("S47 all NUL") << QByteArray(60, '\0');
    QTest::newRow("of a later version") << QByteArray("\x09\0abc", 5);
}

void EngineLifecycleTest::aDamagedActorCanBeDestroyed()
{
    QFETCH(QByteArray, bytes);
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    const QByteArray name = "state/" + id.text().toUtf8();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    const QByteArray whole = world.folder->read(QString::fromLatin1(name));
    world.folder->write(name, bytes);

    const auto loaded = world.answer(world.engine().load(id));
    QVERIFY(!loaded && loaded.error().code != ErrorCode::NotFound);
    QVERIFY2(messageOf(loaded).contains(world.folder->layout().stateFile(id)),
             qPrintable(messageOf(loaded)));
    QCOMPARE(world.outcome(world.engine().start(id)), outcomeOf(loaded));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), outcomeOf(loaded));
    QCOMPARE(world.outcome(world.engine().sleep(id)), outcomeOf(loaded));
    QCOMPARE(world.folder->read(QString::fromLatin1(name)), bytes); // B49

    // S39: a record that is whole again loads.
    world.folder->write(name, whole);
    QCOMPARE(world.outcome(world.engine().load(id)), QStringLiteral("ok"));
    world.close();
    world.folder->write(name, bytes);

    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.filesOnDisk(), QStringList());
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("not-found"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
}

void EngineLifecycleTest::destroyingWhatIsNotThereSaysSo()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("not-found"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
    // What is left of an actor is destroyed all the same.
    world.folder->write("alarms/" + id.text().toUtf8(), "x");
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::anActorDestroysItself()
{
    EngineWorld world;
    Script &script = world.script();
    script.start = [](ActorContext &context, const Completion &) { context.destroy(); };
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("make, start, onStop destroy, gone"));
    QCOMPARE(world.lifecycle(EngineWorld::id()), QStringLiteral("DESTROYED"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineLifecycleTest::commandsToOneActorKeepTheirOrder()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = EngineWorld::id();
    const auto created = engine.create(EngineWorld::creation());
    const auto put = engine.putKv(id, {{"\4x", "1"}});
    const auto started = engine.start(id);
    const auto got = engine.getKv(id, {"\4x"});
    const auto slept = engine.sleep(id);
    const auto again = engine.start(id);
    const auto destroyed = engine.destroy(id);
    const auto createdAnew = engine.create(EngineWorld::creation());
    const auto gotAnew = engine.getKv(id, {"\4x"});
    for (const auto &each : {put, started, slept, again, destroyed})
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
    QCOMPARE(world.outcome(created), QStringLiteral("ok"));
    QCOMPARE(world.outcome(createdAnew), QStringLiteral("ok"));
    QCOMPARE(world.answer(got)->first().value_or("none"), QByteArray("1"));
    QVERIFY(!world.answer(gotAnew)->first());
    QCOMPARE(world.script().takeLog(),
             QStringLiteral("make, start, onStop sleep, gone, make, start, onStop destroy, gone"));
}

void EngineLifecycleTest::actorsDoNotWaitForEachOther()
{
    EngineWorld world;
    Script &slow = world.script(QStringLiteral("slow"));
    slow.start = slow.held();
    slow.onStop = slow.held();
    const auto stuck = world.engine().getOrCreate(
        EngineWorld::creation(QStringLiteral("k"), QStringLiteral("slow")));
    for (int i = 0; i < 20; ++i) {
        const ActorId id = world.run(QString::number(i));
        QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
        QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    }
    QCOMPARE(world.outcome(stuck), QStringLiteral("…"));
}

void EngineLifecycleTest::readsAndWritesWaitForAStop()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto slept = world.engine().sleep(id);
    const auto put = world.engine().putKv(id, {{"\4x", "1"}});
    const auto got = world.engine().getKv(id, {"\4x"});
    QCOMPARE(world.outcome(put), QStringLiteral("…"));
    QCOMPARE(world.outcome(got), QStringLiteral("…"));
    world.script().release();
    QCOMPARE(world.outcome(slept), QStringLiteral("ok"));
    QCOMPARE(world.outcome(put), QStringLiteral("ok"));
    QCOMPARE(world.answer(got)->first().value_or("none"), QByteArray("1"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
}

void EngineLifecycleTest::readsAndWritesGoOnWhileAnActorStarts()
{
    EngineWorld world;
    Script &script = world.script();
    script.start = script.held();
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "1"}})), QStringLiteral("ok"));
    QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("none"),
             QByteArray("1"));
    QCOMPARE(world.outcome(world.engine().load(id)), QStringLiteral("ok"));
    // But not past a command that came before.
    const auto slept = world.engine().sleep(id);
    const auto later = world.engine().getKv(id, {"\4x"});
    QCOMPARE(world.outcome(later), QStringLiteral("…"));
    script.release();
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QCOMPARE(world.outcome(slept), QStringLiteral("ok"));
    QCOMPARE(world.outcome(later), QStringLiteral("ok"));
}

void EngineLifecycleTest::manyPutsAndSleepsLoseNothing()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    QList<QFuture<Result<void>>> all;
    for (int i = 0; i < 100; ++i) {
        all << engine.putKv(id, {{"\4" + QByteArray::number(i), "v"}});
        if (i % 10 == 5)
            all << engine.sleep(id) << engine.start(id);
        if (i % 2 == 1)
            all << engine.removeKv(id, {"\4" + QByteArray::number(i - 1)});
    }
    for (const auto &each : all)
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
    const auto page = world.answer(engine.listKv(id, KvRange::ofPrefix("\4")));
    QCOMPARE(page->rows.size(), 50);
    QCOMPARE(world.answer(engine.kvTotals(id))->entries, 51); // with key 01
}

void EngineLifecycleTest::listingGoesInOrderFromACursor()
{
    EngineWorld world;
    QStringList ids;
    for (int i = 0; i < 5; ++i)
        ids << world.answer(world.engine().create(EngineWorld::creation(QString::number(i))))
                   ->text();
    ids.sort();
    const auto list = [&](const QString &after, qsizetype limit = 100) {
        QStringList names;
        const auto listed = world.engine().list(after, limit);
        for (const ListedActor &actor : *listed)
            names << actor.fileName;
        return names;
    };
    QCOMPARE(list({}), ids);
    QCOMPARE(list({}, 2), ids.first(2));
    QCOMPARE(list(ids[1], 2), ids.mid(2, 2));
    QCOMPARE(list(ids[4]), QStringList());
    QCOMPARE(world.outcome(world.engine().destroy(*ActorId::fromText(ids[1]))),
             QStringLiteral("ok"));
    QCOMPARE(list(ids[1]), ids.mid(2));
    QCOMPARE(list({}, 0), QStringList());
}

void EngineLifecycleTest::aDamagedRecordIsListedInItsPlace()
{
    EngineWorld world;
    const StorageFolder &folder = *world.folder;
    folder.makeParts();
    ActorRecord record;
    for (const char *name : {"a", "c", "job.tmp.1", "x.tmpfile"}) {
        record.actorId = QString::fromLatin1(name);
        folder.write(QByteArray("state/") + name, *encodeActorRecord(record));
    }
    folder.write("state/b", "\3");
    folder.write("state/c.tmp.12345678-1234-1234-1234-123456789abc", "\3");
    folder.write("state/d/inner", "x");
    folder.write("state/\xff\xfe", "x");
    QStringList listed;
    const auto list = world.engine().list();
    for (const ListedActor &actor : *list)
        listed << actor.fileName + u' ' + outcomeOf(actor.record);
    QCOMPARE(listed, QStringList({QStringLiteral("a ok"), QStringLiteral("b no-version-header"),
                                  QStringLiteral("c ok"), QStringLiteral("d is-a-directory"),
                                  QStringLiteral("job.tmp.1 ok"), // S25
                                  QStringLiteral("x.tmpfile ok")}));
}

void EngineLifecycleTest::listingInMemoryKnowsOnlyItsOwn()
{
    EngineWorld world(EngineWorld::Place::Memory);
    QVERIFY(world.engine().list()->isEmpty());
    const ActorId id = world.run();
    QCOMPARE(world.engine().list()->size(), 1);
    QCOMPARE(world.engine().list()->first().fileName, id.text());
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    QVERIFY(world.engine().list()->isEmpty());
}

void EngineLifecycleTest::nothingOfAnEarlierLifeReachesALaterOne()
{
    EngineWorld world;
    const ActorId id = world.run();
    Script &script = world.script();
    int ran = 0;
    script.onStop = [&](ActorContext &context, const Completion &) {
        context.post([&ran] { ++ran; });
        (void)context.after(5ms, [&ran] { ++ran; });
        context.sleep();
        context.destroy();
    };
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.advance(1s);
    QCOMPARE(ran, 0);
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
}

void EngineLifecycleTest::aStoppedContextRefusesEverything()
{
    class Late final : public Actor
    {
    public:
        Late(ActorContext &context, QStringList &outcomes)
            : m_context(context), m_outcomes(outcomes)
        {}
        ~Late() override
        {
            m_outcomes << outcomeOf(m_context.kv().put("k", "v")) << outcomeOf(m_context.state())
                       << outcomeOf(m_context.saveState("\1")) << outcomeOf(m_context.setAlarm({}))
                       << outcomeOf(m_context.cancelAlarm())
                       << QString::number(m_context.after(1ms, [] {}));
            m_context.sleep();
            m_context.destroy();
            m_context.report(QStringLiteral("late"));
            m_context.post([] { qFatal("a task ran after its actor"); });
        }

    private:
        ActorContext &m_context;
        QStringList &m_outcomes;
    };
    QStringList outcomes;
    auto definitions = std::make_shared<Definitions>();
    QCOMPARE(outcomeOf(definitions->add({QStringLiteral("actor"),
                                         {},
                                         [&](ActorContext &context) {
                                             return std::make_unique<Late>(context, outcomes);
                                         }})),
             QStringLiteral("ok"));
    EngineWorld world;
    StepLoop *loop = nullptr;
    const auto engine = ActorEngine::inMemory(
        definitions, world.settings, {world.clock, [&] {
                                          auto made = std::make_unique<StepLoop>(*world.clock);
                                          loop = made.get();
                                          return made;
                                      }});
    (void)engine->getOrCreate(EngineWorld::creation());
    const auto destroyed = engine->destroy(EngineWorld::id());
    while (loop->isDue())
        loop->step();
    QVERIFY(destroyed.isFinished());
    const QString stopping = QStringLiteral("stopping");
    QCOMPARE(outcomes,
             QStringList({stopping, stopping, stopping, stopping, stopping, QStringLiteral("0")}));
}

void EngineLifecycleTest::anActorsTimersEndWithIt()
{
    EngineWorld world;
    const ActorId id = world.run();
    int ran = 0;
    int stopped = 0;
    world.inActor([&](ActorContext &context) {
        (void)context.every(10ms, [&ran] { ++ran; });
        const int timer = context.after(15ms, [&stopped] { ++stopped; });
        context.stopTimer(timer);
        context.stopTimer(timer);
        context.stopTimer(4711);
    });
    world.advance(35ms);
    QCOMPARE(ran, 3);
    QCOMPARE(stopped, 0);
    // While it stops they go on: it may need them.
    world.script().onStop = world.script().held();
    const auto slept = world.engine().sleep(id);
    world.advance(10ms);
    QCOMPARE(ran, 4);
    world.script().release();
    QCOMPARE(world.outcome(slept), QStringLiteral("ok"));
    world.advance(1s);
    QCOMPARE(ran, 4);
}

void EngineLifecycleTest::timersGoOnAfterATaskThrew()
{
    EngineWorld world;
    const ActorId id = world.run();
    const ActorId other = world.run(QStringLiteral("other"));
    int ran = 0;
    world.inActor([&](ActorContext &context) {
        (void)context.every(10ms, [&ran] {
            ++ran;
            throw 42;
        });
    });
    world.advance(30ms);
    QCOMPARE(ran, 3);
    const auto status = world.status(other);
    QCOMPARE(rawName(status->lifecycle), QStringLiteral("AWAKE"));
    QCOMPARE(codeName(status->error->code), QStringLiteral("actor-failed"));
    QVERIFY(!world.status(id)->error);
    QVERIFY(world.takeEvents().endsWith(QStringLiteral("failed, failed, failed")));
}

void EngineLifecycleTest::timersTakeAnyLength_data()
{
    QTest::addColumn<qint64>("delay");
    QTest::addColumn<qint64>("waited");
    QTest::addColumn<int>("times");
    const qint64 day = 24 * 3'600'000LL;
    QTest::newRow("none") << 0LL << 0LL << 1;
    QTest::newRow("negative") << -5LL << 0LL << 1;
    QTest::newRow("B24 25 days, a day before") << 25 * day << 24 * day << 0;
    QTest::newRow("B24 25 days") << 25 * day << 25 * day << 1;
    QTest::newRow("50 days") << 50 * day << 40 * day << 0;
    QTest::newRow("the longest") << std::numeric_limits<qint64>::max() << 40 * day << 0;
    QTest::newRow("longer than microseconds hold")
        << std::numeric_limits<qint64>::max() / 1000 + 1 << 40 * day << 0;
}

void EngineLifecycleTest::timersTakeAnyLength()
{
    QFETCH(qint64, delay);
    QFETCH(qint64, waited);
    EngineWorld world;
    (void)world.run();
    int ran = 0;
    world.inActor([&](ActorContext &context) {
        (void)context.after(milliseconds(delay), [&ran] { ++ran; });
        if (delay > 0)
            (void)context.every(milliseconds(delay), [&ran] { ++ran; });
    });
    // Every wish of the lane is one that a QTimer can keep; StepLoop checks it.
    world.advance(milliseconds(waited));
    QFETCH(int, times);
    QCOMPARE(ran, delay > 0 ? 2 * times : times);
}

void EngineLifecycleTest::aRepeatedTaskIsNotMadeUpFor()
{
    EngineWorld world;
    (void)world.run();
    int ran = 0;
    world.inActor([&](ActorContext &context) { (void)context.every(10ms, [&ran] { ++ran; }); });
    world.clock->advance(1000); // as when another actor has kept the thread
    world.settle();
    QCOMPARE(ran, 1);
    world.advance(10ms);
    QCOMPARE(ran, 2);
}

void EngineLifecycleTest::tooManyLinesAreDroppedAndCounted()
{
    EngineWorld world;
    (void)world.run();
    (void)world.takeEvents();
    const auto flood = [](ActorContext &context) {
        for (int i = 0; i < 1000; ++i)
            context.report(QStringLiteral("line %1").arg(i));
    };
    world.inActor(flood);
    ActorEvents events = world.takeEventList();
    QCOMPARE(events.size(), 20);
    QCOMPARE(events.first().detail, QStringLiteral("line 0"));
    world.advance(1s);
    world.inActor([](ActorContext &context) { context.report(QStringLiteral("calm")); });
    events = world.takeEventList();
    QCOMPARE(events.size(), 2);
    QVERIFY2(events[0].detail.contains(QStringLiteral("980")), qPrintable(events[0].detail));
    QCOMPARE(events[1].detail, QStringLiteral("calm"));
}

void EngineLifecycleTest::aHookThatFailsByNameSaysWhich()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = Script::throwing("it broke");
    const auto slept = world.answer(world.engine().sleep(id));
    QVERIFY2(messageOf(slept).contains(QStringLiteral("onStop")), qPrintable(messageOf(slept)));
    QVERIFY(messageOf(slept).contains(QStringLiteral("it broke")));
}

void EngineLifecycleTest::closingPutsEveryActorToSleep()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = world.run();
    const ActorId other = world.run(QStringLiteral("other"));
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "y"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(1000))), QStringLiteral("ok"));
    world.advance(10ms);
    world.close();
    QCOMPARE(world.script().takeLog(),
             QStringLiteral("make, start, make, start, onStop sleep, gone, onStop sleep, gone"));
    for (const ActorId &each : {id, other}) {
        QVERIFY(!world.recordOnDisk(each)->connectableTs);
        QCOMPARE(world.recordOnDisk(each)->sleepTs.value(), at(10));
    }
    for (const QString &file : world.filesOnDisk())
        QVERIFY2(!file.endsWith(QLatin1String("-wal")), qPrintable(file));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(1000));
    // And again, without any trouble.
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineLifecycleTest::whatWaitsWhenTheEngineClosesIsToldSo()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onStop = world.script().held();
    const auto slept = world.engine().sleep(id);
    const auto start = world.engine().start(id);
    const auto put = world.engine().putKv(id, {{"\4x", "y"}});
    world.settle();
    const auto stopped = world.engine().stopActors();
    QCOMPARE(world.outcome(stopped), QStringLiteral("…"));
    QCOMPARE(world.outcome(start), QStringLiteral("shutting-down"));
    QCOMPARE(world.outcome(put), QStringLiteral("shutting-down"));
    QCOMPARE(world.outcome(world.engine().start(EngineWorld::id(QStringLiteral("another")))),
             QStringLiteral("shutting-down"));
    QCOMPARE(world.outcome(world.engine().getKv(id, {"k"})), QStringLiteral("shutting-down"));
    world.script().release();
    QCOMPARE(world.outcome(slept), QStringLiteral("ok"));
    QCOMPARE(world.outcome(stopped), QStringLiteral("ok"));
    world.engine().shutDown();
    const auto after = world.engine().start(id);
    QVERIFY(after.isFinished());
    QCOMPARE(outcomeOf(after.result()), QStringLiteral("shutting-down"));
}

void EngineLifecycleTest::afterAKillNothingRuns()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = world.run();
    world.crash();
    QVERIFY(world.recordOnDisk(id)->connectableTs); // history, as after every kill
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
    QVERIFY(world.engine().statuses().all().isEmpty());
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("not-running"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineLifecycleTest::eventsTellTheStory()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "123"}, {"\4y", "1"}})),
             QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.script().onStop = world.script().held();
    const auto destroyed = world.engine().destroy(id);
    world.advance(7ms);
    world.script().release();
    QCOMPARE(world.outcome(destroyed), QStringLiteral("ok"));
    const ActorEvents events = world.takeEventList();
    QStringList kinds;
    quint64 sequence = 0;
    for (const ActorEvent &event : events) {
        kinds << kindName(event.kind);
        QCOMPARE(event.sequence, ++sequence);
        QVERIFY(event.actor == id);
    }
    QCOMPARE(kinds.join(u' '),
             QStringLiteral("created started kv-written slept started destroyed"));
    QCOMPARE(events[1].detail, QStringLiteral("as it was created"));
    QCOMPARE(events[2].count, 2);
    QCOMPARE(events[2].bytes, 8);
    QCOMPARE(events[4].detail, QStringLiteral("by request"));
    QCOMPARE(events[5].took.value(), microseconds(7ms));
    QCOMPARE(events[5].at, at(7));
}

QTEST_GUILESS_MAIN(EngineLifecycleTest)
#include "EngineLifecycleTest.moc"
