#include "ActorPlugin.h"
#include "FakeEngine.h"
#include "Outcome.h"

#include <QCborMap>
#include <QCborValue>
#include <QPluginLoader>
#include <QTest>

using namespace greenroom;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// The demo actors as they are shipped: from their plugin, each in an engine of its own.
class DemoActorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void thePluginHasFiveDefinitionsWithSummaries();
    void anActorTakesAnInputAndAStateThatAreNoMapAsNone_data();
    void anActorTakesAnInputAndAStateThatAreNoMapAsNone();

    void aCounterCountsOnceEveryPeriod();
    void aCounterGoesOnAfterACrashFromTheLastNumberItSaved();
    void aCounterForgetsItsOldHistory();
    void aCounterThatCannotWriteSaysSoAndLeavesNoNumberOut();

    void aReminderIsAwakeForItsAlarmsOnly();
    void aReminderSaysItsTextOrItsKey_data();
    void aReminderSaysItsTextOrItsKey();
    void aReminderThatIsWokenEarlyKeepsItsPendingAlarm();
    void aReminderThatCannotWriteIsAskedAgainAndStaysAwake();
    void aReminderKeepsItsLastTwenty();

    void aNapperSetsItsAlarmBeforeItSleeps();
    void aNapperIsDoneWithItsAlarmAfterTheLastPieceOfWork();
    void aNapperThatCannotWorkFailsItsAlarmAndFindsRest();
    void aNapperKilledAtWorkIsWokenForTheSameAlarm();

    void aFlakyActorFailsEachThirdAlarmOnceAndInBothWays();
    void aFlakyActorFailsEachFourthStartOnce();
    void aFlakyActorNotesItsAttempts();

    void aChattyActorWritesAsManyEntriesASecondAsItIsTold_data();
    void aChattyActorWritesAsManyEntriesASecondAsItIsTold();
    void aChattyActorGoesRoundItsKeys();
    void aChattyActorSavesWhenItSleepsAndNotWhenItIsDestroyed();

private:
    [[nodiscard]] ActorDefinition definition(const QString &name) const;

    /// One actor of this name, not started.
    [[nodiscard]] FakeEngine actor(const QString &name, const QCborMap &input = {},
                                   const QStringList &key = {}) const;

    QList<ActorDefinition> m_definitions;
};

namespace {

qint64 inState(const FakeEngine &engine, QLatin1StringView name)
{
    return QCborValue::fromCbor(engine.context.savedState.value_or(QByteArray()))
        .toMap()
        .value(name)
        .toInteger(-1);
}

/// How long until the alarm, in seconds; -1 with none.
double secondsToAlarm(const FakeEngine &engine)
{
    const auto alarm = engine.context.alarm;
    return alarm ? (double(alarm->ms) - double(engine.context.time.ms)) / 1000 : -1;
}

} // namespace

void DemoActorsTest::initTestCase()
{
    QPluginLoader loader(QStringLiteral(GREENROOM_DEMO_ACTORS));
    auto *plugin = qobject_cast<ActorPlugin *>(loader.instance());
    QVERIFY2(plugin, qPrintable(loader.errorString()));
    m_definitions = plugin->definitions();
}

ActorDefinition DemoActorsTest::definition(const QString &name) const
{
    for (const ActorDefinition &each : m_definitions) {
        if (each.name == name)
            return each;
    }
    qFatal("There is no actor %s", qPrintable(name));
}

FakeEngine DemoActorsTest::actor(const QString &name, const QCborMap &input,
                                 const QStringList &key) const
{
    return FakeEngine(definition(name), key,
                      input.isEmpty() ? std::nullopt : std::optional(input.toCborValue().toCbor()));
}

void DemoActorsTest::thePluginHasFiveDefinitionsWithSummaries()
{
    QStringList names;
    for (const ActorDefinition &each : m_definitions) {
        names.append(each.name);
        QVERIFY(!each.summary.isEmpty());
    }
    QCOMPARE(names,
             QStringList({u"chatty"_s, u"counter"_s, u"flaky"_s, u"napper"_s, u"reminder"_s}));
}

