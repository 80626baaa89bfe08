#include "DatabasePool.h"
#include "FaultyStore.h"
#include "FolderStore.h"
#include "MemoryStore.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QFile>
#include <QSqlDatabase>
#include <QTest>

using namespace greenroom;

class DatabasePoolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOneNotUsedForLongestIsClosed();
    void aMissingDatabaseIsNotMade();
    void inMemoryNoneIsClosedByItself();
    void aFailureLeavesTheOthersOpen();
};

namespace {

ActorId actor(int number)
{
    return ActorId::of(QStringLiteral("a"), {QString::number(number)});
}

} // namespace

void DatabasePoolTest::theOneNotUsedForLongestIsClosed()
{
    const StorageFolder folder;
    folder.makeParts();
    FaultyStore store(std::make_unique<FolderStore>(folder.layout()));
    DatabasePool pool(store, Durability::Process, 2);
    const auto isOpened = [&](int number) {
        (void)store.takeChanges();
        const auto database = pool.open(actor(number));
        if (!database || !(*database)->put({{"\4k", QByteArray::number(number)}}))
            qFatal("no database");
        return !store.takeChanges().isEmpty();
    };
    QVERIFY(isOpened(1));
    QVERIFY(isOpened(2));
    QVERIFY(!isOpened(1));
    QVERIFY(isOpened(3)); // 2 goes
    QCOMPARE(pool.size(), 2);
    QVERIFY(!isOpened(1));
    QVERIFY(isOpened(2)); // 3 goes
    QVERIFY(!isOpened(1));
    pool.release(actor(1));
    pool.release(actor(1));
    QVERIFY(isOpened(1));
    QCOMPARE((*pool.open(actor(3)))->get({"\4k"})->first().value_or("none"), QByteArray("3"));
    pool.closeAll();
    QCOMPARE(pool.size(), 0);
    QCOMPARE(QSqlDatabase::connectionNames().size(), 0);
}

void DatabasePoolTest::aMissingDatabaseIsNotMade()
{
    const StorageFolder folder;
    folder.makeParts();
    FolderStore store(folder.layout());
    DatabasePool pool(store, Durability::Process, 2);
    QVERIFY(*pool.openExisting(actor(1)) == nullptr);
    QVERIFY(!QFile::exists(folder.layout().databaseFile(actor(1))));
    QVERIFY(*pool.open(actor(1)) != nullptr);
    QVERIFY(*pool.openExisting(actor(1)) != nullptr);
    pool.close(actor(1));
    QVERIFY(*pool.openExisting(actor(1)) != nullptr);
}

void DatabasePoolTest::inMemoryNoneIsClosedByItself()
{
    MemoryStore store;
    DatabasePool pool(store, Durability::Process, 2);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(outcomeOf((*pool.open(actor(i)))->put({{"\4k", QByteArray::number(i)}})),
                 QStringLiteral("ok"));
    pool.release(actor(0));
    for (int i = 0; i < 5; ++i)
        QCOMPARE((*pool.open(actor(i)))->get({"\4k"})->first().value_or("lost"),
                 QByteArray::number(i));
    pool.close(actor(0));
    QVERIFY(!(*pool.open(actor(0)))->get({"\4k"})->first());
}

void DatabasePoolTest::aFailureLeavesTheOthersOpen()
{
    const StorageFolder folder;
    folder.makeParts();
    FaultyStore store(std::make_unique<FolderStore>(folder.layout()));
    DatabasePool pool(store, Durability::Process, 3);
    QVERIFY(pool.open(actor(1)));
    store.breakStep(QStringLiteral("openDatabase"));
    QCOMPARE(outcomeOf(pool.open(actor(2))), QStringLiteral("io-error"));
    QVERIFY(pool.open(actor(1)));
    QCOMPARE(pool.size(), 1);
    store.mend();
    QVERIFY(pool.open(actor(2)));
}

QTEST_GUILESS_MAIN(DatabasePoolTest)
#include "DatabasePoolTest.moc"
