#include "FolderLock.h"
#include "ActorDatabase.h"
#include "Outcome.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QCoreApplication>
#include <QFile>
#include <QSysInfo>
#include <QTest>

using namespace greenroom;

/// Who may run a folder (engine-contract, "Storage folder").
class FolderLockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneAtATime(); // S49
    void whoHoldsItIsNamed_data();
    void whoHoldsItIsNamed();       // S49, B96
    void aForeignHolderIsNoticed(); // S49
    void lookingLeavesNoTrace();
    void aFolderThatCannotBeLockedIsNamed();
};

namespace {

/// What QLockFile would have written for that process.
void writeLock(const StorageFolder &folder, qint64 pid, const QString &program, const QString &host)
{
    folder.write("greenroom.lock",
                 QByteArray::number(pid) + '\n' + program.toUtf8() + '\n' + host.toUtf8() + '\n');
}

} // namespace

void FolderLockTest::oneAtATime()
{
    const StorageFolder folder;
    folder.makeParts();
    QVERIFY(!FolderLock::holderOf(folder.layout()));
    {
        const auto first = FolderLock::take(folder.layout());
        QCOMPARE(outcomeOf(first), QStringLiteral("ok"));
        const auto second = FolderLock::take(folder.layout());
        QCOMPARE(outcomeOf(second), QStringLiteral("folder-held"));
        QVERIFY2(messageOf(second).contains(QString::number(QCoreApplication::applicationPid())),
                 qPrintable(messageOf(second)));
        QVERIFY(messageOf(second).contains(folder.path()));
        QCOMPARE(FolderLock::holderOf(folder.layout())->pid, QCoreApplication::applicationPid());
    }
    QVERIFY(!FolderLock::holderOf(folder.layout()));
    QCOMPARE(outcomeOf(FolderLock::take(folder.layout())), QStringLiteral("ok"));
}

void FolderLockTest::whoHoldsItIsNamed_data()
{
    QTest::addColumn<QString>("holder");
    QTest::addColumn<bool>("isHeld");
    QTest::newRow("B96 a process that runs") << QStringLiteral("running") << true;
    QTest::newRow("B96 one that was killed") << QStringLiteral("killed") << false;
    QTest::newRow("B96 its number is another program's now") << QStringLiteral("reused") << false;
    QTest::newRow("B96 one on another machine") << QStringLiteral("elsewhere") << true;
}

void FolderLockTest::whoHoldsItIsNamed()
{
    QFETCH(QString, holder);
    QFETCH(bool, isHeld);
    const StorageFolder folder, elsewhere;
    folder.makeParts();
    SqlProcess process(elsewhere.path(QStringLiteral("a.db")));
    const qint64 pid = process.pid();
    const QString name = QStringLiteral("greenroom_sql_child");
    if (holder == QLatin1String("killed"))
        process.crash();
    writeLock(folder, pid,
              holder == QLatin1String("reused") ? QStringLiteral("something_else") : name,
              holder == QLatin1String("elsewhere") ? QStringLiteral("another-machine")
                                                   : QSysInfo::machineHostName());
    const auto found = FolderLock::holderOf(folder.layout());
    QCOMPARE(found.has_value(), isHeld);
    const auto taken = FolderLock::take(folder.layout());
    QCOMPARE(outcomeOf(taken), isHeld ? QStringLiteral("folder-held") : QStringLiteral("ok"));
    if (isHeld) {
        QCOMPARE(*found, (Holder{pid, name}));
        QVERIFY2(messageOf(taken).contains(found->text()), qPrintable(messageOf(taken)));
    }
    if (holder == QLatin1String("killed"))
        return;
    process.close();
}

void FolderLockTest::aForeignHolderIsNoticed()
{
#ifdef Q_OS_LINUX
    const StorageFolder folder;
    folder.makeParts();
    const ActorId id = ActorId::of(QStringLiteral("a"), {});
    {
        const auto made =
            ActorDatabase::open(folder.layout().databaseFile(id), Durability::Process);
        QVERIFY((*made)->put({{"\4k", "v"}}));
    }
    SqlProcess other(folder.layout().databaseFile(id));
    QCOMPARE(other.run(QStringLiteral("INSERT INTO kv VALUES (x'01', x'01')")), QString());
    const auto taken = FolderLock::take(folder.layout());
    QCOMPARE(outcomeOf(taken), QStringLiteral("folder-held"));
    QVERIFY2(messageOf(taken).contains(QString::number(other.pid())), qPrintable(messageOf(taken)));
    QVERIFY(!QFile::exists(folder.layout().lockFile())); // nobody is kept out by the attempt
    other.close();
    QCOMPARE(outcomeOf(FolderLock::take(folder.layout())), QStringLiteral("ok"));
#else
    QSKIP("only Linux tells");
#endif
}

void FolderLockTest::lookingLeavesNoTrace()
{
    const StorageFolder folder;
    writeLock(folder, 1, QStringLiteral("no_such_program"), QSysInfo::machineHostName());
    const QByteArray before = folder.read(QStringLiteral("greenroom.lock"));
    QVERIFY(!FolderLock::holderOf(folder.layout()));
    QCOMPARE(folder.read(QStringLiteral("greenroom.lock")), before);
    folder.write("greenroom.lock", "garbage");
    QVERIFY(!FolderLock::holderOf(folder.layout()));
}

void FolderLockTest::aFolderThatCannotBeLockedIsNamed()
{
    const StorageFolder folder;
    const StorageLayout nowhere(folder.path(QStringLiteral("missing")));
    const auto taken = FolderLock::take(nowhere);
    QCOMPARE(outcomeOf(taken), QStringLiteral("io-error"));
    QVERIFY(messageOf(taken).contains(nowhere.lockFile()));
}

QTEST_GUILESS_MAIN(FolderLockTest)
#include "FolderLockTest.moc"
