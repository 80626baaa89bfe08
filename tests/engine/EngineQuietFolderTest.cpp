#include "EngineWorld.h"

#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// What a command to a folder that nobody runs needs: alarms that are held, and the record of an
/// actor that only says it runs.
class EngineQuietFolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heldAlarmsDoNotFireAndStayOnDisk();
    void aHeldAlarmFiresWhenItIsToldToAndNoOther();
    void whatAnAnswerSetsIsHeldAsWell();
    void aHeldAlarmThatFailsStaysOnDisk();

    void aRecordThatOnlySaysItRunsIsCorrected();
    void whatRunsOrSaysItDoesNotIsLeftAsItIs();
    void aStartUnderWayIsNotCorrected();
    void aRecordThatCannotBeWrittenStays();

private:
    /// An actor whose engine has crashed, in a new one.
    static ActorId leftBehind(EngineWorld &world);
};

ActorId EngineQuietFolderTest::leftBehind(EngineWorld &world)
{
    const ActorId id = world.run();
    world.crash();
    world.advance(1s);
    (void)world.script().takeLog();
    (void)world.takeEvents();
    return id;
}

void EngineQuietFolderTest::heldAlarmsDoNotFireAndStayOnDisk()
{
    EngineWorld world;
    world.settings.alarms = EngineSettings::Alarms::Hold;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(100))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    world.advance(1h);
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));

    world.close(); // those that are found at the start as well
    (void)world.engine();
    world.advance(1h);
    QVERIFY(!world.script().takeLog().contains(QStringLiteral("onAlarm")));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(100));
}

void EngineQuietFolderTest::aHeldAlarmFiresWhenItIsToldToAndNoOther()
{
    EngineWorld world;
    world.settings.alarms = EngineSettings::Alarms::Hold;
    const ActorId id = world.run();
    const ActorId other = world.run(QStringLiteral("other"));
    for (const ActorId &each : {id, other})
        QCOMPARE(world.outcome(world.engine().setAlarm(each, at(-5))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::nullopt);
    QCOMPARE(world.alarmOnDisk(other), std::optional<qint64>(-5));
}

void EngineQuietFolderTest::whatAnAnswerSetsIsHeldAsWell()
{
    EngineWorld world;
    world.settings.alarms = EngineSettings::Alarms::Hold;
    world.script().onAlarm = [](ActorContext &context, const Completion &completion) {
        completion.failIf(context.setAlarm(at(10)));
    };
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(5))), QStringLiteral("ok"));
    (void)world.script().takeLog();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    world.advance(1h);
    QCOMPARE(world.script().takeLog(), QStringLiteral("onAlarm"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(10));
}

void EngineQuietFolderTest::aHeldAlarmThatFailsStaysOnDisk()
{
    EngineWorld world;
    world.settings.alarms = EngineSettings::Alarms::Hold;
    world.script().onAlarm = Script::failing(QStringLiteral("not today"));
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(-5))), QStringLiteral("ok"));
    (void)world.takeEvents();
    QCOMPARE(world.outcome(world.engine().fireAlarm(id)), QStringLiteral("ok"));
    world.advance(100ms);
    QCOMPARE(world.takeEvents(), QStringLiteral("alarm-failed"));
    world.close();
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(-5));
}

void EngineQuietFolderTest::aRecordThatOnlySaysItRunsIsCorrected()
{
    EngineWorld world;
    const ActorId id = leftBehind(world);
    const ActorRecord before = *world.recordOnDisk(id);
    QVERIFY(before.connectableTs);

    QCOMPARE(world.outcome(world.engine().markAsleep(id)), QStringLiteral("ok"));
    const ActorRecord after = *world.recordOnDisk(id);
    QCOMPARE(after.sleepTs, std::optional(world.clock->now()));
    QCOMPARE(after.connectableTs, std::nullopt);
    QCOMPARE(after.createdAt, before.createdAt);
    QCOMPARE(after.startTs, before.startTs);
    world.advance(100ms);
    QCOMPARE(world.takeEvents(), QStringLiteral("slept"));
    QCOMPARE(world.script().takeLog(), QString()); // nothing was started for it

    QCOMPARE(world.outcome(world.engine().markAsleep(id)), QStringLiteral("not-running"));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
}

void EngineQuietFolderTest::whatRunsOrSaysItDoesNotIsLeftAsItIs()
{
    EngineWorld world;
    const ActorId running = world.run();
    QCOMPARE(world.outcome(world.engine().markAsleep(running)), QStringLiteral("not-running"));
    QCOMPARE(world.lifecycle(running), QStringLiteral("AWAKE"));
    QVERIFY(world.recordOnDisk(running)->connectableTs);

    const ActorId created = EngineWorld::id(QStringLiteral("created"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation(QStringLiteral("created")))),
             QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().markAsleep(created)), QStringLiteral("not-running"));
    QCOMPARE(world.recordOnDisk(created)->sleepTs, std::nullopt);

    const ActorId nobody = EngineWorld::id(QStringLiteral("nobody"));
    QCOMPARE(world.outcome(world.engine().markAsleep(nobody)), QStringLiteral("not-found"));
}

void EngineQuietFolderTest::aStartUnderWayIsNotCorrected()
{
    EngineWorld world;
    const ActorId id = leftBehind(world);
    world.script().start = world.script().held();
    const QFuture<Result<void>> started = world.engine().start(id);
    QCOMPARE(world.outcome(started), QStringLiteral("…"));
    QCOMPARE(world.outcome(world.engine().markAsleep(id)), QStringLiteral("not-running"));
    world.script().release();
    QCOMPARE(world.outcome(started), QStringLiteral("ok"));
    QVERIFY(world.recordOnDisk(id)->connectableTs);
}

void EngineQuietFolderTest::aRecordThatCannotBeWrittenStays()
{
    EngineWorld world;
    const ActorId id = leftBehind(world);
    world.store().breakStep(QStringLiteral("writeRecord"));
    QCOMPARE(world.outcome(world.engine().markAsleep(id)), QStringLiteral("io-error"));
    QVERIFY(world.recordOnDisk(id)->connectableTs);
    world.store().mend();
    QCOMPARE(world.outcome(world.engine().markAsleep(id)), QStringLiteral("ok"));
}

QTEST_GUILESS_MAIN(EngineQuietFolderTest)
#include "EngineQuietFolderTest.moc"
