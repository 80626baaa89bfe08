#include "EngineWorld.h"
#include "Outcome.h"

#include <QRegularExpression>
#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// Alarms of an engine's actors (engine-contract, "Alarms"). Letters and numbers are those of the
/// cases.
class EngineAlarmTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    // setting
    void whatIsOnDiskIsWhatIsArmed_data();
    void whatIsOnDiskIsWhatIsArmed(); // S03, S26
    void onlyTimesThatCanBeKeptAreTaken_data();
    void onlyTimesThatCanBeKeptAreTaken(); // S10, B11
    void anAlarmOfANewStartIsAfterItsRecord();
    void anAlarmIsSkippedWhileTheActorStops(); // F02, F25
    void aCancelledAlarmNeverFires();          // U04, B15
    void replacingMovesAnAlarmEitherWay();

    // firing
    void anAlarmFiresWhenItIsDueAndOnce();             // B30, F29
    void theFileStaysUntilOnAlarmHasSucceeded();       // B14, U03
    void anAlarmWakesASleepingActor();                 // U12, F31
    void anAlarmWaitsForAStartUnderWay();              // S13
    void anAlarmThatComesWhileStoppingWakesTheActor(); // S14, F31
    void anAlarmSetAnewAfterASleepFiresOnce();         // S11
    void theAlarmBeforeASleepLeavesALaterOneAlone();   // S12
    void aDestroyedActorsAlarmIsNoneOfTheNextOnes_data();
    void aDestroyedActorsAlarmIsNoneOfTheNextOnes(); // S02, S23, B12
    void anAlarmFromWithinOnAlarmIsHeld();           // S34, B08, B19
    void cancellingFromWithinOnAlarmLeavesNothing();
    void destroyingFromWithinOnAlarmEndsIt();          // B09, B01
    void sleepingFromWithinOnAlarmKeepsTheNextAlarm(); // B05
    void alarmsWorkInMemory();                         // B01
    void firingNowNeedsAnAlarm();
    void heldAlarmsDoNotFire();

    // failing
    void aFailedAlarmIsTriedAgain_data();
    void aFailedAlarmIsTriedAgain(); // S27
    void aLaterSuccessEndsTheRetries();
    void anAlarmThatWasGivenUpStaysVisibleAndOnDisk();  // B04
    void aNewAlarmWhileRetryingTakesOverOnceAnswered(); // B08
    void firingNowWhileRetryingKeepsWhatIsHeld();
    void cancellingWhileRetryingEndsIt();
    void anAlarmWithoutADefinitionIsKept();

    // after a crash
    void afterACrashAnAlarmIsNeverLate_data();
    void afterACrashAnAlarmIsNeverLate(); // S03, B05, B14
    void overdueAlarmsFireAFewAtOnce();   // S31, B20, B02
    void actorsThatHangDoNotKeepOthersAlarmsBack();

    // the clock
    void aFarAlarmFiresToTheMillisecond_data();
    void aFarAlarmFiresToTheMillisecond(); // S32, B24, B25
    void theWallClockDecides_data();
    void theWallClockDecides(); // S33, B26
    void aClockThatNobodyTellsOfIsNoticedWithinAMinute();
    void aRetryDoesNotWaitForAClockThatWasSetBack(); // U07

    void thousandsOfAlarmsEachFireOnce(); // B06
};

void EngineAlarmTest::whatIsOnDiskIsWhatIsArmed_data()
{
    QTest::addColumn<QList<int>>("times");
    QTest::addColumn<QString>("outcomes");
    QTest::addColumn<int>("armed");
    QTest::newRow("S03 a later one changes nothing")
        << QList<int>{200, 5000} << QStringLiteral("0 1") << 200;
    QTest::newRow("an earlier one replaces it")
        << QList<int>{5000, 200} << QStringLiteral("0 0") << 200;
    QTest::newRow("the same again") << QList<int>{200, 200} << QStringLiteral("0 1") << 200;
    QTest::newRow("S26 many") << QList<int>{900, 700, 800, 300, 500, 300, 400}
                              << QStringLiteral("0 0 1 0 1 1 1") << 300;
}

