#include "ActorDatabase.h"
#include "Outcome.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QElapsedTimer>
#include <QTest>

using namespace greenroom;

/// What ActorDatabase does beside other processes and in files that are not its own.
class ActorDatabaseLockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTableOfAnotherShapeIsRefused_data();
    void aTableOfAnotherShapeIsRefused();
    void aRefusedFileKeepsEveryByte();
    void whatIsNoDatabaseIsRefused_data();
    void whatIsNoDatabaseIsRefused();
    void anotherProcessesLockIsWaitedFor();
    void aLockThatNeverGoesIsBusy();
    void anotherProcessSeesEachAnsweredPut();
};

void ActorDatabaseLockTest::aTableOfAnotherShapeIsRefused_data()
{
    QTest::addColumn<QString>("schema");
    QTest::newRow("S52") << QStringLiteral("CREATE TABLE kv (a INT)");
    QTest::newRow("other value") << QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY, v INT)");
}

void ActorDatabaseLockTest::aTableOfAnotherShapeIsRefused()
{
    QFETCH(QString, schema);
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    QCOMPARE(RawDatabase(path).run(schema), QString());
    QCOMPARE(RawDatabase(path).run(QStringLiteral("INSERT INTO kv DEFAULT VALUES")), QString());

    const auto opened = ActorDatabase::open(path, Durability::Process);
    QCOMPARE(outcomeOf(opened), QStringLiteral("no-such-column"));
    QVERIFY(messageOf(opened).contains(path));
    RawDatabase raw(path);
    QCOMPARE(raw.values(QStringLiteral("SELECT sql FROM sqlite_schema WHERE type = 'table'")),
             QVariantList{schema});
    QCOMPARE(raw.values(QStringLiteral("SELECT count(*) FROM kv")), QVariantList{1});
}

void ActorDatabaseLockTest::aRefusedFileKeepsEveryByte()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    QCOMPARE(RawDatabase(path).run(QStringLiteral("CREATE TABLE kv (a INT)")), QString());
    const QByteArray before = folder.read(QStringLiteral("a.db"));
    QCOMPARE(outcomeOf(ActorDatabase::open(path, Durability::Process)),
             QStringLiteral("no-such-column"));
    QVERIFY2(folder.read(QStringLiteral("a.db")) == before,
             "another program's database was changed before it was refused");
}

void ActorDatabaseLockTest::whatIsNoDatabaseIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("text") << QByteArray(5000, 't') << QStringLiteral("not-a-database");
    QTest::newRow("empty is a new one") << QByteArray() << QStringLiteral("ok");
}

void ActorDatabaseLockTest::whatIsNoDatabaseIsRefused()
{
    QFETCH(QByteArray, bytes);
    const StorageFolder folder;
    folder.write("a.db", bytes);
    QTEST(outcomeOf(ActorDatabase::open(folder.path(QStringLiteral("a.db")), Durability::Process)),
          "code");
    QCOMPARE(folder.read(QStringLiteral("a.db")).first(bytes.size()), bytes);
}

void ActorDatabaseLockTest::anotherProcessesLockIsWaitedFor()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    auto database = ActorDatabase::open(path, Durability::Process);
    QCOMPARE(outcomeOf(database), QStringLiteral("ok"));
    SqlProcess other(path);
    QCOMPARE(other.run(QStringLiteral("BEGIN IMMEDIATE")), QString());
    QCOMPARE(other.run(QStringLiteral("INSERT INTO kv VALUES (x'01', x'01')")), QString());
    // The other process holds the lock for some 300 ms more: this statement computes so long.
    other.start(QStringLiteral("WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n "
                               "WHERE i < 600000) SELECT sum(length(hex(randomblob(9)))) FROM n"));
    other.start(QStringLiteral("COMMIT"));
    QCOMPARE(outcomeOf((*database)->put({{"k", "v"}})), QStringLiteral("ok"));
    QCOMPARE(other.answer(), QString());
    QCOMPARE(other.answer(), QString());
    QCOMPARE(*(*database)->totals(), (KvTotals{2, 4}));
}

void ActorDatabaseLockTest::aLockThatNeverGoesIsBusy()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    auto database = ActorDatabase::open(path, Durability::Process);
    QCOMPARE(outcomeOf(database), QStringLiteral("ok"));
    SqlProcess other(path);
    QCOMPARE(other.run(QStringLiteral("BEGIN IMMEDIATE")), QString());
    QElapsedTimer time;
    time.start();
    QCOMPARE(outcomeOf((*database)->put({{"k", "v"}})), QStringLiteral("database-busy"));
    QCOMPARE_GE(time.elapsed(), 4'000);
    QCOMPARE_LT(time.elapsed(), 8'000);
    // Reading needs no lock, and the failure leaves nothing behind.
    QVERIFY(!(*database)->get({"k"})->first());
    QCOMPARE(other.run(QStringLiteral("ROLLBACK")), QString());
    QCOMPARE(outcomeOf((*database)->put({{"k", "v"}})), QStringLiteral("ok"));
}

void ActorDatabaseLockTest::anotherProcessSeesEachAnsweredPut()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    auto database = ActorDatabase::open(path, Durability::Power);
    QCOMPARE(outcomeOf(database), QStringLiteral("ok"));
    SqlProcess other(path);
    QCOMPARE(other.run(QStringLiteral("INSERT INTO kv VALUES (x'01', x'01')")), QString());
    QCOMPARE((*database)->get({"\1"})->first().value(), QByteArray("\1"));
    QCOMPARE(outcomeOf((*database)->put({{"\2", "\2"}})), QStringLiteral("ok"));
    // The insertion fails because the row of this process is there.
    QVERIFY(other.run(QStringLiteral("INSERT INTO kv VALUES (x'02', x'00')"))
                .contains(QStringLiteral("UNIQUE")));
}

QTEST_GUILESS_MAIN(ActorDatabaseLockTest)
#include "ActorDatabaseLockTest.moc"
