#include "TotalsCounter.h"

#include "Actors.h"
#include "FakeSource.h"

#include <QTest>

using namespace greenroom;

class TotalsCounterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyActorIsCountedOnce();
    void preferredActorsAreCountedFirst();
    void anUnchangedActorIsNotCountedAgain();
    void aChangedActorIsCountedAgain();
    void aNewLookReplacesWhatWasStillToBeLookedAt();
    void aFailureIsToldLikeACount();
    void aFileNameThatIsNoIdIsPassedOver();

private:
    /// Waits until all of @p count actors were told of.
    void waitFor(int count) { QTRY_COMPARE(m_told.size(), count); }

    [[nodiscard]] static QStringList names(int from, int to);

    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<SourceReader> m_reader;
    std::unique_ptr<TotalsCounter> m_counter;
    QStringList m_told;
    QStringList m_failures;
};

QStringList TotalsCounterTest::names(int from, int to)
{
    QStringList names;
    for (int number = from; number < to; ++number)
        names << fileNameOf(number);
    return names;
}

void TotalsCounterTest::init()
{
    m_source = std::make_shared<FakeSource>();
    m_reader = std::make_unique<SourceReader>(m_source);
    m_counter = std::make_unique<TotalsCounter>(*m_reader);
    m_told.clear();
    m_failures.clear();
    connect(m_counter.get(), &TotalsCounter::counted, this,
            [this](const QString &fileName, const Result<KvTotals> &totals) {
                m_told << fileName;
                if (!totals)
                    m_failures << totals.error().message;
            });
}

void TotalsCounterTest::cleanup()
{
    m_counter.reset();
    m_source->counting.open();
    m_reader.reset();
}

void TotalsCounterTest::everyActorIsCountedOnce()
{
    m_counter->look(names(0, 100));
    waitFor(100);
    m_told.sort();
    QCOMPARE(m_told, names(0, 100));
    QCOMPARE(m_source->calls().size(), 100);
}

void TotalsCounterTest::preferredActorsAreCountedFirst()
{
    m_source->counting.close();
    m_counter->look(names(0, 200));
    QTRY_COMPARE(m_source->counting.waiting(), 1); // the first ones are under way
    m_counter->prefer(names(150, 160));
    m_source->counting.open();
    waitFor(200);

    const qsizetype begun = m_told.indexOf(fileNameOf(150)) / 32 * 32; // counted by 32
    QCOMPARE(begun, 32);
    QStringList next = m_told.mid(32, 32);
    for (const QString &preferred : names(150, 160))
        QVERIFY(next.contains(preferred));
    m_told.sort();
    QCOMPARE(m_told, names(0, 200));
}

void TotalsCounterTest::anUnchangedActorIsNotCountedAgain()
{
    m_counter->look(names(0, 40));
    waitFor(40);
    m_source->forgetCalls();
    m_counter->look(names(0, 40));
    m_counter->look(names(0, 41)); // the last one is new, and tells when all are looked at
    waitFor(41);
    QCOMPARE(m_told.last(), fileNameOf(40));
    QCOMPARE(m_source->calls(), QStringList(QStringLiteral("count ") + fileNameOf(40)));
}

void TotalsCounterTest::aChangedActorIsCountedAgain()
{
    m_counter->look(names(0, 40));
    waitFor(40);
    m_source->setStamp(fileNameOf(7), "second");
    m_source->forgetCalls();
    m_counter->look(names(0, 40));
    waitFor(41);
    QCOMPARE(m_told.last(), fileNameOf(7));
    QCOMPARE(m_source->calls(), QStringList(QStringLiteral("count ") + fileNameOf(7)));
}

void TotalsCounterTest::aNewLookReplacesWhatWasStillToBeLookedAt()
{
    m_source->counting.close();
    m_counter->look(names(0, 200));
    QTRY_COMPARE(m_source->counting.waiting(), 1);
    m_counter->look(names(198, 200));
    m_source->counting.open();
    waitFor(34); // the 32 under way, and the two
    QVERIFY(m_told.mid(32).contains(fileNameOf(198)));
    QVERIFY(m_told.mid(32).contains(fileNameOf(199)));
}

void TotalsCounterTest::aFailureIsToldLikeACount()
{
    m_source->failKv(Error{ErrorCode::CorruptDatabase, QStringLiteral("malformed")});
    m_counter->look(names(0, 3));
    waitFor(3);
    QCOMPARE(m_failures.size(), 3);
}

void TotalsCounterTest::aFileNameThatIsNoIdIsPassedOver()
{
    m_counter->look({QStringLiteral("a:b"), fileNameOf(1), QString()});
    waitFor(1);
    QCOMPARE(m_told, QStringList(fileNameOf(1)));
}

QTEST_GUILESS_MAIN(TotalsCounterTest)
#include "TotalsCounterTest.moc"
