#include "EventLog.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace greenroom;

class EventLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreNumberedWithoutGaps();
    void theOldestAreDroppedAndCounted_data();
    void theOldestAreDroppedAndCounted();
    void readingGoesOnWhereItEnded();
    void oneIsToldOnceUntilOneHasRead();
    void nobodyIsToldAfterThat();
    void whoIsToldMayReadAtOnce();
    void manyThreadsLoseNothing();
};

namespace {

ActorEvents events(int count)
{
    ActorEvents made;
    for (int i = 0; i < count; ++i)
        made.append({.actor = ActorId::of(QStringLiteral("a"), {}), .count = i});
    return made;
}

} // namespace

void EventLogTest::eventsAreNumberedWithoutGaps()
{
    EventLog log;
    log.append(events(2));
    log.append({});
    log.append(events(1));
    const auto reading = log.after(0);
    QCOMPARE(reading.events.size(), 3);
    for (qsizetype i = 0; i < 3; ++i)
        QCOMPARE(reading.events[i].sequence, quint64(i + 1));
    QCOMPARE(reading.last, 3ULL);
    QCOMPARE(reading.lost, 0ULL);
}

void EventLogTest::theOldestAreDroppedAndCounted_data()
{
    QTest::addColumn<quint64>("after");
    QTest::addColumn<int>("read");
    QTest::addColumn<quint64>("lost");
    QTest::newRow("from the start") << 0ULL << 5 << 7ULL;
    QTest::newRow("some were read") << 3ULL << 5 << 4ULL;
    QTest::newRow("just those that are gone") << 7ULL << 5 << 0ULL;
    QTest::newRow("some of those that are left") << 9ULL << 3 << 0ULL;
    QTest::newRow("all") << 12ULL << 0 << 0ULL;
    QTest::newRow("more than there are") << 99ULL << 0 << 0ULL;
}

void EventLogTest::theOldestAreDroppedAndCounted()
{
    QFETCH(quint64, after);
    EventLog log(5);
    log.append(events(6));
    log.append(events(6));
    const auto reading = log.after(after);
    QTEST(int(reading.events.size()), "read");
    QTEST(reading.lost, "lost");
    QCOMPARE(reading.last, 12ULL);
}

void EventLogTest::readingGoesOnWhereItEnded()
{
    EventLog log;
    QVERIFY(log.after(0).events.isEmpty());
    log.append(events(3));
    quint64 last = log.after(0).last;
    QVERIFY(log.after(last).events.isEmpty());
    log.append(events(2));
    QCOMPARE(log.after(last).events.size(), 2);
}

void EventLogTest::oneIsToldOnceUntilOneHasRead()
{
    EventLog log;
    int told = 0;
    log.onNews([&told] { ++told; });
    log.append({});
    QCOMPARE(told, 0);
    log.append(events(1));
    log.append(events(1));
    QCOMPARE(told, 1);
    (void)log.after(0);
    QCOMPARE(told, 1);
    log.append(events(1));
    QCOMPARE(told, 2);
}

void EventLogTest::nobodyIsToldAfterThat()
{
    EventLog log;
    std::atomic<bool> isUnder = false;
    std::atomic<bool> isGone = false;
    std::atomic<int> late = 0;
    log.onNews([&] {
        isUnder = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        late += isGone ? 1 : 0;
    });
    std::jthread thread([&] { log.append(events(1)); });
    while (!isUnder)
        std::this_thread::yield();
    log.onNews({}); // waits for the call that is under way
    isGone = true;
    thread.join();
    (void)log.after(0);
    log.append(events(1));
    QCOMPARE(late.load(), 0);
}

void EventLogTest::whoIsToldMayReadAtOnce()
{
    EventLog log;
    qsizetype read = 0;
    log.onNews([&] { read = log.after(0).events.size(); });
    log.append(events(2));
    QCOMPARE(read, 2);
    log.onNews([&] { log.onNews({}); });
    log.append(events(1));
}

void EventLogTest::manyThreadsLoseNothing()
{
    EventLog log(100'000);
    std::atomic<int> told = 0;
    log.onNews([&told] { ++told; });
    quint64 last = 0;
    qsizetype read = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&log] {
                for (int j = 0; j < 500; ++j)
                    log.append(events(3));
            });
        }
        while (read < 6000) {
            const auto reading = log.after(last);
            QCOMPARE(reading.lost, 0ULL);
            for (const ActorEvent &event : reading.events)
                QCOMPARE(event.sequence, ++last);
            read += reading.events.size();
        }
    }
    QVERIFY(told > 0);
}

QTEST_GUILESS_MAIN(EventLogTest)
#include "EventLogTest.moc"
