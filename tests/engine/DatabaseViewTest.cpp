#include "DatabaseView.h"
#include "FolderSnapshot.h"
#include "KvSelect.h"
#include "OrdinaryUser.h"
#include "Outcome.h"
#include "SqlProcess.h"
#include "StorageFolder.h"
#include "TableContent.h"

#include <QDir>
#include <QTest>
#include <QtEndian>

using namespace greenroom;

/// Each row of the findings on reading another program's database: the right rows, and no trace.
class DatabaseViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void aCleanDatabaseIsRead();
    void aCrashedDatabaseIsReadThroughItsWal();
    void anOrdinaryUserLeavesNoTraceEither_data();
    void anOrdinaryUserLeavesNoTraceEither();
    void aLiveWriterIsFollowed();
    void aLiveWritersOpenTransactionIsNotSeen();
    void aWalWithoutItsSharedMemoryIsRead();
    void aBadSharedMemoryIsNoHindrance_data();
    void aBadSharedMemoryIsNoHindrance();
    void anIndexThatItsWriterMustRebuildIsWaitedFor();
    void anEmptyWalBesideACleanDatabaseIsRead();
    void aHotJournalIsRolledBackInACopy();
    void aSuperJournalIsNotFollowed();
    void aColdJournalIsNoHindrance();
    void aZeroByteDatabaseKeepsItsWal_data();
    void aZeroByteDatabaseKeepsItsWal();
    void aReadOnlyFolderIsRead_data();
    void aReadOnlyFolderIsRead();
    void aPathIsTakenAsItIs_data();
    void aPathIsTakenAsItIs();

private:
    [[nodiscard]] QString path(const char *name = "a.db") const
    {
        return m_folder->path(QString::fromUtf8(name));
    }
    /// Reads and compares the folder before and after.
    void read(const QString &path, const QString &content) const;
    void fill(SqlProcess &writer) const;
    void letEveryoneWrite() const;

    std::unique_ptr<StorageFolder> m_folder;
};

namespace {

const QString Create =
    QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
const QString Wal = QStringLiteral("PRAGMA journal_mode=WAL");

QString insert(const char *value)
{
    return QStringLiteral("INSERT INTO kv VALUES (CAST('%1' AS BLOB), CAST('%1' AS BLOB))")
        .arg(QString::fromUtf8(value));
}

} // namespace

void DatabaseViewTest::init()
{
    m_folder = std::make_unique<StorageFolder>();
}