void EngineAlarmTest::whatIsOnDiskIsWhatIsArmed()
{
    QFETCH(QList<int>, times);
    QFETCH(int, armed);
    EngineWorld world;
    const ActorId id = world.run();
    QList<QFuture<Result<AlarmOutcome>>> set;
    for (const int time : times)
        set << world.engine().setAlarm(id, at(time));
    QStringList outcomes;
    for (const auto &each : set)
        outcomes << QString::number(int(*world.answer(each)));
    QTEST(outcomes.join(u' '), "outcomes");
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(armed));
    QCOMPARE(world.status(id)->alarmAt.value(), at(armed));
    (void)world.script().takeLog();
    world.advance(milliseconds(armed - 1));
    QCOMPARE(world.script().takeLog(), QString());
    world.advance(1ms);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    // What was refused is not lost in secret: it was said to change nothing. It can be set now.
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(6000))).value(), AlarmOutcome::Armed);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(6000));
}

void EngineAlarmTest::onlyTimesThatCanBeKeptAreTaken_data()
{
    QTest::addColumn<quint64>("ms");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("firesAtOnce");
    QTest::newRow("B11 zero") << quint64(0) << QStringLiteral("ok") << true;
    QTest::newRow("B11 just past") << EngineWorld::Start - 1 << QStringLiteral("ok") << true;
    QTest::newRow("B11 now") << EngineWorld::Start << QStringLiteral("ok") << true;
    QTest::newRow("B11 next") << EngineWorld::Start + 1 << QStringLiteral("ok") << false;
    QTest::newRow("S10 2^53") << (quint64(1) << 53) << QStringLiteral("ok") << false;
    QTest::newRow("S10 2^53 + 1") << (quint64(1) << 53) + 1 << QStringLiteral("bad-alarm-time")
                                  << false;
    QTest::newRow("S10 2^63") << (quint64(1) << 63) << QStringLiteral("bad-alarm-time") << false;
    QTest::newRow("S10 -1") << ~quint64(0) << QStringLiteral("bad-alarm-time") << false;
}

void EngineAlarmTest::onlyTimesThatCanBeKeptAreTaken()
{
    QFETCH(quint64, ms);
    QFETCH(QString, code);
    QFETCH(bool, firesAtOnce);
    for (const auto place : {EngineWorld::Place::Store, EngineWorld::Place::Memory}) {
        EngineWorld world(place);
        const ActorId id = world.run();
        QString outcome;
        QString logWithin;
        world.inActor([&](ActorContext &context) {
            outcome = outcomeOf(context.setAlarm({ms}));
            logWithin = world.script().takeLog();
        });
        QCOMPARE(outcome, code);
        QCOMPARE(logWithin, QStringLiteral("make, start")); // not within the call
        QCOMPARE(world.script().takeLog(), firesAtOnce ? QStringLiteral("onAlarm") : QString());
        if (code != QLatin1String("ok"))
            QCOMPARE(world.alarmOnDisk(id), std::nullopt);
        world.advance(1s);
        QCOMPARE(world.outcome(world.engine().replaceAlarm(id, {ms})), code);
    }
}

void EngineAlarmTest::anAlarmOfANewStartIsAfterItsRecord()
{
    EngineWorld world;
    world.script().start = [](ActorContext &context, const Completion &completion) {
        completion.failIf(context.setAlarm(at(100)));
    };
    (void)world.store().takeChanges();
    (void)world.run();
    const QStringList changes = world.store().takeChanges();
    QVERIFY2(changes.indexOf(QStringLiteral("writeRecord")) <
                 changes.indexOf(QStringLiteral("writeAlarm")),
             qPrintable(changes.join(u' ')));
}

