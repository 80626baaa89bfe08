#include "RecordFile.h"
#include "FolderSnapshot.h"
#include "OrdinaryUser.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTest>

#ifdef Q_OS_UNIX
#    include <sys/stat.h>
#endif
#ifdef Q_OS_LINUX
#    include <sys/mount.h>
#endif

using namespace greenroom;

class RecordFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsReadWhole_data();
    void aFileIsReadWhole();
    void readingLeavesNoTrace();
    void aSmallFileTakesLittleMemory();
    void aMissingFileIsNotFound();
    void aFolderInItsPlaceIsSaid();
    void aPipeInItsPlaceDoesNotBlock();
    void aFileOver32MiBIsRefusedUnread();
    void aFileIsReplaced_data();
    void aFileIsReplaced();
    void replacingAFolderFailsAndLeavesNothing();
    void replacingInAMissingFolderFails();
    void replacingInAReadOnlyFolderKeepsTheOldFile();
    void aFolderThatMayNotBeEnteredIsNotEmpty();
    void replacingOnAFullDiskKeepsTheOldFile();
    void aFileIsRemoved();
    void removingAMissingFileIsFine();
    void removingAFolderFails();

private:
    [[nodiscard]] QString path() const { return m_folder->path(QStringLiteral("record")); }

    std::unique_ptr<StorageFolder> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<StorageFolder>(); }
};

void RecordFileTest::aFileIsReadWhole_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("NULs") << QByteArray("\3\0\0x\0", 5);
    QTest::newRow("32 MiB and the version") << QByteArray(2 + 32 * 1024 * 1024, 'x');
}

void RecordFileTest::aFileIsReadWhole()
{
    QFETCH(QByteArray, bytes);
    m_folder->write("record", bytes);
    const Result<QByteArray> read = readRecordFile(path());
    QCOMPARE(outcomeOf(read), QStringLiteral("ok"));
    QVERIFY(*read == bytes);
}

void RecordFileTest::readingLeavesNoTrace()
{
    m_folder->write("record", "bytes");
    const auto before = FolderSnapshot::of(m_folder->path());
    QCOMPARE(outcomeOf(readRecordFile(path())), QStringLiteral("ok"));
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void RecordFileTest::aSmallFileTakesLittleMemory()
{
    m_folder->write("record", "bytes");
    QCOMPARE_LT(readRecordFile(path())->capacity(), 1024 * 1024);
}

void RecordFileTest::aMissingFileIsNotFound()
{
    const Result<QByteArray> read = readRecordFile(path());
    QCOMPARE(outcomeOf(read), QStringLiteral("not-found"));
    QVERIFY(messageOf(read).contains(path()));
    QCOMPARE(outcomeOf(readRecordFile(m_folder->path(QStringLiteral("no/such")))),
             QStringLiteral("not-found"));
}

void RecordFileTest::aFolderInItsPlaceIsSaid()
{
    QVERIFY(QDir().mkpath(path()));
    QCOMPARE(outcomeOf(readRecordFile(path())), QStringLiteral("is-a-directory"));
}

void RecordFileTest::aPipeInItsPlaceDoesNotBlock()
{
#ifdef Q_OS_UNIX
    QCOMPARE(::mkfifo(qPrintable(path()), 0600), 0);
    QElapsedTimer time;
    time.start();
    QCOMPARE(outcomeOf(readRecordFile(path())), QStringLiteral("io-error"));
    QCOMPARE_LT(time.elapsed(), 2'000);
#else
    QSKIP("there are no named pipes in folders here");
#endif
}

void RecordFileTest::aFileOver32MiBIsRefusedUnread()
{
    m_folder->write("record", "");
    QFile file(path());
    QVERIFY(file.resize(qint64(1) << 40)); // sparse: reading it would take minutes
    const Result<QByteArray> read = readRecordFile(path());
    QCOMPARE(outcomeOf(read), QStringLiteral("larger-than-32MiB"));
    QVERIFY(file.resize(2 + 32 * 1024 * 1024 + 1));
    QCOMPARE(outcomeOf(readRecordFile(path())), QStringLiteral("larger-than-32MiB"));
}

void RecordFileTest::aFileIsReplaced_data()
{
    QTest::addColumn<bool>("exists");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a new file") << false << QByteArray("new\0bytes", 9);
    QTest::newRow("an old file") << true << QByteArray("new\0bytes", 9);
    QTest::newRow("by nothing") << true << QByteArray("");
    QTest::newRow("by much") << true << QByteArray(5 * 1024 * 1024, 'x');
}

void RecordFileTest::aFileIsReplaced()
{
    QFETCH(bool, exists);
    QFETCH(QByteArray, bytes);
    if (exists)
        m_folder->write("record", "old bytes, longer than the new ones");
    QCOMPARE(outcomeOf(replaceRecordFile(path(), bytes)), QStringLiteral("ok"));
    QVERIFY(m_folder->read(QStringLiteral("record")) == bytes);
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(),
             (QStringList{QStringLiteral("."), QStringLiteral("record")}));
}

void RecordFileTest::replacingAFolderFailsAndLeavesNothing()
{
    QVERIFY(QDir().mkpath(path()));
    const Result<void> replaced = replaceRecordFile(path(), "new");
    QCOMPARE(outcomeOf(replaced), QStringLiteral("io-error"));
    QVERIFY(messageOf(replaced).contains(path()));
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(),
             (QStringList{QStringLiteral("."), QStringLiteral("record")}));
}

