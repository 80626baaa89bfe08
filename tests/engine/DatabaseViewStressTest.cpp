#include "DatabaseView.h"
#include "FolderSnapshot.h"
#include "KvSelect.h"
#include "OrdinaryUser.h"
#include "Outcome.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QSet>
#include <QTest>

using namespace greenroom;

/// Reading while another process opens, writes and closes the database as fast as it can, so that
/// its -wal and -shm come and go all the time.
class DatabaseViewStressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyAnswerIsOneState_data();
    void everyAnswerIsOneState();
};

void DatabaseViewStressTest::everyAnswerIsOneState_data()
{
    QTest::addColumn<bool>("logStays"); // a second process keeps the log from being removed
    QTest::addColumn<bool>("ordinary"); // root takes another way to a database nobody has open
    QTest::newRow("the log comes and goes") << false << false;
    QTest::newRow("the log stays") << true << false;
    QTest::newRow("the log comes and goes, not as root") << false << true;
}

void DatabaseViewStressTest::everyAnswerIsOneState()
{
    QFETCH(bool, logStays);
    QFETCH(bool, ordinary);
    constexpr int Rounds = 15;
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("a.db"));
    SqlProcess writer(path);
    for (const QString &sql :
         {QStringLiteral("PRAGMA journal_mode=WAL"),
          QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)"),
          QStringLiteral("WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n "
                         "WHERE i < 40) INSERT INTO kv SELECT CAST(i AS BLOB), "
                         "CAST('000000000' AS BLOB) || zeroblob(1500) FROM n")})
        QCOMPARE(writer.run(sql), QString());
    std::unique_ptr<SqlProcess> keeper;
    if (logStays) {
        keeper = std::make_unique<SqlProcess>(path);
        QCOMPARE(keeper->run(QStringLiteral("SELECT count(*) FROM kv")), QString());
    }

    // We could write and create every file: SQLite gives -wal and -shm the database's permissions.
    folder.allow(StorageFolder::Everything);
    QVERIFY(QFile::setPermissions(path, QFileDevice::Permissions(0x6666)));
    QCOMPARE(writer.run(QStringLiteral(".churn 1")), QString());
    const std::unique_ptr<OrdinaryUser> user(ordinary ? new OrdinaryUser : nullptr);
    if (user && !user->is())
        QSKIP("cannot become an ordinary user");

    int answers = 0;
    QSet<QByteArray> states;
    QByteArray newest;
    const auto readOnce = [&] {
        QSet<QByteArray> numbers;
        qsizetype rows = 0;
        const Result<void> read =
            readDatabase(path, [&](const SqlConnection &database) -> Result<void> {
                numbers.clear();
                const Result<KvPage> page = selectPage(database, {});
                if (!page)
                    return fail(page.error());
                rows = page->rows.size();
                for (const KvRow &row : page->rows)
                    numbers.insert(row.value.first(9));
                return {};
            });
        QVERIFY2(read, qPrintable(messageOf(read)));
        QCOMPARE(rows, 40);
        QCOMPARE(numbers.size(), 1); // two numbers: half of a transaction
        QVERIFY2(*numbers.begin() >= newest, "an older state came back");
        newest = *numbers.begin();
        states.insert(newest);
        ++answers;
    };
    for (int round = 0; round < Rounds; ++round) {
        writer.start(QStringLiteral(".churn 100"));
        while (!writer.hasAnswered()) {
            readOnce();
            if (QTest::currentTestFailed())
                return;
        }
        QCOMPARE(writer.answer(), QString());
        // Nobody is at work now. The writer leaves both files if the reader was there when it
        // closed; one of them alone would be ours.
        QCOMPARE(QFile::exists(StorageLayout::walOf(path)),
                 QFile::exists(StorageLayout::shmOf(path)));
    }
    QCOMPARE_GE(answers, Rounds);
    QCOMPARE_GE(states.size(), 2);

    // With no reader about, the last one to close takes both files along.
    keeper.reset();
    QCOMPARE(writer.run(QStringLiteral("UPDATE kv SET value = value")), QString());
    writer.close();
    QCOMPARE(FolderSnapshot::of(folder.path()).names(),
             (QStringList{QStringLiteral("."), QStringLiteral("a.db")}));
}

QTEST_GUILESS_MAIN(DatabaseViewStressTest)
#include "DatabaseViewStressTest.moc"
