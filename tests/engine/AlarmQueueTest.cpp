#include "AlarmQueue.h"
#include "DelayQueue.h"

#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// The queues that a lane waits by.
class AlarmQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSoonestComesFirst();
    void anActorHasOneTime();
    void aHundredThousandAreOneQueue();
    void tasksComeInTheOrderOfTheirTimes();
    void aTaskMayCancelAndAddOthers();
};

namespace {

ActorId actor(int number)
{
    return ActorId::of(QStringLiteral("a"), {QString::number(number)});
}

} // namespace

void AlarmQueueTest::theSoonestComesFirst()
{
    AlarmQueue queue;
    QVERIFY(!queue.next());
    QVERIFY(!queue.takeDue({~0ULL}));
    queue.set(actor(1), {30});
    queue.set(actor(2), {10});
    queue.set(actor(3), {~0ULL});
    QCOMPARE(queue.next()->ms, 10ULL);
    QVERIFY(!queue.takeDue({9}));
    QVERIFY(queue.takeDue({10}) == actor(2));
    QVERIFY(!queue.takeDue({29}));
    QVERIFY(queue.takeDue({1000}) == actor(1));
    QVERIFY(!queue.takeDue({1000}));
    QVERIFY(queue.takeDue({~0ULL}) == actor(3));
    QCOMPARE(queue.size(), 0);
}

void AlarmQueueTest::anActorHasOneTime()
{
    AlarmQueue queue;
    queue.set(actor(1), {30});
    queue.set(actor(1), {50});
    QCOMPARE(queue.size(), 1);
    QCOMPARE(queue.next()->ms, 50ULL);
    queue.set(actor(1), {20});
    QCOMPARE(queue.next()->ms, 20ULL);
    queue.remove(actor(1));
    queue.remove(actor(1));
    QVERIFY(!queue.next());
    // Two of one time are two.
    queue.set(actor(1), {5});
    queue.set(actor(2), {5});
    QVERIFY(queue.takeDue({5}) != queue.takeDue({5}));
    QVERIFY(!queue.next());
}

void AlarmQueueTest::aHundredThousandAreOneQueue()
{
    AlarmQueue queue;
    for (int i = 0; i < 100'000; ++i)
        queue.set(actor(i), {quint64(i * 7919LL % 100'003)});
    for (int i = 0; i < 100'000; i += 2)
        queue.remove(actor(i));
    QCOMPARE(queue.size(), 50'000);
    quint64 before = 0;
    while (queue.size() > 0) {
        const quint64 next = queue.next()->ms;
        QVERIFY(next >= before);
        before = next;
        QVERIFY(queue.takeDue({next}));
    }
}

void AlarmQueueTest::tasksComeInTheOrderOfTheirTimes()
{
    DelayQueue queue;
    QByteArray done;
    (void)queue.add(20us, [&] { done += 'b'; });
    (void)queue.add(10us, [&] { done += 'a'; });
    const auto third = queue.add(20us, [&] { done += 'x'; });
    (void)queue.add(20us, [&] { done += 'c'; });
    QVERIFY(third != 0);
    QCOMPARE(queue.next().value(), 10us);
    QVERIFY(!queue.takeDue(9us));
    queue.cancel(third);
    queue.cancel(third);
    queue.cancel(0);
    while (const auto task = queue.takeDue(20us))
        task();
    QCOMPARE(done, QByteArray("abc"));
    QVERIFY(!queue.next());
}

void AlarmQueueTest::aTaskMayCancelAndAddOthers()
{
    DelayQueue queue;
    QByteArray done;
    DelayQueue::Id other = 0;
    (void)queue.add(1us, [&] {
        done += 'a';
        queue.cancel(other);
        (void)queue.add(1us, [&] { done += 'c'; });
    });
    other = queue.add(1us, [&] { done += 'b'; });
    while (const auto task = queue.takeDue(1us))
        task();
    QCOMPARE(done, QByteArray("ac"));
}

QTEST_GUILESS_MAIN(AlarmQueueTest)
#include "AlarmQueueTest.moc"