void EngineAlarmTest::anAlarmIsSkippedWhileTheActorStops()
{
    EngineWorld world;
    const ActorId id = world.run();
    std::optional<AlarmOutcome> outcome;
    world.script().onStop = [&](ActorContext &context, const Completion &) {
        outcome = context.setAlarm(at(100)).value();
    };
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(outcome, std::optional(AlarmOutcome::Skipped));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    world.advance(1s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onStop sleep, gone"));
}

void EngineAlarmTest::aCancelledAlarmNeverFires()
{
    EngineWorld world(EngineWorld::Place::Folder);
    QList<ActorId> ids;
    for (int i = 0; i < 50; ++i)
        ids << world.run(QString::number(i));
    QList<QFuture<Result<void>>> cancelled;
    for (const ActorId &id : ids) {
        (void)world.engine().setAlarm(id, at(100));
        cancelled << world.engine().cancelAlarm(id);
    }
    for (const auto &each : cancelled)
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().cancelAlarm(ids[0])), QStringLiteral("ok")); // none: fine
    (void)world.script().takeLog();
    world.advance(1s);
    QCOMPARE(world.script().takeLog(), QString());
    world.crash();
    world.advance(1s);
    QCOMPARE(world.script().takeLog().count(QStringLiteral("onAlarm")), 0);
    QCOMPARE(world.answer(world.engine().ready())->alarms, 0);
}

void EngineAlarmTest::replacingMovesAnAlarmEitherWay()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.answer(world.engine().replaceAlarm(id, at(500))).value(), AlarmOutcome::Armed);
    QCOMPARE(world.answer(world.engine().replaceAlarm(id, at(900))).value(), AlarmOutcome::Armed);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(900));
    QCOMPARE(world.answer(world.engine().replaceAlarm(id, at(700))).value(), AlarmOutcome::Armed);
    (void)world.script().takeLog();
    world.advance(699ms);
    QCOMPARE(world.script().takeLog(), QString());
    world.advance(1s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::anAlarmFiresWhenItIsDueAndOnce()
{
    EngineWorld world;
    Script &a = world.script(QStringLiteral("a"));
    Script &b = world.script(QStringLiteral("b"));
    const ActorId first = world.run(QStringLiteral("k"), QStringLiteral("a"));
    const ActorId second = world.run(QStringLiteral("k"), QStringLiteral("b"));
    QCOMPARE(world.outcome(world.engine().setAlarm(first, at(200))), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(second, at(400))), QStringLiteral("ok"));
    (void)a.takeLog();
    (void)b.takeLog();
    world.advance(199ms);
    QCOMPARE(a.takeLog(), QString());
    world.advance(1ms);
    QCOMPARE(a.takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(b.takeLog(), QString());
    world.advance(200ms);
    QCOMPARE(b.takeLog(), QStringLiteral("onAlarm"));
    world.advance(100s);
    QCOMPARE(a.takeLog() + b.takeLog(), QString());
}

void EngineAlarmTest::theFileStaysUntilOnAlarmHasSucceeded()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = world.script().held();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(150ms);
    QCOMPARE(world.script().heldHooks(), 1);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::Firing);
    world.script().release();
    world.settle();
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::None);
    const ActorEvents events = world.takeEventList();
    QCOMPARE(kindName(events.last().kind), QStringLiteral("alarm-fired"));
    QCOMPARE(events.last().alarmAt.value(), at(100));
    QCOMPARE(events.last().took.value(), microseconds(50ms));
}

void EngineAlarmTest::anAlarmWakesASleepingActor()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(50ms);
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    (void)world.script().takeLog();
    world.advance(49ms);
    QCOMPARE(world.script().takeLog(), QString());
    world.advance(1ms);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    const ActorEvents events = world.takeEventList();
    QCOMPARE(events[events.size() - 2].detail, QStringLiteral("by its alarm"));
}

void EngineAlarmTest::anAlarmWaitsForAStartUnderWay()
{
    EngineWorld world;
    Script &script = world.script();
    script.start = script.held();
    const auto obtained = world.engine().getOrCreate(EngineWorld::creation());
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(120))), QStringLiteral("ok"));
    world.advance(300ms);
    QCOMPARE(script.takeLog(), QStringLiteral("make, start"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(120));
    script.release();
    QCOMPARE(world.outcome(obtained), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
}

void EngineAlarmTest::anAlarmThatComesWhileStoppingWakesTheActor()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(50ms);
    script.onStop = script.held();
    const auto slept = world.engine().sleep(id);
    world.advance(300ms);
    QCOMPARE(script.takeLog(), QStringLiteral("make, start, onStop sleep"));
    script.release();
    QCOMPARE(world.outcome(slept), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("gone, make, start, onAlarm"));
    world.advance(10s);
    QCOMPARE(script.takeLog(), QString());
}

