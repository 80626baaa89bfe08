#include "DatabaseHolders.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QTest>

#ifdef Q_OS_LINUX
#    include <sched.h>
#endif

using namespace greenroom;

class DatabaseHoldersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theKernelsListIsTakenApart();
    void linesOfAnotherKindArePassedOver_data();
    void linesOfAnotherKindArePassedOver();
    void aProcessThatHasItOpenIsFound();
    void aProcessWithoutTheSharedMemoryIsFound();
    void ourselvesDoNotCount();
    void anotherProcessIsFoundBesideUs();
    void aMissingDatabaseIsHeldByNobody();
    void aHolderIsToldInWords();
};

namespace {

const QString Setup[] = {
    QStringLiteral("PRAGMA journal_mode=WAL"),
    QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)"),
    QStringLiteral("INSERT INTO kv VALUES (x'01', x'02')")};

} // namespace

void DatabaseHoldersTest::theKernelsListIsTakenApart()
{
    const auto pids = DatabaseHolders::parseLocks(
        "1: POSIX  ADVISORY  READ 7064 fe:00:10971147 128 128\n"
        "2: POSIX  ADVISORY  READ 7064 fe:00:10971140 1073741826 1073742335\n"
        "2: -> POSIX  ADVISORY  WRITE 9999 fe:00:10971140 0 EOF\n"
        "3: FLOCK  ADVISORY  WRITE 812 00:19:1234 0 EOF\n"
        "4: POSIX  ADVISORY  WRITE 42 00:2d:18446744073709551615 0 EOF\n");
    QCOMPARE(pids, (QHash<quint64, qint64>{
                       {10971147, 7064}, {10971140, 7064}, {18446744073709551615u, 42}}));
}

void DatabaseHoldersTest::linesOfAnotherKindArePassedOver_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char *line :
         {"", "\n", "1:", "1: POSIX", "1: FLOCK  ADVISORY  WRITE 812 00:19:1234 0 EOF",
          "1: OFDLCK ADVISORY  READ -1 00:06:1028 0 EOF",
          "1: POSIX  ADVISORY  READ -1 00:06:1028 0 EOF",
          "1: POSIX  ADVISORY  READ 0 00:06:1028 0 EOF",
          "1: POSIX  ADVISORY  READ 7 <none>:0 0 EOF",
          "1: POSIX  ADVISORY  READ seven 00:06:1028 0 EOF",
          "1: -> POSIX  ADVISORY  WRITE 9999 fe:00:10971140 0 EOF",
          "1: LEASE  ACTIVE    READ 8 00:06:1028 0 EOF"})
        QTest::newRow(line) << QByteArray(line);
}

void DatabaseHoldersTest::linesOfAnotherKindArePassedOver()
{
    QFETCH(QByteArray, line);
    QCOMPARE(DatabaseHolders::parseLocks(line), (QHash<quint64, qint64>()));
}

void DatabaseHoldersTest::aProcessThatHasItOpenIsFound()
{
    if (!DatabaseHolders::now().isKnown())
        QSKIP("this system does not tell who holds a lock");
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    SqlProcess child(path);
    for (const QString &sql : Setup)
        QCOMPARE(child.run(sql), QString());
    const std::optional<Holder> holder = DatabaseHolders::now().holderOf(path);
    QVERIFY(holder);
    QCOMPARE(holder->pid, child.pid());
    QCOMPARE(holder->program, QStringLiteral("greenroom_sql_child").first(15)); // the kernel's cut
    child.close();
    QVERIFY(!DatabaseHolders::now().holderOf(path));
}

void DatabaseHoldersTest::aProcessWithoutTheSharedMemoryIsFound()
{
    if (!DatabaseHolders::now().isKnown())
        QSKIP("this system does not tell who holds a lock");
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    SqlProcess child(path);
    for (const QString &sql : {Setup[1], QStringLiteral("BEGIN EXCLUSIVE")})
        QCOMPARE(child.run(sql), QString());
    const std::optional<Holder> holder = DatabaseHolders::now().holderOf(path);
    QVERIFY(holder);
    QCOMPARE(holder->pid, child.pid());
    child.crash();
    QVERIFY(!DatabaseHolders::now().holderOf(path));
}

void DatabaseHoldersTest::ourselvesDoNotCount()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    RawDatabase own(path);
    for (const QString &sql : Setup)
        QCOMPARE(own.run(sql), QString());
    QVERIFY(!DatabaseHolders::now().holderOf(path));
}

void DatabaseHoldersTest::anotherProcessIsFoundBesideUs()
{
    if (!DatabaseHolders::now().isKnown())
        QSKIP("this system does not tell who holds a lock");
#ifdef Q_OS_LINUX
    // The kernel lists locks processor by processor, the newest first: on one of them the order
    // of the lines is ours to choose.
    cpu_set_t all, first;
    QCOMPARE(sched_getaffinity(0, sizeof(all), &all), 0);
    CPU_ZERO(&first);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&first) == 0; ++cpu) {
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &first);
    }
    sched_setaffinity(0, sizeof(first), &first);
#endif
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    RawDatabase own(path); // our locks first, then the other process's
    for (const QString &sql : Setup)
        QCOMPARE(own.run(sql), QString());
    SqlProcess child(path);
    QCOMPARE(child.run(QStringLiteral("SELECT * FROM kv")), QString());
    const std::optional<Holder> holder = DatabaseHolders::now().holderOf(path);
#ifdef Q_OS_LINUX
    sched_setaffinity(0, sizeof(all), &all);
#endif
    QVERIFY(holder);
    QCOMPARE(holder->pid, child.pid());
}

void DatabaseHoldersTest::aMissingDatabaseIsHeldByNobody()
{
    const StorageFolder folder;
    QVERIFY(!DatabaseHolders::now().holderOf(folder.path(QStringLiteral("none.db"))));
}

void DatabaseHoldersTest::aHolderIsToldInWords()
{
    QCOMPARE((Holder{4711, QStringLiteral("node")}).text(), QStringLiteral("node (process 4711)"));
    QCOMPARE((Holder{4711, QString()}).text(), QStringLiteral("process 4711"));
}

QTEST_GUILESS_MAIN(DatabaseHoldersTest)
#include "DatabaseHoldersTest.moc"
