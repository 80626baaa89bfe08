#include "ActorParts.h"
#include "ActorState.h"
#include "EntryTable.h"
#include "Fixture.h"
#include "FolderSource.h"
#include "StoredActor.h"

#include <QTest>

using namespace greenroom;

/// What the parts of actors say, on folders that rivetkit has written and on damaged ones.
class PartTablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMessageOfEveryFixtureIsListed();
    void countersThatDoNotFitAreSaid();
    void aDamagedMessageSaysWhy();
    void aConnectionIsNamedByItsKey();
    void aWorkflowIsJudgedByWhatItsStepsHold();
    void aLoopsStepsStandBelowIt();
    void tracesAreListedRecordByRecord();
    void plansThatDoNotFitTheAlarmAreSaid_data();
    void plansThatDoNotFitTheAlarmAreSaid();
    void theStateIsReadWithItsPlans();
    void partsAreFoundByOneKeyEach();
};

namespace {

const QString Rich = QStringLiteral("v2.2.1-rich");

std::unique_ptr<FolderSource> openFixture(const QString &name)
{
    return std::move(*FolderSource::open(Fixture(name).path()));
}

ActorId idOf(const QString &text)
{
    return *ActorId::fromText(text);
}

DecodedRow rowOf(const char *keyHex, const char *valueHex)
{
    const QByteArray key = QByteArray::fromHex(keyHex);
    return {key, outlineOfEntry(key, QByteArray::fromHex(valueHex))};
}

template <class... Rows>
DecodedRows rowsOf(Rows... rows)
{
    DecodedRows all;
    (all.push_back(std::move(rows)), ...);
    return all;
}

QStringList textsOf(const EntryTableRow &row)
{
    QStringList texts;
    for (const EntryCell &cell : row.cells)
        texts << (cell.time ? QString::number(cell.time->ms) : cell.text);
    return texts;
}

/// All actors of the fixture that have an entry of this kind, with their number of them.
QMap<QString, int> actorsWith(const QString &fixture, const QString &kind)
{
    QMap<QString, int> found;
    for (const QJsonObject &actor : Fixture(fixture).actors()) {
        const QJsonArray rows = actor[QLatin1String("kv")][QLatin1String("entries")].toArray();
        for (const QJsonValue &row : rows) {
            if (row[QLatin1String("kind")].toString() == kind)
                ++found[actor[QLatin1String("id")].toString()];
        }
    }
    return found;
}

} // namespace

void PartTablesTest::everyMessageOfEveryFixtureIsListed()
{
    const auto source = openFixture(Rich);
    const QMap<QString, int> queues = actorsWith(Rich, QStringLiteral("queue-message"));
    QVERIFY(!queues.isEmpty());
    for (auto queue = queues.begin(); queue != queues.end(); ++queue) {
        const Result<EntryTable> table = readPart(*source, idOf(queue.key()), ActorPart::Queue);
        QVERIFY(table);
        QCOMPARE(table->rows.size(), qsizetype(queue.value()));
        QCOMPARE(table->problems, QStringList());
        for (const EntryTableRow &row : table->rows) {
            QCOMPARE(row.cells.size(), table->columns.size());
            QCOMPARE(row.problem, QString());
            QVERIFY(!row.cells[1].text.isEmpty());
            QVERIFY(row.cells[3].time);
        }
    }
}

void PartTablesTest::countersThatDoNotFitAreSaid()
{
    const char *message = "0400 0171 01f6 0500000000000000 00000000";
    const EntryTable table = queueTable(rowsOf(rowOf("050101", "0400 0200000000000000 05000000"),
                                               rowOf("0501020000000000000007", message)));
    QCOMPARE(table.rows.size(), 1);
    QCOMPARE(textsOf(table.rows[0]).first(4),
             (QStringList{QStringLiteral("7"), QStringLiteral("q"), QStringLiteral("null"),
                          QStringLiteral("5")}));
    QCOMPARE(table.problems.size(), 2);
    QVERIFY(table.problems[0].contains(QStringLiteral("says 5")));
    QVERIFY(table.problems[1].contains(QStringLiteral("number 2")));
    QCOMPARE(queueTable(rowsOf(rowOf("0501020000000000000007", message))).problems.size(), 1);
    QVERIFY(queueTable(rowsOf(rowOf("050101", "0900")))
                .problems.first()
                .contains(QStringLiteral("version 9")));
}