void EngineAlarmTest::anAlarmSetAnewAfterASleepFiresOnce()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(400))), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(400))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    world.advance(10s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::theAlarmBeforeASleepLeavesALaterOneAlone()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        if (context.now() < at(6000))
            completion.failIf(context.setAlarm(at(6000)));
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(200))), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.advance(1s);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(6000));
    world.advance(5s);
    QCOMPARE(world.script().takeLog().count(QStringLiteral("onAlarm")), 2);
}

void EngineAlarmTest::aDestroyedActorsAlarmIsNoneOfTheNextOnes_data()
{
    QTest::addColumn<bool>("asleep");
    QTest::newRow("S02 running") << false;
    QTest::newRow("S23 asleep") << true;
}

void EngineAlarmTest::aDestroyedActorsAlarmIsNoneOfTheNextOnes()
{
    QFETCH(bool, asleep);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    if (asleep)
        QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok"));
    (void)world.run();
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(9000))).value(), AlarmOutcome::Armed);
    (void)world.script().takeLog();
    world.advance(8999ms);
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(9000));
    world.advance(1ms);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::anAlarmFromWithinOnAlarmIsHeld()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    QStringList outcomes;
    script.onAlarm = [&](ActorContext &context, const Completion &completion) {
        for (const int ms : {500, 900, 300, 300})
            outcomes << QString::number(int(context.setAlarm(at(ms)).value()));
        script.held()(context, completion);
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100ms);
    QCOMPARE(outcomes.join(u' '), QStringLiteral("2 1 2 1"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100)); // a crash fires it again
    // From outside it is no different.
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(250))).value(), AlarmOutcome::Held);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    // The handler takes longer than until the next alarm is due.
    world.advance(500ms);
    script.onAlarm = {};
    (void)script.takeLog();
    script.release();
    world.settle();
    QCOMPARE(script.takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    world.advance(10s);
    QCOMPARE(script.takeLog(), QString());
}

void EngineAlarmTest::cancellingFromWithinOnAlarmLeavesNothing()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        completion.failIf(context.setAlarm(at(500)));
        completion.failIf(context.cancelAlarm());
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);

    // Set again after it was cancelled: that one counts.
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        completion.failIf(context.cancelAlarm());
        completion.failIf(context.setAlarm(at(200'000)));
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100'100))), QStringLiteral("ok"));
    world.advance(1s);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(200'000));
}

void EngineAlarmTest::destroyingFromWithinOnAlarmEndsIt()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        completion.failIf(context.setAlarm(at(500)));
        completion.failIf(context.kv().removeRange({}));
        context.destroy();
        completion.fail(QStringLiteral("and it fails as well"));
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(1000s);
    QCOMPARE(world.script().takeLog(),
             QStringLiteral("make, start, onAlarm, onStop destroy, gone"));
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineAlarmTest::sleepingFromWithinOnAlarmKeepsTheNextAlarm()
{
    EngineWorld world;
    const ActorId id = world.run();
    int rounds = 0;
    world.script().onAlarm = [&](ActorContext &context, const Completion &completion) {
        if (++rounds < 50)
            completion.failIf(context.setAlarm(context.now() + 100ms));
        context.sleep();
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100s);
    QCOMPARE(rounds, 50);
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
}

void EngineAlarmTest::alarmsWorkInMemory()
{
    EngineWorld world(EngineWorld::Place::Memory);
    const ActorId id = world.run();
    int rounds = 0;
    world.script().onAlarm = [&](ActorContext &context, const Completion &completion) {
        completion.failIf(context.cancelAlarm());
        context.sleep();
        if (++rounds < 1000)
            completion.failIf(context.setAlarm(context.now() + 1ms));
        else
            context.destroy();
    };
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(40))), QStringLiteral("ok"));
    world.advance(10s);
    QCOMPARE(rounds, 1000);
    QCOMPARE(world.lifecycle(id), QStringLiteral("DESTROYED"));
}

