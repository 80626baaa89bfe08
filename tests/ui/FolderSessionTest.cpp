#include "FolderSession.h"

#include "Actors.h"
#include "FakeSource.h"
#include "ModelText.h"

#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace greenroom;
using namespace std::chrono_literals;

class FolderSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aRefreshFillsBothModels();
    void alarmsAreToldWhoseTheyAre();
    void refreshingWhileRefreshingReadsOnceMore();
    void aFailureKeepsTheModels();
    void aListingThatFailsHalfWayKeepsTheModels();
    void itRefreshesByItself();
    void anIntervalOfZeroStops();
    void anIntervalThatComesWhileReadingCounts();
    void countsArriveAfterTheRows();
    void anActorThatComesBackIsCountedAgain();
    void closingWhileReadingIsClean();

private:
    [[nodiscard]] int listings() const
    {
        return int(m_source->calls().count(QStringLiteral("list")));
    }
    void refresh();

    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<FolderSession> m_session;
    std::unique_ptr<QSignalSpy> m_refreshed;
    std::unique_ptr<QSignalSpy> m_failed;
};

void FolderSessionTest::init()
{
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(200));
    m_session = std::make_unique<FolderSession>(m_source);
    m_refreshed = std::make_unique<QSignalSpy>(m_session.get(), &FolderSession::refreshed);
    m_failed = std::make_unique<QSignalSpy>(m_session.get(), &FolderSession::failed);
}

void FolderSessionTest::cleanup()
{
    m_source->listing.open();
    m_source->counting.open();
    m_refreshed.reset();
    m_failed.reset();
    m_session.reset();
}

void FolderSessionTest::refresh()
{
    const qsizetype before = m_refreshed->size();
    m_session->refresh();
    QTRY_COMPARE(m_refreshed->size(), before + 1);
}

void FolderSessionTest::aRefreshFillsBothModels()
{
    QVERIFY(!m_session->isRead());
    QCOMPARE(m_session->actors().rowCount(), 0);
    AlarmEntry alarm;
    alarm.fileName = fileNameOf(3);
    alarm.timestamp = Timestamp{TestNow};
    m_source->setAlarms({alarm});
    refresh();
    QVERIFY(m_session->isRead());
    QCOMPARE(m_session->actors().rowCount(), 200);
    QCOMPARE(m_session->alarms().rowCount(), 1);
    QCOMPARE(m_session->location(), QStringLiteral("/fake/folder"));
}

void FolderSessionTest::alarmsAreToldWhoseTheyAre()
{
    QList<AlarmEntry> alarms;
    for (const QString &name : {fileNameOf(3), QStringLiteral("nobody"), fileNameOf(1)}) {
        AlarmEntry alarm;
        alarm.fileName = name;
        alarm.timestamp = Timestamp{TestNow};
        alarms << alarm;
    }
    m_source->setAlarms(alarms);
    refresh();
    QCOMPARE(columnOf(m_session->alarms(), AlarmTableModel::ActorColumn, RawRole),
             QStringList({QStringLiteral("worker/1"), QStringLiteral("worker/3"), QString()}));
}

void FolderSessionTest::refreshingWhileRefreshingReadsOnceMore()
{
    m_source->listing.close();
    m_session->refresh();
    QTRY_COMPARE(m_source->listing.waiting(), 1);
    for (int again = 0; again < 5; ++again)
        m_session->refresh();
    m_source->setActors(manyActors(7));
    m_source->listing.open();
    QTRY_COMPARE(m_refreshed->size(), 2);
    QCOMPARE(listings(), 2);
    QCOMPARE(m_session->actors().rowCount(), 7);
}

void FolderSessionTest::aFailureKeepsTheModels()
{
    refresh();
    m_source->setActors({});
    m_source->failListing(Error{ErrorCode::Io, QStringLiteral("the disk is gone")});
    m_session->refresh();
    QTRY_COMPARE(m_failed->size(), 1);
    QCOMPARE(m_session->actors().rowCount(), 200);
    QCOMPARE(m_refreshed->size(), 1);

    m_source->failListing(std::nullopt);
    m_source->setActors(manyActors(3));
    refresh();
    QCOMPARE(m_session->actors().rowCount(), 3);
}

void FolderSessionTest::aListingThatFailsHalfWayKeepsTheModels()
{
    refresh();
    const QPersistentModelIndex last = m_session->actors().index(199, 0);
    m_source->failListing(Error{ErrorCode::Io, QStringLiteral("the disk is gone")});
    m_session->refresh();
    QTRY_COMPARE(m_failed->size(), 1);
    QCOMPARE(m_session->actors().rowCount(), 200);
    QVERIFY(last.isValid());
}

void FolderSessionTest::itRefreshesByItself()
{
    m_session->setInterval(1ms);
    QCOMPARE(listings(), 0); // the first time only when told to
    m_session->refresh();
    QTRY_VERIFY(m_refreshed->size() >= 3);
}

void FolderSessionTest::anIntervalOfZeroStops()
{
    m_session->setInterval(1ms);
    m_session->refresh();
    QTRY_VERIFY(m_refreshed->size() >= 2);
    m_session->setInterval(0ms);
    QTRY_COMPARE(listings(), int(m_refreshed->size())); // one under way ends
    const int read = listings();
    // Another session with the same pause goes on meanwhile.
    const auto otherSource = std::make_shared<FakeSource>();
    FolderSession other(otherSource);
    other.setInterval(1ms);
    other.refresh();
    QTRY_VERIFY(otherSource->calls().count(QStringLiteral("list")) >= 10);
    QCOMPARE(listings(), read);
}

void FolderSessionTest::anIntervalThatComesWhileReadingCounts()
{
    m_source->listing.close();
    m_session->refresh();
    QTRY_COMPARE(m_source->listing.waiting(), 1);
    m_session->setInterval(1ms);
    m_source->listing.open();
    QTRY_VERIFY(m_refreshed->size() >= 2);
}

void FolderSessionTest::countsArriveAfterTheRows()
{
    m_source->setRows(fileNameOf(5), {KvRow{.key = "ab", .value = "cde", .valueSize = 3}});
    m_source->counting.close();
    refresh();
    QVERIFY(!m_session->actors().totals(fileNameOf(5)));
    m_source->counting.open();
    QTRY_COMPARE(m_session->actors().totals(fileNameOf(5)), std::optional(KvTotals{1, 5}));
}

void FolderSessionTest::anActorThatComesBackIsCountedAgain()
{
    // Such as one whose record was moved away and back while its database stayed.
    refresh();
    QTRY_VERIFY(m_session->actors().totals(fileNameOf(5)));
    ActorBatch without = manyActors(200);
    without.removeAt(5);
    m_source->setActors(without);
    refresh();
    QVERIFY(!m_session->actors().totals(fileNameOf(5)));
    m_source->setActors(manyActors(200));
    refresh();
    QTRY_VERIFY(m_session->actors().totals(fileNameOf(5)));
}

void FolderSessionTest::closingWhileReadingIsClean()
{
    m_source->listing.close();
    m_session->refresh();
    QTRY_COMPARE(m_source->listing.waiting(), 1);
    m_refreshed.reset();
    m_failed.reset();
    std::thread later([this] { m_source->listing.open(); });
    m_session.reset();
    later.join();
    QCoreApplication::processEvents();
    QCOMPARE(listings(), 1);
}

QTEST_GUILESS_MAIN(FolderSessionTest)
#include "FolderSessionTest.moc"
