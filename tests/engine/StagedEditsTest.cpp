#include "StagedEdits.h"

#include "Outcome.h"
#include "PersistedActor.h"
#include "StateSplice.h"

#include <QTest>

using namespace greenroom;

class StagedEditsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesAreKeptWithTheirFirstBase();
    void whatIsChangedBackIsNotPending();
    void undoTakesStepsBackInTheirOrder();
    void oneKeyIsTakenBackAlone();
    void whatCannotBeAppliedIsNotStaged_data();
    void whatCannotBeAppliedIsNotStaged();
    void whatWasStagedWhileApplyingStays();
    void mineIsBasedOnWhatIsThereNow();
    void aStateKeepsTheScheduleThatIsThereNow();
    void aStateThatIsGoneIsNotBroughtBack();
};

namespace {

const QByteArray State("\1");

KvChange change(const char *key, std::optional<QByteArray> before, std::optional<QByteArray> after)
{
    return {QByteArray("\4") + key, std::move(before), std::move(after)};
}

QByteArray recordOf(const QByteArray &state, const QList<ScheduledEvent> &plans = {})
{
    return *encodePersistedActor(
        {.input = "\x05", .hasInitialized = true, .state = state, .scheduledEvents = plans});
}

} // namespace

void StagedEditsTest::changesAreKeptWithTheirFirstBase()
{
    StagedEdits edits;
    QCOMPARE(messageOf(edits.stage(change("b", "1", "2"))), QString());
    QVERIFY(edits.stage(change("a", std::nullopt, "new")));
    QVERIFY(edits.stage(change("b", "another", "3")));
    QCOMPARE(edits.changes(),
             (QList<KvChange>{change("a", std::nullopt, "new"), change("b", "1", "3")}));
    QCOMPARE(edits.find("\4b").value(), change("b", "1", "3"));
    QVERIFY(!edits.find("\4c"));
    QCOMPARE(edits.edit(), (KvEdit{edits.changes(), EditableKeys::UserAndState}));
}

void StagedEditsTest::whatIsChangedBackIsNotPending()
{
    StagedEdits edits;
    QVERIFY(edits.stage(change("a", "1", "1")));
    QVERIFY(!edits.canUndo());
    QVERIFY(edits.stage(change("a", "1", std::nullopt)));
    QCOMPARE(edits.count(), 1);
    QVERIFY(edits.stage(change("a", "1", "1")));
    QCOMPARE(edits.count(), 0);
    QVERIFY(!edits.find("\4a"));
    edits.undo();
    QCOMPARE(edits.find("\4a").value(), change("a", "1", std::nullopt));
}

void StagedEditsTest::undoTakesStepsBackInTheirOrder()
{
    StagedEdits edits;
    QVERIFY(edits.stage(change("a", "1", "2")));
    QVERIFY(edits.stage(change("b", std::nullopt, "x")));
    QVERIFY(edits.stage(change("a", "1", "3")));
    edits.undo();
    QCOMPARE(edits.changes(),
             (QList<KvChange>{change("a", "1", "2"), change("b", std::nullopt, "x")}));
    edits.undo();
    edits.undo();
    edits.undo(); // nothing is left to take back
    QCOMPARE(edits, StagedEdits());
}

void StagedEditsTest::oneKeyIsTakenBackAlone()
{
    StagedEdits edits;
    QVERIFY(edits.stage(change("a", "1", "2")));
    QVERIFY(edits.stage(change("b", "1", "2")));
    QVERIFY(edits.stage(change("a", "1", "3")));
    edits.drop("\4a");
    QCOMPARE(edits.changes(), QList<KvChange>{change("b", "1", "2")});
    edits.undo();
    QVERIFY(!edits.canUndo());
    // Its next change has a base of its own.
    QVERIFY(edits.stage(change("a", "now", "4")));
    QCOMPARE(edits.find("\4a")->before.value(), QByteArray("now"));
}