void DatabaseViewTest::read(const QString &path, const QString &content) const
{
    const auto before = FolderSnapshot::of(m_folder->path());
    for (int i = 0; i < 3; ++i)
        QCOMPARE(contentOf(path), content);
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void DatabaseViewTest::fill(SqlProcess &writer) const
{
    for (const QString &sql : {Wal, Create, insert("one"), insert("two")})
        QCOMPARE(writer.run(sql), QString());
}

void DatabaseViewTest::letEveryoneWrite() const
{
    m_folder->allow(StorageFolder::Everything);
    for (const QString &name : FolderSnapshot::of(m_folder->path()).names()) {
        if (name != QStringLiteral("."))
            QVERIFY(QFile::setPermissions(m_folder->path(name), QFileDevice::Permissions(0x6666)));
    }
}

void DatabaseViewTest::aCleanDatabaseIsRead()
{
    SqlProcess writer(path());
    fill(writer);
    writer.close();
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names().size(), 2);
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::aCrashedDatabaseIsReadThroughItsWal()
{
    SqlProcess writer(path());
    fill(writer);
    writer.crash();
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names().size(), 4);
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::anOrdinaryUserLeavesNoTraceEither_data()
{
    QTest::addColumn<QString>("end");
    for (const char *end : {"closed", "crashed", "alive"})
        QTest::newRow(end) << QString::fromUtf8(end);
}

void DatabaseViewTest::anOrdinaryUserLeavesNoTraceEither()
{
    QFETCH(QString, end);
    SqlProcess writer(path());
    fill(writer);
    letEveryoneWrite();
    if (end == QStringLiteral("closed"))
        writer.close();
    if (end == QStringLiteral("crashed"))
        writer.crash();
    const OrdinaryUser user;
    if (!user.is())
        QSKIP("cannot become an ordinary user");
    QVERIFY(QFile(path("a.db")).open(QIODevice::ReadWrite)); // nothing but our care prevents it
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::aLiveWriterIsFollowed()
{
    SqlProcess writer(path());
    fill(writer);
    read(path(), QStringLiteral("one two "));
    QCOMPARE(writer.run(insert("zoo")), QString());
    read(path(), QStringLiteral("one two zoo "));
    // Nothing of ours is left open that would pin the writer's log.
    QCOMPARE(writer.run(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")), QString());
    QCOMPARE(QFileInfo(path("a.db-wal")).size(), 0);
    read(path(), QStringLiteral("one two zoo "));
    QCOMPARE(writer.run(insert("zzz")), QString());
    read(path(), QStringLiteral("one two zoo zzz "));
    writer.close();
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names().size(), 2);
    read(path(), QStringLiteral("one two zoo zzz "));
}

void DatabaseViewTest::aLiveWritersOpenTransactionIsNotSeen()
{
    SqlProcess writer(path());
    fill(writer);
    QCOMPARE(writer.run(QStringLiteral("BEGIN IMMEDIATE")), QString());
    QCOMPARE(writer.run(insert("zoo")), QString());
    read(path(), QStringLiteral("one two "));
    QCOMPARE(writer.run(QStringLiteral("COMMIT")), QString()); // not kept from it by the reader
    read(path(), QStringLiteral("one two zoo "));
}

void DatabaseViewTest::aWalWithoutItsSharedMemoryIsRead()
{
    SqlProcess writer(path());
    fill(writer);
    writer.crash();
    QVERIFY(QFile::remove(path("a.db-shm")));
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::aBadSharedMemoryIsNoHindrance_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(32768, '\0');
    QTest::newRow("garbage") << QByteArray(32768, 'x');
    QTest::newRow("short") << QByteArray(100, 'x');
}

void DatabaseViewTest::aBadSharedMemoryIsNoHindrance()
{
    QFETCH(QByteArray, bytes);
    SqlProcess writer(path());
    fill(writer);
    writer.crash();
    m_folder->write("a.db-shm", bytes);
    letEveryoneWrite();
    const OrdinaryUser user;
    if (!user.is())
        QSKIP("cannot become an ordinary user");
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::anIndexThatItsWriterMustRebuildIsWaitedFor()
{
    SqlProcess writer(path());
    fill(writer);
    // As in the moment between a writer's making of -shm and its filling: a reader may not do it.
    QFile shm(path("a.db-shm"));
    QVERIFY(shm.open(QIODevice::ReadWrite));
    QCOMPARE(shm.write(QByteArray(136, '\0')), 136);
    shm.close();
    qsizetype rows = 0;
    int readings = 0;
    const Result<void> read =
        readDatabase(path(), [&](const SqlConnection &database) -> Result<void> {
            ++readings;
            const Result<KvPage> page = selectPage(database, {});
            if (!page) {
                writer.run(QStringLiteral("SELECT * FROM kv")); // rebuilds it
                return fail(page.error());
            }
            rows = page->rows.size();
            return {};
        });
    QVERIFY2(read, qPrintable(messageOf(read)));
    QCOMPARE(rows, 2);
    QCOMPARE_GE(readings, 2);
}

void DatabaseViewTest::anEmptyWalBesideACleanDatabaseIsRead()
{
    SqlProcess writer(path());
    fill(writer);
    writer.close();
    m_folder->write("a.db-wal", "");
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::aHotJournalIsRolledBackInACopy()
{
    SqlProcess writer(path());
    for (const QString &sql :
         {QStringLiteral("PRAGMA cache_size=1"), Create, insert("one"), insert("two"),
          QStringLiteral("BEGIN IMMEDIATE"), QStringLiteral("UPDATE kv SET value = x'7878'")})
        QCOMPARE(writer.run(sql), QString());
    // So much that pages of the transaction spill into the database file before it commits.
    QCOMPARE(writer.run(QStringLiteral("WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 "
                                       "FROM n WHERE i < 200) INSERT INTO kv "
                                       "SELECT i, zeroblob(4000) FROM n")),
             QString());
    writer.crash();
    QVERIFY(QFileInfo(path("a.db-journal")).size() > 0);
    QVERIFY(m_folder->read(QStringLiteral("a.db")).size() > 100'000);
    read(path(), QStringLiteral("one two "));
}

/// SQLite would open the file that the journal names, and could delete it.
void DatabaseViewTest::aSuperJournalIsNotFollowed()
{
    SqlProcess writer(path());
    for (const QString &sql : {QStringLiteral("PRAGMA cache_size=1"), Create, insert("one"),
                               QStringLiteral("BEGIN IMMEDIATE")})
        QCOMPARE(writer.run(sql), QString());
    QCOMPARE(writer.run(QStringLiteral("WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 "
                                       "FROM n WHERE i < 200) INSERT INTO kv "
                                       "SELECT i, zeroblob(4000) FROM n")),
             QString());
    writer.crash();
    m_folder->write("victim", "a user's own file");
    const QByteArray victim = path("victim").toUtf8();
    const auto number = [](quint32 value) {
        const quint32 big = qToBigEndian(value);
        return QByteArray(reinterpret_cast<const char *>(&big), sizeof big);
    };
    quint32 checksum = 0;
    for (const char c : victim)
        checksum += quint32(int(c));
    const QByteArray journal = m_folder->read(QStringLiteral("a.db-journal"));
    m_folder->write("a.db-journal", journal + number((1 << 30) / 4096 + 1) + victim +
                                        number(quint32(victim.size())) + number(checksum) +
                                        QByteArray::fromHex("d9d505f920a163d7"));
    read(path(), QStringLiteral("one "));
    QCOMPARE(m_folder->read(QStringLiteral("victim")), QByteArray("a user's own file"));
}

void DatabaseViewTest::aColdJournalIsNoHindrance()
{
    SqlProcess writer(path());
    for (const QString &sql :
         {QStringLiteral("PRAGMA journal_mode=PERSIST"), Create, insert("one"), insert("two")})
        QCOMPARE(writer.run(sql), QString());
    writer.close();
    QVERIFY(QFileInfo(path("a.db-journal")).size() > 0);
    read(path(), QStringLiteral("one two "));
}

void DatabaseViewTest::aZeroByteDatabaseKeepsItsWal_data()
{
    QTest::addColumn<bool>("ordinary"); // a way that root may not take
    QTest::newRow("as we are") << false;
    QTest::newRow("as an ordinary user") << true;
}

void DatabaseViewTest::aZeroByteDatabaseKeepsItsWal()
{
    QFETCH(bool, ordinary);
    SqlProcess writer(path());
    fill(writer);
    writer.crash();
    m_folder->write("a.db", ""); // as after a power cut; SQLite itself would now delete the -wal
    letEveryoneWrite();
    const std::unique_ptr<OrdinaryUser> user(ordinary ? new OrdinaryUser : nullptr);
    if (user && !user->is())
        QSKIP("cannot become an ordinary user");
    read(path(), QStringLiteral("no-such-table"));
}

void DatabaseViewTest::aReadOnlyFolderIsRead_data()
{
    QTest::addColumn<bool>("crashed");
    QTest::addColumn<bool>("noSharedMemory");
    QTest::newRow("closed") << false << false;
    QTest::newRow("crashed") << true << false;
    QTest::newRow("crashed, without -shm") << true << true;
}

void DatabaseViewTest::aReadOnlyFolderIsRead()
{
#ifdef Q_OS_UNIX
    QFETCH(bool, crashed);
    QFETCH(bool, noSharedMemory);
    SqlProcess writer(path());
    fill(writer);
    if (crashed)
        writer.crash();
    else
        writer.close();
    if (noSharedMemory)
        QVERIFY(QFile::remove(path("a.db-shm")));
    m_folder->allow(StorageFolder::Reading);
    const OrdinaryUser user;
    if (!user.is())
        QSKIP("cannot become an ordinary user");
    QVERIFY(!QFile(path("probe")).open(QIODevice::WriteOnly));
    read(path(), QStringLiteral("one two "));
#else
    QSKIP("folders cannot be made read-only here");
#endif
}

void DatabaseViewTest::aPathIsTakenAsItIs_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"a b.db", "50%25.db", "what?mode=rw#x.db", "é🦀.db", "a&b=c.db"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void DatabaseViewTest::aPathIsTakenAsItIs()
{
    QFETCH(QString, name);
    const QString path = m_folder->path(name);
    SqlProcess writer(path);
    fill(writer);
    read(path, QStringLiteral("one two "));
    writer.close();
    read(path, QStringLiteral("one two "));
}

QTEST_GUILESS_MAIN(DatabaseViewTest)
#include "DatabaseViewTest.moc"