void PartTablesTest::aDamagedMessageSaysWhy()
{
    const EntryTable table = queueTable(rowsOf(rowOf("0501020000000000000007", "0400 05 71")));
    QCOMPARE(table.rows.size(), 1);
    QCOMPARE(table.rows[0].cells.first().text, QStringLiteral("7"));
    QVERIFY(table.rows[0].problem.contains(QStringLiteral("name at byte")));
}

void PartTablesTest::aConnectionIsNamedByItsKey()
{
    const char *record =
        "0300 0163 01f7 06b90001617301 01 0173 01020304 05060708 0102 ffff 02 2f61 00";
    const EntryTable table = connectionTable(
        rowsOf(rowOf("0263", record), rowOf("0264", record), rowOf("0265", "0900")));
    QCOMPARE(table.rows.size(), 3);
    QCOMPARE(textsOf(table.rows[0]),
             (QStringList{QStringLiteral("c"), QStringLiteral("/a"), QStringLiteral("undefined"),
                          table.rows[0].cells[3].text, QStringLiteral("s")}));
    QVERIFY(table.rows[0].cells[3].text.contains(QStringLiteral("s: 1")));
    QCOMPARE(table.rows[0].problem, QString());
    QVERIFY(table.rows[1].problem.contains(QStringLiteral("names connection \"c\"")));
    QVERIFY(table.rows[2].problem.contains(QStringLiteral("version 9")));
}

void PartTablesTest::aWorkflowIsJudgedByWhatItsStepsHold()
{
    // A step that ended while a parallel branch was stored: its metadata says "running" for ever.
    const char *ended = "0100 0165 01 00 00000000 00 01 02 1805 00";
    const char *pending = "0100 0166 01 00 01000000 00 00 00";
    const char *metadata = "0100 01 00 02000000 0100000000000000 0200000000000000 00 00 00";
    const EntryTable table =
        workflowTable(rowsOf(rowOf("0601150114", "73746570"), rowOf("06011501 1501", "6c6174"),
                             rowOf("0601150214", ended), rowOf("060115021501", pending),
                             rowOf("060115031501", "72756e6e696e67"),
                             rowOf("06011504026500", metadata), rowOf("06011504026600", metadata)));
    QCOMPARE(table.rows.size(), 2);
    QCOMPARE(textsOf(table.rows[0]).first(4),
             (QStringList{QStringLiteral("step"), QStringLiteral("step"),
                          QStringLiteral("completed"), QStringLiteral("5")}));
    QCOMPARE(table.rows[0].cells[6].text, QStringLiteral("2"));
    QCOMPARE(table.rows[1].cells[2].text, QStringLiteral("running"));
    QCOMPARE(table.summary, QStringList(QStringLiteral("Workflow: running")));
    QCOMPARE(table.problems, QStringList());
}

void PartTablesTest::aLoopsStepsStandBelowIt()
{
    const auto source = openFixture(Rich);
    const QMap<QString, int> workflows = actorsWith(Rich, QStringLiteral("workflow"));
    QSet<QString> kinds;
    int deepest = 0;
    for (const QString &id : workflows.keys()) {
        const Result<EntryTable> table = readPart(*source, idOf(id), ActorPart::Workflow);
        QVERIFY(table);
        for (const EntryTableRow &row : table->rows) {
            QCOMPARE(row.cells.size(), table->columns.size());
            QCOMPARE(row.problem, QString());
            QVERIFY2(!row.cells[2].text.isEmpty(), qPrintable(row.cells[0].text));
            kinds << row.cells[1].text;
            deepest = std::max(deepest, row.depth);
        }
    }
    for (const char *kind :
         {"step", "loop", "sleep", "message", "rollback checkpoint", "join", "race", "removed"})
        QVERIFY2(kinds.contains(QLatin1String(kind)), kind);
    QVERIFY(deepest >= 2);
}