void StagedEditsTest::whatCannotBeAppliedIsNotStaged_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("code");
    const QString limit = QStringLiteral("kv-limit");
    QTest::newRow("the largest value")
        << QByteArray("\4k") << QByteArray(131'072, 'x') << QStringLiteral("ok");
    QTest::newRow("a larger value") << QByteArray("\4k") << QByteArray(131'073, 'x') << limit;
    QTest::newRow("the longest key")
        << QByteArray(2046, '\4') << QByteArray() << QStringLiteral("ok");
    QTest::newRow("a longer key") << QByteArray(2047, '\4') << QByteArray() << limit;
    QTest::newRow("rivetkit's own")
        << QByteArray("\5\1\1") << QByteArray("x") << QStringLiteral("not-supported");
    QTest::newRow("a secret") << QByteArray("\3") << QByteArray("x")
                              << QStringLiteral("not-supported");
    QTest::newRow("a state that is none")
        << State << QByteArray("x") << QStringLiteral("no-version-header");
}

void StagedEditsTest::whatCannotBeAppliedIsNotStaged()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QString, code);
    StagedEdits edits;
    QCOMPARE(outcomeOf(edits.stage({key, QByteArray("before"), value})), code);
    QCOMPARE(edits.canUndo(), code == QLatin1String("ok"));
}

void StagedEditsTest::whatWasStagedWhileApplyingStays()
{
    StagedEdits edits;
    QVERIFY(edits.stage(change("a", "1", "2")));
    QVERIFY(edits.stage(change("b", "1", "2")));
    const KvEdit applying = edits.edit();
    QVERIFY(edits.stage(change("b", "1", "3")));
    QVERIFY(edits.stage(change("c", "1", "2")));
    edits.forget(applying);
    QCOMPARE(edits.changes(), (QList<KvChange>{change("b", "2", "3"), change("c", "1", "2")}));
}

void StagedEditsTest::mineIsBasedOnWhatIsThereNow()
{
    StagedEdits edits;
    QVERIFY(edits.stage(change("a", "1", "2")));
    QVERIFY(edits.stage(change("b", "1", std::nullopt)));
    QVERIFY(edits.rebase({"\4a", QByteArray("theirs")}));
    QVERIFY(edits.rebase({"\4b", std::nullopt}));
    QVERIFY(edits.rebase({"\4never staged", std::nullopt}));
    QCOMPARE(edits.changes(), QList<KvChange>{change("a", "theirs", "2")});
}

void StagedEditsTest::aStateKeepsTheScheduleThatIsThereNow()
{
    StagedEdits edits;
    const QByteArray before = recordOf("\x01");
    const QByteArray theirs =
        recordOf("\x02", {{QStringLiteral("e"), 7, QStringLiteral("tick"), std::nullopt}});
    QVERIFY(edits.stage({State, before, *withState(before, "\x03")}));
    QVERIFY(edits.stage({State, before, *withState(before, "\x04")}));
    QVERIFY(edits.rebase({State, theirs}));
    QCOMPARE(edits.find(State).value(), (KvChange{State, theirs, *withState(theirs, "\x04")}));
    edits.undo();
    QCOMPARE(edits.find(State).value(), (KvChange{State, theirs, *withState(theirs, "\x03")}));
}

void StagedEditsTest::aStateThatIsGoneIsNotBroughtBack()
{
    StagedEdits edits;
    const QByteArray before = recordOf("\x01");
    QVERIFY(edits.stage({State, before, recordOf("\x03")}));
    const StagedEdits unchanged = edits;
    QCOMPARE(outcomeOf(edits.rebase({State, std::nullopt})), QStringLiteral("not-found"));
    QCOMPARE(outcomeOf(edits.rebase({State, QByteArray("\0\0\0", 3)})),
             QStringLiteral("unsupported-version"));
    QCOMPARE(edits, unchanged);
}

QTEST_GUILESS_MAIN(StagedEditsTest)
#include "StagedEditsTest.moc"