void EngineAlarmTest::firingNowNeedsAnAlarm()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("not-found"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(50'000))), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    (void)world.script().takeLog();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    world.advance(100s);
    QCOMPARE(world.script().takeLog(), QString());
}

void EngineAlarmTest::heldAlarmsDoNotFire()
{
    EngineWorld world;
    world.settings.alarms = EngineSettings::Alarms::Hold;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(10))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    world.advance(100s);
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(10));
}

void EngineAlarmTest::aFailedAlarmIsTriedAgain_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("each");
    QTest::newRow("S27 onAlarm throws") << QStringLiteral("throw") << QStringLiteral("onAlarm");
    QTest::newRow("S27 onAlarm fails") << QStringLiteral("fail") << QStringLiteral("onAlarm");
    QTest::newRow("S27 the start fails")
        << QStringLiteral("start") << QStringLiteral("make, start, gone");
}

void EngineAlarmTest::aFailedAlarmIsTriedAgain()
{
    QFETCH(QString, fault);
    QFETCH(QString, each);
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    if (fault == QLatin1String("start")) {
        QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
        script.start = Script::failing(QStringLiteral("no"));
    } else {
        script.onAlarm = fault == QLatin1String("throw") ? Script::throwing("no")
                                                         : Script::failing(QStringLiteral("no"));
    }
    (void)script.takeLog();
    (void)world.takeEvents();
    world.advance(100ms);
    QCOMPARE(script.takeLog(), each);
    int attempts = 1;
    for (const seconds pause : {2s, 4s, 8s, 16s, 32s, 64s}) {
        QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::Retrying);
        QCOMPARE(world.status(id)->failedAttempts, attempts++);
        QCOMPARE(world.status(id)->nextAttempt.value(), world.clock->now() + pause);
        QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
        world.advance(pause - 1ms);
        QCOMPARE(script.takeLog(), QString());
        world.advance(1ms);
        QCOMPARE(script.takeLog(), each);
    }
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::GaveUp);
    QVERIFY(world.status(id)->error);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    world.advance(1h);
    QCOMPARE(script.takeLog(), QString());
    const QString events = world.takeEvents();
    QCOMPARE(events.count(QStringLiteral("alarm-failed")), 6);
    QVERIFY(events.endsWith(QStringLiteral("alarm-gave-up")));
}

void EngineAlarmTest::aLaterSuccessEndsTheRetries()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(1s);
    script.onAlarm = {};
    (void)script.takeLog();
    world.advance(10s);
    QCOMPARE(script.takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::None);
}

void EngineAlarmTest::anAlarmThatWasGivenUpStaysVisibleAndOnDisk()
{
    EngineWorld world;
    world.settings.alarmRetries = 0;
    Script &script = world.script();
    const ActorId id = world.run();
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(1s);
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::GaveUp);
    // Asleep it is seen still.
    QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::GaveUp);

    // "Fire now", a new alarm and a new engine each try again.
    script.onAlarm = {};
    (void)script.takeLog();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("make, start, onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);

    for (const bool anew : {true, false}) {
        script.onAlarm = Script::throwing("no");
        QCOMPARE(world.outcome(world.engine().setAlarm(id, at(0))), QStringLiteral("ok"));
        QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::GaveUp);
        QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(0));
        script.onAlarm = {};
        if (anew) {
            QCOMPARE(world.answer(world.engine().setAlarm(id, at(5000))).value(),
                     AlarmOutcome::Armed);
            QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(5000));
        } else {
            world.crash();
        }
        (void)script.takeLog();
        world.advance(5s);
        QVERIFY(script.takeLog().endsWith(QStringLiteral("onAlarm")));
        QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    }
}

void EngineAlarmTest::aNewAlarmWhileRetryingTakesOverOnceAnswered()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100ms);
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(60'000))).value(), AlarmOutcome::Held);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    script.onAlarm = {};
    world.advance(2s);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(60'000));
    (void)script.takeLog();
    world.advance(58s);
    QCOMPARE(script.takeLog(), QStringLiteral("onAlarm"));

    // Also when the one before is given up at last.
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(0))), QStringLiteral("ok"));
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(900'000))).value(), AlarmOutcome::Held);
    world.advance(200s);
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(900'000));
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::Armed);
}

