#include "KvPager.h"

#include "FakeSource.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace greenroom;

class KvPagerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyKeyIsVisitedOnce_data();
    void everyKeyIsVisitedOnce();
    void aRangeShowsItsKeysOnly_data();
    void aRangeShowsItsKeysOnly();
    void theLastPageIsTheLastRows();
    void reloadingKeepsWhatIsStillThere();
    void reloadingALaterPageStaysOnIt();
    void aPageWhoseRowsAreAllGoneTurnsToTheLast();
    void aTableThatIsEmptiedHasNoPages();
    void turningWithoutRowsReadsTheFirstPage();
    void aLateAnswerForAnotherActorIsDropped();
    void aReloadDoesNotUndoATurn();
    void aFailureKeepsThePage();
    void valuesAreCutToAPreview();

private:
    /// Turns the page and waits for it.
    void turn(void (KvPager::*how)());

    [[nodiscard]] QList<QByteArray> shownKeys() const;

    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<SourceReader> m_reader;
    std::unique_ptr<KvPager> m_pager;
    std::unique_ptr<QSignalSpy> m_turned;
};

namespace {

constexpr int Rows = KvPager::RowsPerPage;

ActorId idOf(const char *text)
{
    return *ActorId::fromText(QString::fromUtf8(text));
}

QByteArray keyAt(int number)
{
    return "\x04" + QByteArray::number(number).rightJustified(6, '0');
}

QList<KvRow> rowsOf(int from, int to)
{
    QList<KvRow> rows;
    for (int number = from; number < to; ++number)
        rows << KvRow{.key = keyAt(number), .value = "v", .valueSize = 1};
    return rows;
}

QList<QByteArray> keysOf(int from, int to)
{
    QList<QByteArray> keys;
    for (int number = from; number < to; ++number)
        keys << keyAt(number);
    return keys;
}

} // namespace

void KvPagerTest::init()
{
    m_source = std::make_shared<FakeSource>();
    m_reader = std::make_unique<SourceReader>(m_source);
    m_pager = std::make_unique<KvPager>(*m_reader);
    m_turned = std::make_unique<QSignalSpy>(m_pager.get(), &KvPager::turned);
    m_source->setRows(QStringLiteral("a"), rowsOf(0, 1003));
    m_pager->setActor(idOf("a"));
}

void KvPagerTest::cleanup()
{
    m_source->pages.open();
    m_turned.reset();
    m_pager.reset();
    m_reader.reset();
}

void KvPagerTest::turn(void (KvPager::*how)())
{
    m_turned->clear();
    (m_pager.get()->*how)();
    QTRY_COMPARE(m_turned->size(), 1);
}

QList<QByteArray> KvPagerTest::shownKeys() const
{
    QList<QByteArray> keys;
    for (int row = 0; row < m_pager->model().rowCount(); ++row)
        keys << m_pager->model().row(row).key;
    return keys;
}

void KvPagerTest::everyKeyIsVisitedOnce_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, Rows - 1, Rows, Rows + 1, 2 * Rows, 1003})
        QTest::addRow("%d keys", count) << count;
}

void KvPagerTest::everyKeyIsVisitedOnce()
{
    QFETCH(int, count);
    m_source->setRows(QStringLiteral("a"), rowsOf(0, count));
    const int pages = std::max(1, (count + Rows - 1) / Rows);

    turn(&KvPager::first);
    QVERIFY(!m_pager->hasPrevious());
    QList<QByteArray> downwards = shownKeys();
    int turns = 1;
    for (; m_pager->hasNext() && turns <= pages; ++turns) {
        turn(&KvPager::next);
        QVERIFY(m_pager->hasPrevious());
        downwards += shownKeys();
    }
    QCOMPARE(turns, pages);
    QCOMPARE(downwards, keysOf(0, count));

    turn(&KvPager::last);
    QVERIFY(!m_pager->hasNext());
    QList<QByteArray> upwards = shownKeys();
    turns = 1;
    for (; m_pager->hasPrevious() && turns <= pages; ++turns) {
        turn(&KvPager::previous);
        QVERIFY(m_pager->hasNext());
        upwards = shownKeys() + upwards;
    }
    QCOMPARE(turns, pages);
    QCOMPARE(upwards, keysOf(0, count));
}

void KvPagerTest::aRangeShowsItsKeysOnly_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::newRow("one page") << keyAt(10) << keyAt(110) << 10 << 110;
    QTest::newRow("several pages") << keyAt(100) << keyAt(900) << 100 << 900;
    QTest::newRow("no key") << keyAt(2000) << keyAt(3000) << 0 << 0;
    const KvRange prefix = KvRange::ofPrefix(keyAt(0).first(5)); // keys 0 to 99
    QTest::newRow("a prefix") << prefix.start << *prefix.end << 0 << 100;
}

void KvPagerTest::aRangeShowsItsKeysOnly()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, end);
    QFETCH(int, from);
    QFETCH(int, to);
    m_pager->setRange(KvRange{start, end});
    turn(&KvPager::first);
    QVERIFY(!m_pager->hasPrevious());
    QList<QByteArray> keys = shownKeys();
    while (m_pager->hasNext() && keys.size() <= 1003) {
        turn(&KvPager::next);
        keys += shownKeys();
    }
    QCOMPARE(keys, keysOf(from, to));
    turn(&KvPager::last);
    QCOMPARE(shownKeys(), keysOf(std::max(from, to - Rows), to));
    QCOMPARE(m_pager->hasPrevious(), to - from > Rows);
}

void KvPagerTest::theLastPageIsTheLastRows()
{
    turn(&KvPager::last);
    QCOMPARE(shownKeys(), keysOf(1003 - Rows, 1003));
    QVERIFY(m_pager->hasPrevious());
    QVERIFY(!m_pager->hasNext());
    QCOMPARE(m_pager->origin(), KvOrigin::Database);
}