void DemoActorsTest::anActorTakesAnInputAndAStateThatAreNoMapAsNone_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("cbor");
    for (const ActorDefinition &each : m_definitions) {
        const QByteArray name = each.name.toUtf8();
        QTest::newRow((name + ", a text").constData()) << each.name << QByteArray("\x62hi");
        QTest::newRow((name + ", undefined").constData()) << each.name << QByteArray("\xf7");
        QTest::newRow((name + ", no CBOR").constData()) << each.name << QByteArray("\xff");
        QTest::newRow((name + ", cut off").constData()) << each.name << QByteArray("\xa1\x61");
    }
}

void DemoActorsTest::anActorTakesAnInputAndAStateThatAreNoMapAsNone()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, cbor);
    FakeEngine engine(definition(name), {}, cbor);
    engine.context.savedState = cbor;
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(5s);
    QVERIFY2(!engine.log.join(u'\n').contains(u"failed"_s), qPrintable(engine.log.join(u'\n')));
}

void DemoActorsTest::aCounterCountsOnceEveryPeriod()
{
    FakeEngine engine = actor(u"counter"_s, {{"everyMs"_L1, 250}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(1s);
    QCOMPARE(engine.context.keyValues.value("count"), QByteArray("4"));
    QCOMPARE(engine.context.keyValues.value("history/0000000004"),
             QByteArray("2023-11-14T22:13:21.000Z"));
    QCOMPARE(inState(engine, "count"_L1), 4);
    QCOMPARE(engine.context.reports, QStringList(u"Counts on from 0, every 250 ms"_s));
}

void DemoActorsTest::aCounterGoesOnAfterACrashFromTheLastNumberItSaved()
{
    FakeEngine engine = actor(u"counter"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(7s);
    engine.crash();
    engine.run(1min);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    QCOMPARE(engine.context.reports.last(), u"Counts on from 7, every 1 s"_s);
    engine.run(1s);
    QCOMPARE(engine.context.keyValues.value("count"), QByteArray("8"));
}

void DemoActorsTest::aCounterForgetsItsOldHistory()
{
    FakeEngine engine = actor(u"counter"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(99s);
    QCOMPARE(engine.context.keyValues.keys("history/").size(), 49);
    engine.run(1s);
    QCOMPARE(engine.context.keyValues.keys("history/").size(), 25);
    QCOMPARE(engine.context.keyValues.keys("history/").first(), QByteArray("history/0000000076"));
    QCOMPARE(engine.context.reports.last(), u"Has counted to 100, and keeps the last 25"_s);
}

void DemoActorsTest::aCounterThatCannotWriteSaysSoAndLeavesNoNumberOut()
{
    FakeEngine engine = actor(u"counter"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(2s);
    engine.context.keyValues.failure = Error{ErrorCode::Io, u"No space left on device"_s};
    engine.run(3s);
    QCOMPARE(engine.context.reports.last(), u"Cannot count: No space left on device"_s);
    engine.context.keyValues.failure.reset();
    engine.run(1s);
    QCOMPARE(engine.context.keyValues.value("count"), QByteArray("3"));
}

void DemoActorsTest::aReminderIsAwakeForItsAlarmsOnly()
{
    FakeEngine engine = actor(u"reminder"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    QCOMPARE(secondsToAlarm(engine), 10.);
    engine.run(2s);
    QVERIFY(!engine.isAwake());
    engine.run(18s);
    QCOMPARE(engine.log, QStringList({u"start"_s, u"sleep"_s, u"start"_s, u"alarm"_s, u"sleep"_s,
                                      u"start"_s, u"alarm"_s, u"sleep"_s}));
    QCOMPARE(engine.context.reports, QStringList({u"Will say \"stretch\" in 10 s"_s,
                                                  u"stretch! (reminder 1, the next in 10 s)"_s,
                                                  u"stretch! (reminder 2, the next in 10 s)"_s}));
    QCOMPARE(engine.context.keyValues.value("reminder/000002"),
             QByteArray("2023-11-14T22:13:40.000Z stretch"));
    QCOMPARE(secondsToAlarm(engine), 10.);
}

void DemoActorsTest::aReminderSaysItsTextOrItsKey_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("key");
    QTest::addColumn<QString>("said");
    QTest::newRow("neither") << QString() << QStringList() << u"stretch"_s;
    QTest::newRow("key") << QString() << QStringList({u"home"_s, u"tea"_s}) << u"home/tea"_s;
    QTest::newRow("text") << u"water the plants"_s << QStringList(u"home"_s)
                          << u"water the plants"_s;
    QTest::newRow("text with a place for a number")
        << u"100 %1 %2"_s << QStringList() << u"100 %1 %2"_s;
}

void DemoActorsTest::aReminderSaysItsTextOrItsKey()
{
    QFETCH(QString, text);
    QFETCH(QStringList, key);
    QFETCH(QString, said);
    FakeEngine engine =
        actor(u"reminder"_s, text.isNull() ? QCborMap() : QCborMap{{"text"_L1, text}}, key);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(10s);
    QCOMPARE(engine.context.reports.last(), said + u"! (reminder 1, the next in 10 s)"_s);
}

void DemoActorsTest::aReminderThatIsWokenEarlyKeepsItsPendingAlarm()
{
    FakeEngine engine = actor(u"reminder"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(4s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    QCOMPARE(secondsToAlarm(engine), 6.);
    engine.run(2s);
    QVERIFY(!engine.isAwake());
}

void DemoActorsTest::aReminderThatCannotWriteIsAskedAgainAndStaysAwake()
{
    FakeEngine engine = actor(u"reminder"_s, {{"everyMs"_L1, 1000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.context.keyValues.failure = Error{ErrorCode::Io, u"No space left on device"_s};
    engine.run(1s);
    QVERIFY(engine.isAwake());
    QCOMPARE(engine.log.last(), u"alarm failed: No space left on device"_s);
    engine.context.keyValues.failure.reset();
    engine.run(2s);
    QVERIFY(engine.log.contains(u"alarm"_s));
    QCOMPARE(inState(engine, "reminders"_L1), 1);
}

void DemoActorsTest::aReminderKeepsItsLastTwenty()
{
    FakeEngine engine = actor(u"reminder"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(10s * 30);
    const auto kept = engine.context.keyValues.keys("reminder/");
    QCOMPARE(kept.size(), 20);
    QCOMPARE(kept.last(), QByteArray("reminder/000030"));
}

void DemoActorsTest::aNapperSetsItsAlarmBeforeItSleeps()
{
    FakeEngine engine = actor(u"napper"_s, {{"idleMs"_L1, 3000}, {"napMs"_L1, 7000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(2999ms);
    QVERIFY(engine.isAwake());
    engine.run(1ms);
    QVERIFY(!engine.isAwake());
    QCOMPARE(secondsToAlarm(engine), 7.);
    QCOMPARE(engine.context.reports, QStringList({u"Idle for 3 s: nap 1"_s, u"Good night"_s}));
}

void DemoActorsTest::aNapperIsDoneWithItsAlarmAfterTheLastPieceOfWork()
{
    FakeEngine engine = actor(u"napper"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(28s); // idle for 8, asleep for 20
    QVERIFY(engine.context.firing);
    engine.run(1499ms);
    QCOMPARE(inState(engine, "pieces"_L1), 2);
    QVERIFY(engine.context.firing);
    engine.run(1ms);
    QCOMPARE(inState(engine, "pieces"_L1), 3);
    QVERIFY(!engine.context.firing);
    QCOMPARE(engine.context.keyValues.value("work/pieces"), QByteArray("3"));

    engine.run(8s);
    QCOMPARE(engine.log, QStringList({u"start"_s, u"sleep"_s, u"start"_s, u"alarm"_s, u"sleep"_s}));
    QCOMPARE(secondsToAlarm(engine), 20.);
    QCOMPARE(inState(engine, "naps"_L1), 2);
}

void DemoActorsTest::aNapperThatCannotWorkFailsItsAlarmAndFindsRest()
{
    FakeEngine engine = actor(u"napper"_s, {{"idleMs"_L1, 1000}, {"napMs"_L1, 1000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(2s);
    engine.context.keyValues.failure = Error{ErrorCode::Io, u"No space left on device"_s};
    engine.run(500ms);
    QCOMPARE(engine.log.last(), u"alarm failed: No space left on device"_s);
    engine.run(1s);
    QVERIFY(!engine.isAwake());
}

void DemoActorsTest::aNapperKilledAtWorkIsWokenForTheSameAlarm()
{
    FakeEngine engine = actor(u"napper"_s);
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(28s + 600ms);
    QVERIFY(engine.context.firing);
    engine.crash();
    QCOMPARE(secondsToAlarm(engine), -0.6);
    engine.run(1500ms);
    QCOMPARE(engine.log.last(), u"alarm"_s);
    QCOMPARE(inState(engine, "pieces"_L1), 1 + 3);
}

void DemoActorsTest::aFlakyActorFailsEachThirdAlarmOnceAndInBothWays()
{
    FakeEngine engine = actor(u"flaky"_s, {{"startFailsEvery"_L1, 1000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(30s);
    const QStringList alarms = engine.log.filter(u"alarm"_s);
    QCOMPARE(alarms,
             QStringList({u"alarm"_s, u"alarm"_s,
                          u"alarm failed: attempt 3 fails, as one in 3 does"_s, // Completion
                          u"alarm"_s, u"alarm"_s,
                          u"alarm failed: attempt 6 fails, as one in 3 does"_s, // thrown
                          u"alarm"_s}));
    QVERIFY(engine.context.reports.contains(u"Attempt 7 went well"_s));
}

void DemoActorsTest::aFlakyActorFailsEachFourthStartOnce()
{
    FakeEngine engine = actor(u"flaky"_s);
    for (int start = 1; start <= 8; ++start) {
        const auto started = engine.start();
        QCOMPARE(started.has_value(), start % 4 != 0);
        if (!started)
            QCOMPARE(messageOf(started), u"start %1 fails, as one in 4 does"_s.arg(start));
        QCOMPARE(engine.isAwake(), started.has_value());
        engine.crash();
    }
    QCOMPARE(engine.context.alarm->ms, engine.context.time.ms + 5000);

    // By itself it comes through them all.
    engine.run(5min);
    QVERIFY(!engine.log.filter(u"start failed"_s).isEmpty());
    QVERIFY(inState(engine, "attempts"_L1) > 40);
}

void DemoActorsTest::aFlakyActorNotesItsAttempts()
{
    FakeEngine engine = actor(u"flaky"_s, {{"everyMs"_L1, 2000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(6s);
    QCOMPARE(engine.context.keyValues.value("attempt/000002"),
             QByteArray("2023-11-14T22:13:24.000Z done"));
    QCOMPARE(engine.context.keyValues.value("attempt/000003"),
             QByteArray("2023-11-14T22:13:26.000Z failed"));
    engine.run(2min);
    QCOMPARE(engine.context.keyValues.keys("attempt/").size(), 20);
}

void DemoActorsTest::aChattyActorWritesAsManyEntriesASecondAsItIsTold_data()
{
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("batches"); // in ten seconds
    QTest::newRow("1") << 1 << 10;
    QTest::newRow("30") << 30 << 200;
    QTest::newRow("2000") << 2000 << 200;
    QTest::newRow("12345") << 12345 << 1000;
}

void DemoActorsTest::aChattyActorWritesAsManyEntriesASecondAsItIsTold()
{
    QFETCH(int, rate);
    FakeEngine engine = actor(u"chatty"_s, {{"writesPerSecond"_L1, rate}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(10s);
    QCOMPARE(engine.context.keyValues.puts, 10 * rate);
    QTEST(int(engine.context.keyValues.batches), "batches");
    QCOMPARE(engine.context.reports,
             QStringList(u"Writes %1 entries a second to 1000 keys"_s.arg(rate)));
}

void DemoActorsTest::aChattyActorGoesRoundItsKeys()
{
    FakeEngine engine = actor(u"chatty"_s, {{"writesPerSecond"_L1, 1000}, {"keys"_L1, 30}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(1s);
    QCOMPARE(engine.context.keyValues.keys().size(), 30);
    QCOMPARE(engine.context.keyValues.value("line/000009"), QByteArray("line 999"));
}

void DemoActorsTest::aChattyActorSavesWhenItSleepsAndNotWhenItIsDestroyed()
{
    FakeEngine engine = actor(u"chatty"_s, {{"writesPerSecond"_L1, 1000}});
    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(500ms);
    QCOMPARE(outcomeOf(engine.stop(StopReason::Sleep)), u"ok"_s);
    QCOMPARE(inState(engine, "written"_L1), 500);

    QCOMPARE(outcomeOf(engine.start()), u"ok"_s);
    engine.run(500ms);
    const qint64 saves = engine.context.saves;
    QCOMPARE(outcomeOf(engine.stop(StopReason::Destroy)), u"ok"_s);
    QCOMPARE(engine.context.saves, saves);
    QCOMPARE(engine.context.reports.last(), u"Has written 1000 entries"_s);
}

QTEST_GUILESS_MAIN(DemoActorsTest)
#include "DemoActorsTest.moc"