void EngineAlarmTest::firingNowWhileRetryingKeepsWhatIsHeld()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100ms);
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(60'000))).value(), AlarmOutcome::Held);
    world.setWallClock(at(-50).ms); // the alarm that fired is in the future now
    script.onAlarm = {};
    (void)script.takeLog();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    QCOMPARE(script.takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(60'000));
}

void EngineAlarmTest::cancellingWhileRetryingEndsIt()
{
    EngineWorld world;
    Script &script = world.script();
    const ActorId id = world.run();
    script.onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100ms);
    (void)script.takeLog();
    QCOMPARE(world.outcome(world.engine().cancelAlarm(id)), QStringLiteral("ok"));
    // Nothing runs: the answer is that it is gone, from the disk as well.
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::None);
    world.advance(1000s);
    QCOMPARE(script.takeLog(), QString());
}

void EngineAlarmTest::anAlarmWithoutADefinitionIsKept()
{
    EngineWorld world;
    const Creation creation =
        EngineWorld::creation(QStringLiteral("k"), QStringLiteral("stranger"));
    const ActorId id = *world.answer(world.engine().create(creation));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    (void)world.takeEvents();
    world.advance(1000s);
    QCOMPARE(world.takeEvents(), QStringLiteral("start-failed, alarm-gave-up"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
    QVERIFY(world.status(id)->alarm == LiveStatus::Alarm::GaveUp);
}

void EngineAlarmTest::afterACrashAnAlarmIsNeverLate_data()
{
    QTest::addColumn<QString>("moment");
    QTest::newRow("S03 armed") << QStringLiteral("armed");
    QTest::newRow("B05 asleep") << QStringLiteral("asleep");
    QTest::newRow("B14 within onAlarm") << QStringLiteral("within");
    QTest::newRow("within onAlarm, with the next one held") << QStringLiteral("held");
    QTest::newRow("between two attempts") << QStringLiteral("retrying");
}

void EngineAlarmTest::afterACrashAnAlarmIsNeverLate()
{
    QFETCH(QString, moment);
    EngineWorld world(EngineWorld::Place::Folder);
    Script &script = world.script();
    const ActorId id = world.run();
    if (moment == QLatin1String("retrying"))
        script.onAlarm = Script::throwing("no");
    else
        script.onAlarm = script.held();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(5000))).value(), AlarmOutcome::Unchanged);
    if (moment == QLatin1String("asleep"))
        QCOMPARE(world.outcome(world.engine().sleep(id)), QStringLiteral("ok"));
    const bool isEarly = moment == QLatin1String("armed") || moment == QLatin1String("asleep");
    world.advance(isEarly ? 50ms : 150ms);
    if (moment == QLatin1String("held"))
        QCOMPARE(world.outcome(world.engine().setAlarm(id, at(900))), QStringLiteral("ok"));
    world.crash();
    if (script.heldHooks() > 0)
        script.release();
    (void)script.takeLog();

    script.onAlarm = {};
    world.settle();
    QCOMPARE(script.takeLog(), isEarly ? QString() : QStringLiteral("make, start, onAlarm"));
    world.advance(50ms);
    QCOMPARE(script.takeLog(), isEarly ? QStringLiteral("make, start, onAlarm") : QString());
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
}

void EngineAlarmTest::overdueAlarmsFireAFewAtOnce()
{
    EngineWorld world(EngineWorld::Place::Folder);
    world.settings.alarms = EngineSettings::Alarms::Hold;
    QSet<ActorId> ids;
    for (int i = 0; i < 60; ++i) {
        ids << *world.answer(world.engine().create(EngineWorld::creation(QString::number(i))));
        QCOMPARE(
            world.outcome(world.engine().setAlarm(EngineWorld::id(QString::number(i)), at(-i))),
            QStringLiteral("ok"));
    }
    world.close();
    world.settings.alarms = EngineSettings::Alarms::Fire;
    Script &script = world.script();
    script.onAlarm = script.held();
    world.settle();
    QCOMPARE(script.heldHooks(), 8);
    QCOMPARE(world.answer(world.engine().ready())->alarms, 60);
    qsizetype most = 0;
    while (script.heldHooks() > 0) {
        script.release();
        world.settle();
        most = std::max(most, script.heldHooks());
    }
    QCOMPARE(most, 8);
    QCOMPARE(script.takeLog().count(QStringLiteral("onAlarm")), 60);
    for (const ActorId &id : ids)
        QCOMPARE(world.alarmOnDisk(id), std::nullopt);
}