void KvPagerTest::reloadingKeepsWhatIsStillThere()
{
    turn(&KvPager::first);
    const QPersistentModelIndex kept = m_pager->model().index(50, 0);
    const QPersistentModelIndex gone = m_pager->model().index(10, 0);
    QList<KvRow> rows = rowsOf(0, 1003);
    rows.removeAt(10);
    m_source->setRows(QStringLiteral("a"), rows);
    const QSignalSpy reset(&m_pager->model(), &QAbstractItemModel::modelReset);
    turn(&KvPager::reload);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(kept.row(), 49);
    QVERIFY(!gone.isValid());
    QCOMPARE(shownKeys(), keysOf(0, 10) + keysOf(11, Rows + 1));
}

void KvPagerTest::reloadingALaterPageStaysOnIt()
{
    turn(&KvPager::first);
    turn(&KvPager::next);
    QList<KvRow> rows = rowsOf(0, 1003);
    rows.remove(5, 100); // rows of the page before
    m_source->setRows(QStringLiteral("a"), rows);
    turn(&KvPager::reload);
    QCOMPARE(shownKeys(), keysOf(Rows, 2 * Rows));
    QVERIFY(m_pager->hasPrevious());
    QVERIFY(m_pager->hasNext());
}

void KvPagerTest::aPageWhoseRowsAreAllGoneTurnsToTheLast()
{
    turn(&KvPager::last);
    m_source->setRows(QStringLiteral("a"), rowsOf(0, 300));
    turn(&KvPager::reload);
    QCOMPARE(shownKeys(), keysOf(100, 300));
    QVERIFY(m_pager->hasPrevious());
    QVERIFY(!m_pager->hasNext());
}

void KvPagerTest::aTableThatIsEmptiedHasNoPages()
{
    turn(&KvPager::last);
    m_source->setRows(QStringLiteral("a"), {});
    turn(&KvPager::reload);
    QCOMPARE(shownKeys(), QList<QByteArray>());
    QVERIFY(!m_pager->hasPrevious());
    QVERIFY(!m_pager->hasNext());
    QVERIFY(m_pager->isRead());
    QCOMPARE(m_pager->origin(), KvOrigin::Nowhere);
}

void KvPagerTest::turningWithoutRowsReadsTheFirstPage()
{
    turn(&KvPager::next);
    QCOMPARE(shownKeys(), keysOf(0, Rows));
    m_pager->setActor(idOf("a"));
    QVERIFY(!m_pager->isRead());
    QCOMPARE(m_pager->model().rowCount(), 0);
    turn(&KvPager::previous);
    QCOMPARE(shownKeys(), keysOf(0, Rows));
}

void KvPagerTest::aLateAnswerForAnotherActorIsDropped()
{
    m_source->setRows(QStringLiteral("b"), rowsOf(5, 7));
    m_source->pages.close();
    m_pager->first();
    QTRY_COMPARE(m_source->pages.waiting(), 1);
    m_pager->setActor(idOf("b"));
    m_source->pages.open();
    turn(&KvPager::first);
    QCOMPARE(shownKeys(), keysOf(5, 7));
    QCOMPARE(m_turned->size(), 1);
    QCOMPARE(m_source->calls(), QStringList({QStringLiteral("page a"), QStringLiteral("page b")}));

    m_source->pages.close();
    m_pager->setActor(idOf("a"));
    m_pager->first();
    QTRY_COMPARE(m_source->pages.waiting(), 1);
    m_pager->setActor(std::nullopt);
    m_source->pages.open();
    bool settled = false;
    const Question last =
        m_reader->ask(SourceReader::Lane::Details, this, [&](ActorSource &, const Reply &reply) {
            reply.tell([&] { settled = true; });
        });
    QTRY_VERIFY(settled);
    QCOMPARE(m_pager->model().rowCount(), 0);
}

void KvPagerTest::aReloadDoesNotUndoATurn()
{
    // A refresh that comes by itself while the page is being turned.
    turn(&KvPager::first);
    m_source->pages.close();
    m_turned->clear();
    m_pager->next();
    QTRY_COMPARE(m_source->pages.waiting(), 1);
    m_pager->reload();
    m_source->pages.open();
    QTRY_VERIFY(!m_turned->isEmpty());
    QTRY_COMPARE(shownKeys(), keysOf(Rows, 2 * Rows));
}

void KvPagerTest::aFailureKeepsThePage()
{
    turn(&KvPager::first);
    const QPersistentModelIndex kept = m_pager->model().index(50, 0);
    QSignalSpy failed(m_pager.get(), &KvPager::failed);
    m_source->failKv(Error{ErrorCode::DatabaseBusy, QStringLiteral("busy")});
    m_pager->reload();
    QTRY_COMPARE(failed.size(), 1);
    m_pager->next();
    QTRY_COMPARE(failed.size(), 2);
    QCOMPARE(shownKeys(), keysOf(0, Rows));
    QVERIFY(kept.isValid());

    m_source->failKv(std::nullopt);
    turn(&KvPager::next);
    QCOMPARE(shownKeys(), keysOf(Rows, 2 * Rows));
}

void KvPagerTest::valuesAreCutToAPreview()
{
    const QByteArray large(100'000, 'x');
    m_source->setRows(QStringLiteral("a"),
                      {KvRow{.key = "k", .value = large, .valueSize = large.size()}});
    turn(&KvPager::first);
    const KvRow row = m_pager->model().row(0);
    QCOMPARE(row.value.size(), KvPager::PreviewBytes);
    QCOMPARE(row.valueSize, large.size());
}

QTEST_GUILESS_MAIN(KvPagerTest)
#include "KvPagerTest.moc"
