#include "DatabaseView.h"
#include "FolderSnapshot.h"
#include "Outcome.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StorageFolder.h"
#include "TableContent.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#ifdef Q_OS_UNIX
#    include <sys/stat.h>
#endif

using namespace greenroom;

/// What reading says when there is nothing to read, or it may not be read now.
class DatabaseViewFailureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<StorageFolder>(); }

    void whatIsNoDatabaseHasItsCode_data();
    void whatIsNoDatabaseHasItsCode();
    void aPipeInItsPlaceDoesNotBlock();
    void aFailedReadingIsToldOfItsFile();
    void aCancelledReadingReadsNothing();
    void waitingIsCancelled();
    void aDatabaseThatStaysLockedIsBusy();

private:
    [[nodiscard]] QString path(const char *name = "a.db") const
    {
        return m_folder->path(QString::fromUtf8(name));
    }

    std::unique_ptr<StorageFolder> m_folder;
};

namespace {

const QString Create =
    QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
const QString Insert = QStringLiteral("INSERT INTO kv VALUES (x'01', x'02')");

} // namespace

void DatabaseViewFailureTest::whatIsNoDatabaseHasItsCode_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    for (const auto &[name, code] :
         {std::pair("missing", "not-found"), std::pair("folder", "is-a-directory"),
          std::pair("text", "not-a-database"), std::pair("empty", "no-such-table"),
          std::pair("short", "not-a-database"), std::pair("truncated", "corrupt-database")})
        QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(code);
}

void DatabaseViewFailureTest::whatIsNoDatabaseHasItsCode()
{
    QFETCH(QString, name);
    QVERIFY(QDir().mkpath(path("folder")));
    m_folder->write("text", QByteArray(5000, 't'));
    m_folder->write("empty", "");
    m_folder->write("short", "SQLite format 3");
    RawDatabase(path("truncated")).run(Create);
    RawDatabase(path("truncated")).run(Insert);
    QVERIFY(QFile::resize(path("truncated"), 6000));
    QFETCH(QString, code);
    const auto before = FolderSnapshot::of(m_folder->path());
    QCOMPARE(contentOf(m_folder->path(name)), code);
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void DatabaseViewFailureTest::aPipeInItsPlaceDoesNotBlock()
{
#ifdef Q_OS_UNIX
    QCOMPARE(::mkfifo(qPrintable(path()), 0600), 0);
    QCOMPARE(contentOf(path()), QStringLiteral("not-a-database"));
#else
    QSKIP("there are no named pipes in folders here");
#endif
}

void DatabaseViewFailureTest::aFailedReadingIsToldOfItsFile()
{
    RawDatabase(path()).run(Create);
    const Result<void> read = readDatabase(path(), [](const SqlConnection &) -> Result<void> {
        return fail(ErrorCode::KvLimit, QStringLiteral("the reason"));
    });
    QCOMPARE(outcomeOf(read), QStringLiteral("kv-limit"));
    QVERIFY(messageOf(read).contains(path()));
    QVERIFY(messageOf(read).endsWith(QStringLiteral("the reason")));
}

void DatabaseViewFailureTest::aCancelledReadingReadsNothing()
{
    RawDatabase(path()).run(Create);
    std::stop_source stop;
    stop.request_stop();
    bool called = false;
    const Result<void> read = readDatabase(
        path(),
        [&](const SqlConnection &) -> Result<void> {
            called = true;
            return {};
        },
        stop.get_token());
    QCOMPARE(outcomeOf(read), QStringLiteral("cancelled"));
    QVERIFY(!called);
}

void DatabaseViewFailureTest::waitingIsCancelled()
{
    SqlProcess writer(path()); // who lives may yet release its lock
    for (const QString &sql : {QStringLiteral("PRAGMA journal_mode=WAL"), Create, Insert})
        QCOMPARE(writer.run(sql), QString());
    std::stop_source stop;
    int readings = 0;
    const Result<void> read = readDatabase(
        path(),
        [&](const SqlConnection &) -> Result<void> {
            if (++readings == 3)
                stop.request_stop();
            return fail(ErrorCode::DatabaseBusy, QStringLiteral("locked"));
        },
        stop.get_token());
    QCOMPARE(outcomeOf(read), QStringLiteral("cancelled"));
    QCOMPARE(readings, 3);
}

void DatabaseViewFailureTest::aDatabaseThatStaysLockedIsBusy()
{
    SqlProcess writer(path());
    for (const QString &sql : {QStringLiteral("PRAGMA locking_mode=EXCLUSIVE"),
                               QStringLiteral("PRAGMA journal_mode=WAL"), Create, Insert})
        QCOMPARE(writer.run(sql), QString());
    m_folder->write("a.db-shm", ""); // the writer uses none in this mode
    QElapsedTimer time;
    time.start();
    const auto before = FolderSnapshot::of(m_folder->path());
    QCOMPARE(contentOf(path()), QStringLiteral("database-busy"));
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
    QCOMPARE_GE(time.elapsed(), 4'000);
    QCOMPARE_LT(time.elapsed(), 10'000);
}

QTEST_GUILESS_MAIN(DatabaseViewFailureTest)
#include "DatabaseViewFailureTest.moc"