void PartTablesTest::tracesAreListedRecordByRecord()
{
    const auto source = openFixture(Rich);
    const QMap<QString, int> traced = actorsWith(Rich, QStringLiteral("trace"));
    QVERIFY(!traced.isEmpty());
    qsizetype records = 0;
    for (const QString &id : traced.keys()) {
        const Result<EntryTable> table = readPart(*source, idOf(id), ActorPart::Traces);
        QVERIFY(table);
        for (const EntryTableRow &row : table->rows) {
            QVERIFY(row.cells[0].time);
            QVERIFY(row.cells[1].text.startsWith(QStringLiteral("Span")));
            QVERIFY(row.node != Outline::Root);
            ++records;
        }
    }
    QVERIFY(records > 50);
}

void PartTablesTest::plansThatDoNotFitTheAlarmAreSaid_data()
{
    QTest::addColumn<QList<qint64>>("calls");
    QTest::addColumn<qint64>("alarm"); // 0: none
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QList<qint64> &calls, qint64 alarm,
                        const char *said) {
        QTest::newRow(name) << calls << alarm << QString::fromUtf8(said);
    };
    row("no plans, no alarm", {}, 0, "");
    row("a call and its alarm", {5000}, 5000, "");
    row("the first of two", {5000, 9000}, 5000, "");
    row("a call without an alarm", {5000}, 0, "there is no alarm");
    row("an alarm too late", {5000}, 7000, "is later than");
    row("an alarm too early", {5000}, 3000, "is earlier than");
    row("an alarm without a call", {}, 3000, "no planned call");
}

void PartTablesTest::plansThatDoNotFitTheAlarmAreSaid()
{
    QFETCH(QList<qint64>, calls);
    QFETCH(qint64, alarm);
    QFETCH(QString, said);
    StorageFolder folder;
    PersistedActor actor;
    actor.hasInitialized = true;
    for (const qint64 at : calls)
        actor.scheduledEvents.append({QStringLiteral("e"), at, QStringLiteral("go"), {}});
    const ActorId id = storeActor(folder, QStringLiteral("a"), {}, actor);
    if (alarm)
        storeAlarm(folder, id, alarm);
    const auto source = FolderSource::open(folder.path());
    QVERIFY(source);
    const Result<std::optional<ActorState>> state = readActorState(**source, id);
    QVERIFY(state && *state);
    QCOMPARE((*state)->calls.size(), calls.size());
    QCOMPARE((*state)->disagreements.join(u'|').isEmpty(), said.isEmpty());
    QVERIFY2((*state)->disagreements.join(u'|').contains(said),
             qPrintable((*state)->disagreements.join(u'|')));
}

void PartTablesTest::theStateIsReadWithItsPlans()
{
    const auto source = openFixture(Rich);
    int planned = 0;
    for (const QJsonObject &actor : Fixture(Rich).actors()) {
        const Result<std::optional<ActorState>> state =
            readActorState(*source, idOf(actor[QLatin1String("id")].toString()));
        QVERIFY(state);
        if (!*state)
            continue;
        QVERIFY((*state)->state != NoNode);
        const EntryTable table = plannedCallTable(**state);
        QCOMPARE(table.rows.size(), (*state)->calls.size());
        planned += int(table.rows.size());
    }
    QVERIFY(planned > 0);
}

void PartTablesTest::partsAreFoundByOneKeyEach()
{
    const auto source = openFixture(Rich);
    const QMap<QString, int> traced = actorsWith(Rich, QStringLiteral("trace"));
    const QMap<QString, int> queued = actorsWith(Rich, QStringLiteral("queue-message"));
    const QMap<QString, int> workflows = actorsWith(Rich, QStringLiteral("workflow"));
    const QMap<QString, int> databases = actorsWith(Rich, QStringLiteral("sqlite-chunk"));
    for (const QJsonObject &actor : Fixture(Rich).actors()) {
        const QString id = actor[QLatin1String("id")].toString();
        const Result<ActorParts> parts = readActorParts(*source, idOf(id));
        QVERIFY(parts);
        QCOMPARE(parts->traces, traced.contains(id));
        QCOMPARE(parts->queue, queued.contains(id));
        QCOMPARE(parts->workflow, workflows.contains(id));
        QCOMPARE(parts->database, databases.contains(id));
    }
}

QTEST_GUILESS_MAIN(PartTablesTest)
#include "PartTablesTest.moc"