void EngineAlarmTest::actorsThatHangDoNotKeepOthersAlarmsBack()
{
    EngineWorld world;
    Script &hanging = world.script(QStringLiteral("hanging"));
    hanging.onAlarm = hanging.held();
    for (int i = 0; i < 20; ++i) {
        const ActorId id = world.run(QString::number(i), QStringLiteral("hanging"));
        QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    }
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(101))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    world.advance(5s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::aFarAlarmFiresToTheMillisecond_data()
{
    QTest::addColumn<qint64>("ms");
    const qint64 day = 24 * 3'600'000LL;
    QTest::newRow("a minute") << 60'000LL;
    QTest::newRow("B24 24.8 days") << 2'147'483'647LL;
    QTest::newRow("B24 25 days") << 25 * day;
    QTest::newRow("B25 60 days") << 60 * day + 1;
}

void EngineAlarmTest::aFarAlarmFiresToTheMillisecond()
{
    QFETCH(qint64, ms);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(ms))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    world.advance(milliseconds(ms - 1));
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.status(id)->alarmAt.value(), at(ms));
    world.advance(1ms);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::theWallClockDecides_data()
{
    QTest::addColumn<qint64>("shift");
    QTest::addColumn<QString>("atOnce");
    QTest::newRow("S33 an hour forward") << 3'600'000LL << QStringLiteral("onAlarm");
    QTest::newRow("B26 90 s of suspend") << 90'000LL << QStringLiteral("onAlarm");
    QTest::newRow("S33 an hour back") << -3'600'000LL << QString();
}

void EngineAlarmTest::theWallClockDecides()
{
    QFETCH(qint64, shift);
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(60'000))), QStringLiteral("ok"));
    world.advance(1s);
    (void)world.script().takeLog();
    world.setWallClock(at(1000 + shift).ms);
    QTEST(world.script().takeLog(), "atOnce");
    world.advance(59s);
    QCOMPARE(world.script().takeLog(), QString());
    world.advance(milliseconds(std::max<qint64>(-shift, 0)));
    QCOMPARE(world.script().takeLog(), shift > 0 ? QString() : QStringLiteral("onAlarm"));
    world.setWallClock(at(0).ms); // nothing fires twice
    world.advance(2h);
    QCOMPARE(world.script().takeLog(), QString());
}

void EngineAlarmTest::aClockThatNobodyTellsOfIsNoticedWithinAMinute()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(3'600'000))), QStringLiteral("ok"));
    world.advance(1s);
    (void)world.script().takeLog();
    world.clock->set(at(3'600'000).ms);
    world.advance(60s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
}

void EngineAlarmTest::aRetryDoesNotWaitForAClockThatWasSetBack()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.script().onAlarm = Script::throwing("no");
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    world.advance(100ms);
    world.setWallClock(at(-3'600'000).ms);
    (void)world.script().takeLog();
    world.advance(2s);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.status(id)->nextAttempt.value(), world.clock->now() + 4000ms);
}

void EngineAlarmTest::thousandsOfAlarmsEachFireOnce()
{
    EngineWorld world(EngineWorld::Place::Memory);
    int fired = 0;
    bool isEarly = false;
    world.script().onAlarm = [&](ActorContext &context, const Completion &) {
        ++fired;
        isEarly |= context.now() < at(1000);
    };
    for (int i = 0; i < 1000; ++i) {
        const ActorId id = world.run(QString::number(i));
        (void)world.engine().setAlarm(id, at(1000 + (i * 37) % 500));
        if (i % 3 == 0) {
            (void)world.engine().destroy(id);
            (void)world.run(QString::number(i));
            (void)world.engine().setAlarm(id, at(1000 + i % 500));
        }
    }
    world.advance(999ms);
    QCOMPARE(fired, 0);
    world.advance(501ms);
    QCOMPARE(fired, 1000);
    QVERIFY(!isEarly);
}

QTEST_GUILESS_MAIN(EngineAlarmTest)
#include "EngineAlarmTest.moc"