void RecordFileTest::replacingInAMissingFolderFails()
{
    const QString path = m_folder->path(QStringLiteral("none/record"));
    const Result<void> replaced = replaceRecordFile(path, "new");
    QCOMPARE(outcomeOf(replaced), QStringLiteral("io-error"));
    QVERIFY(messageOf(replaced).contains(path));
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(), QStringList{QStringLiteral(".")});
}

void RecordFileTest::replacingInAReadOnlyFolderKeepsTheOldFile()
{
#ifdef Q_OS_UNIX
    m_folder->write("record", "old");
    m_folder->allow(StorageFolder::Reading);
    const OrdinaryUser user;
    if (!user.is())
        QSKIP("cannot become an ordinary user");
    const Result<void> replaced = replaceRecordFile(path(), "new");
    QCOMPARE(outcomeOf(replaced), QStringLiteral("io-error"));
    QVERIFY(messageOf(replaced).contains(path()));
    QCOMPARE(outcomeOf(removeRecordFile(path())), QStringLiteral("io-error"));
    QCOMPARE(m_folder->read(QStringLiteral("record")), QByteArray("old"));
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names().size(), 2);
#else
    QSKIP("folders cannot be made read-only here");
#endif
}

void RecordFileTest::aFolderThatMayNotBeEnteredIsNotEmpty()
{
#ifdef Q_OS_UNIX
    m_folder->write("record", "old");
    m_folder->allow(StorageFolder::Nothing);
    {
        const OrdinaryUser user;
        if (!user.is())
            QSKIP("cannot become an ordinary user");
        // That the file is missing or removed would be a guess.
        QCOMPARE(outcomeOf(readRecordFile(path())), QStringLiteral("io-error"));
        QCOMPARE(outcomeOf(removeRecordFile(path())), QStringLiteral("io-error"));
        QCOMPARE(outcomeOf(replaceRecordFile(path(), "new")), QStringLiteral("io-error"));
    }
    m_folder->allow(StorageFolder::Everything);
    QCOMPARE(m_folder->read(QStringLiteral("record")), QByteArray("old"));
#else
    QSKIP("folders cannot be closed here");
#endif
}

void RecordFileTest::replacingOnAFullDiskKeepsTheOldFile()
{
#ifdef Q_OS_LINUX
    const QByteArray disk = QFile::encodeName(m_folder->path());
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=64k") != 0)
        QSKIP("cannot mount a small disk: not root");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });

    m_folder->write("record", "old");
    for (int attempt = 0; attempt < 3; ++attempt) {
        const Result<void> replaced = replaceRecordFile(path(), QByteArray(1024 * 1024, 'x'));
        QCOMPARE(outcomeOf(replaced), QStringLiteral("io-error"));
        QVERIFY2(messageOf(replaced).contains(QStringLiteral("No space left")),
                 qPrintable(messageOf(replaced)));
        QCOMPARE(m_folder->read(QStringLiteral("record")), QByteArray("old"));
        QCOMPARE(FolderSnapshot::of(m_folder->path()).names().size(), 2);
    }
    // Fits only when the failures have left nothing behind.
    const QByteArray large(52 * 1024, 'x');
    QCOMPARE(outcomeOf(replaceRecordFile(path(), large)), QStringLiteral("ok"));
    QVERIFY(m_folder->read(QStringLiteral("record")) == large);
#else
    QSKIP("needs a small disk to fill");
#endif
}

void RecordFileTest::aFileIsRemoved()
{
    m_folder->write("record", "old");
    QCOMPARE(outcomeOf(removeRecordFile(path())), QStringLiteral("ok"));
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(), QStringList{QStringLiteral(".")});
}

void RecordFileTest::removingAMissingFileIsFine()
{
    QCOMPARE(outcomeOf(removeRecordFile(path())), QStringLiteral("ok"));
}

void RecordFileTest::removingAFolderFails()
{
    QVERIFY(QDir().mkpath(path()));
    const Result<void> removed = removeRecordFile(path());
    QCOMPARE(outcomeOf(removed), QStringLiteral("io-error"));
    QVERIFY(messageOf(removed).contains(path()));
    QVERIFY(QFileInfo(path()).isDir());
}

QTEST_GUILESS_MAIN(RecordFileTest)
#include "RecordFileTest.moc"
