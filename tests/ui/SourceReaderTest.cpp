#include "SourceReader.h"

#include "FakeSource.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

using namespace greenroom;

using Lane = SourceReader::Lane;

class SourceReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersArriveOnTheWindowsThread();
    void anAnswerInPartsArrivesInOrder();
    void questionsOfALaneAreAnsweredInOrder();
    void lanesDoNotWaitForEachOther();
    void theAnswerOfADroppedQuestionNeverArrives();
    void anAnswerThatIsOnItsWayIsDroppedAsWell();
    void aDroppedQuestionToldToStopEndsEarly();
    void aQuestionThatHasNotBegunIsNeverAsked();
    void aNewQuestionInPlaceOfAnOldOneWins();
    void theAnswerOfAGoneContextNeverArrives();
    void itsEndStopsAndWaitsForTheWorkUnderWay();
    void itsEndSkipsWhatHasNotBegun();
    void whatIsInterruptedIsAskedOfTheNextSource();
    void whatIsAskedWhileSuspendedWaits();
    void aCommandIsNeitherInterruptedNorRepeated();
    void whatIsDroppedWhileSuspendedIsNotAsked();
    void itsEndWhileSuspendedIsClean();

private:
    /// Waits until all questions on a lane are worked off and their answers are in.
    void settle(SourceReader &reader, Lane lane);
};

void SourceReaderTest::settle(SourceReader &reader, Lane lane)
{
    bool settled = false;
    const Question last = reader.ask(lane, this, [&](ActorSource &, const Reply &reply) {
        reply.tell([&] { settled = true; });
    });
    QTRY_VERIFY(settled);
}

void SourceReaderTest::answersArriveOnTheWindowsThread()
{
    SourceReader reader(std::make_shared<FakeSource>());
    QThread *worker = nullptr;
    QThread *window = nullptr;
    const Question question =
        reader.ask(Lane::Details, this, [&](ActorSource &source, const Reply &reply) {
            QThread *const here = QThread::currentThread();
            reply.tell([&, here, location = source.location()] {
                worker = here;
                window = QThread::currentThread();
                QCOMPARE(location, QStringLiteral("/fake/folder"));
            });
        });
    QTRY_VERIFY(window);
    QCOMPARE(window, QThread::currentThread());
    QVERIFY(worker != window);
}

void SourceReaderTest::anAnswerInPartsArrivesInOrder()
{
    SourceReader reader(std::make_shared<FakeSource>());
    QList<int> parts;
    const Question question =
        reader.ask(Lane::Listing, this, [&](ActorSource &, const Reply &reply) {
            for (int part = 0; part < 100; ++part)
                reply.tell([&parts, part] { parts << part; });
        });
    QTRY_COMPARE(parts.size(), 100);
    QVERIFY(std::is_sorted(parts.begin(), parts.end()));
}

void SourceReaderTest::questionsOfALaneAreAnsweredInOrder()
{
    SourceReader reader(std::make_shared<FakeSource>());
    QList<int> answers;
    std::vector<Question> questions;
    for (int number = 0; number < 50; ++number) {
        questions.push_back(
            reader.ask(Lane::Details, this, [&answers, number](ActorSource &, const Reply &reply) {
                reply.tell([&answers, number] { answers << number; });
            }));
    }
    QTRY_COMPARE(answers.size(), 50);
    QVERIFY(std::is_sorted(answers.begin(), answers.end()));
}

void SourceReaderTest::lanesDoNotWaitForEachOther()
{
    Gate gate;
    gate.close();
    SourceReader reader(std::make_shared<FakeSource>());
    bool slow = false;
    bool quick = false;
    const Question held = reader.ask(Lane::Listing, this, [&](ActorSource &, const Reply &reply) {
        gate.pass();
        reply.tell([&] { slow = true; });
    });
    for (const Lane lane : {Lane::Details, Lane::Totals}) {
        quick = false;
        const Question other = reader.ask(lane, this, [&](ActorSource &, const Reply &reply) {
            reply.tell([&] { quick = true; });
        });
        QTRY_VERIFY(quick);
        QVERIFY(!slow);
    }
    gate.open();
    QTRY_VERIFY(slow);
}

void SourceReaderTest::theAnswerOfADroppedQuestionNeverArrives()
{
    Gate gate;
    gate.close();
    SourceReader reader(std::make_shared<FakeSource>());
    bool arrived = false;
    {
        const Question dropped =
            reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &reply) {
                gate.pass();
                reply.tell([&] { arrived = true; });
            });
        QTRY_COMPARE(gate.waiting(), 1);
    }
    gate.open();
    settle(reader, Lane::Details);
    QVERIFY(!arrived);
}

void SourceReaderTest::anAnswerThatIsOnItsWayIsDroppedAsWell()
{
    SourceReader reader(std::make_shared<FakeSource>());
    QSemaphore told;
    bool arrived = false;
    {
        const Question dropped =
            reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &reply) {
                reply.tell([&] { arrived = true; });
                told.release();
            });
        QVERIFY(told.tryAcquire(1, 5000)); // no event is handled here
    }
    settle(reader, Lane::Details);
    QVERIFY(!arrived);
}

void SourceReaderTest::aDroppedQuestionToldToStopEndsEarly()
{
    SourceReader reader(std::make_shared<FakeSource>());
    QSemaphore begun;
    QSemaphore ended;
    {
        const Question dropped =
            reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &reply) {
                begun.release();
                while (!reply.stopToken().stop_requested())
                    QThread::yieldCurrentThread();
                ended.release();
            });
        QVERIFY(begun.tryAcquire(1, 5000));
        QVERIFY(!ended.tryAcquire());
    }
    QVERIFY(ended.tryAcquire(1, 5000));
}

void SourceReaderTest::aQuestionThatHasNotBegunIsNeverAsked()
{
    Gate gate;
    gate.close();
    SourceReader reader(std::make_shared<FakeSource>());
    std::atomic<bool> asked = false;
    const Question held =
        reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &) { gate.pass(); });
    {
        const Question dropped =
            reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &) { asked = true; });
    }
    gate.open();
    settle(reader, Lane::Details);
    QVERIFY(!asked);
}

void SourceReaderTest::aNewQuestionInPlaceOfAnOldOneWins()
{
    Gate gate;
    gate.close();
    SourceReader reader(std::make_shared<FakeSource>());
    QStringList answers;
    const auto ask = [&](const QString &answer) {
        return reader.ask(Lane::Details, this, [&, answer](ActorSource &, const Reply &reply) {
            gate.pass();
            reply.tell([&, answer] { answers << answer; });
        });
    };
    Question question = ask(QStringLiteral("old"));
    QTRY_COMPARE(gate.waiting(), 1);
    question = ask(QStringLiteral("new"));
    gate.open();
    QTRY_COMPARE(answers, QStringList(QStringLiteral("new")));
    settle(reader, Lane::Details);
    QCOMPARE(answers.size(), 1);
}

void SourceReaderTest::theAnswerOfAGoneContextNeverArrives()
{
    Gate gate;
    gate.close();
    SourceReader reader(std::make_shared<FakeSource>());
    bool arrived = false;
    auto context = std::make_unique<QObject>();
    const Question question =
        reader.ask(Lane::Details, context.get(), [&](ActorSource &, const Reply &reply) {
            gate.pass();
            reply.tell([&] { arrived = true; });
        });
    QTRY_COMPARE(gate.waiting(), 1);
    context.reset();
    gate.open();
    settle(reader, Lane::Details);
    QVERIFY(!arrived);
}

void SourceReaderTest::itsEndStopsAndWaitsForTheWorkUnderWay()
{
    QSemaphore begun;
    std::atomic<int> ended = 0;
    bool arrived = false;
    auto reader = std::make_unique<SourceReader>(std::make_shared<FakeSource>());
    std::vector<Question> questions;
    for (const Lane lane : {Lane::Listing, Lane::Details, Lane::Totals}) {
        questions.push_back(reader->ask(lane, this, [&](ActorSource &, const Reply &reply) {
            begun.release();
            while (!reply.stopToken().stop_requested())
                QThread::yieldCurrentThread();
            reply.tell([&] { arrived = true; });
            ++ended;
        }));
    }
    QVERIFY(begun.tryAcquire(3, 5000));
    reader.reset();
    QCOMPARE(ended, 3);
    QCoreApplication::processEvents();
    QVERIFY(!arrived);
}

void SourceReaderTest::itsEndSkipsWhatHasNotBegun()
{
    QSemaphore begun;
    std::atomic<bool> asked = false;
    auto reader = std::make_unique<SourceReader>(std::make_shared<FakeSource>());
    const Question first = reader->ask(Lane::Details, this, [&](ActorSource &, const Reply &reply) {
        begun.release();
        while (!reply.stopToken().stop_requested())
            QThread::yieldCurrentThread();
    });
    const Question second =
        reader->ask(Lane::Details, this, [&](ActorSource &, const Reply &) { asked = true; });
    QVERIFY(begun.tryAcquire(1, 5000));
    reader.reset();
    QVERIFY(!asked);
}

void SourceReaderTest::whatIsInterruptedIsAskedOfTheNextSource()
{
    const auto first = std::make_shared<FakeSource>();
    const auto second = std::make_shared<FakeSource>();
    SourceReader reader(first);
    QSemaphore begun;
    QList<const ActorSource *> answers;
    const Question question =
        reader.ask(Lane::Listing, this, [&](ActorSource &source, const Reply &reply) {
            begun.release();
            while (&source == first.get() && !reply.stopToken().stop_requested())
                QThread::yieldCurrentThread();
            reply.tell([&, from = &source] { answers << from; });
        });
    const Question next =
        reader.ask(Lane::Listing, this, [&](ActorSource &source, const Reply &reply) {
            reply.tell([&, from = &source] { answers << from; });
        });
    QVERIFY(begun.tryAcquire(1, 5000));
    bool idle = false;
    reader.suspend([&] { idle = true; });
    QTRY_VERIFY(idle);
    QCoreApplication::processEvents();
    QVERIFY(answers.isEmpty());
    reader.resume(second);
    QTRY_COMPARE(answers, QList<const ActorSource *>({second.get(), second.get()}));
}

void SourceReaderTest::whatIsAskedWhileSuspendedWaits()
{
    const auto source = std::make_shared<FakeSource>();
    SourceReader reader(source);
    bool idle = false;
    reader.suspend([&] { idle = true; });
    QTRY_VERIFY(idle);
    QStringList answers;
    std::vector<Question> questions;
    for (const char *name : {"a", "b", "c"}) {
        questions.push_back(
            reader.ask(Lane::Details, this,
                       [&, name = QString::fromLatin1(name)](ActorSource &, const Reply &reply) {
                           reply.tell([&, name] { answers << name; });
                       }));
    }
    QTest::qWait(20);
    QVERIFY(answers.isEmpty());
    reader.resume(source);
    QTRY_COMPARE(answers.join(QString()), QStringLiteral("abc"));
}

void SourceReaderTest::aCommandIsNeitherInterruptedNorRepeated()
{
    const auto source = std::make_shared<FakeSource>();
    SourceReader reader(source);
    Gate gate;
    gate.close();
    std::atomic<int> runs = 0;
    bool stopped = true;
    bool answered = false;
    const Question command =
        reader.ask(Lane::Commands, this, [&](ActorSource &, const Reply &reply) {
            ++runs;
            gate.pass();
            reply.tell([&, stop = reply.stopToken().stop_requested()] {
                stopped = stop;
                answered = true;
            });
        });
    QTRY_COMPARE(gate.waiting(), 1);
    bool idle = false;
    reader.suspend([&] { idle = true; });
    QTest::qWait(20);
    QVERIFY(!idle);
    gate.open();
    QTRY_VERIFY(idle);
    reader.resume(source);
    settle(reader, Lane::Commands);
    QVERIFY(answered);
    QVERIFY(!stopped);
    QCOMPARE(runs, 1);
}

void SourceReaderTest::whatIsDroppedWhileSuspendedIsNotAsked()
{
    const auto source = std::make_shared<FakeSource>();
    SourceReader reader(source);
    reader.suspend([] {});
    std::atomic<bool> asked = false;
    Question question =
        reader.ask(Lane::Details, this, [&](ActorSource &, const Reply &) { asked = true; });
    QTest::qWait(20);
    question = {};
    reader.resume(source);
    settle(reader, Lane::Details);
    QVERIFY(!asked);
}

void SourceReaderTest::itsEndWhileSuspendedIsClean()
{
    auto reader = std::make_unique<SourceReader>(std::make_shared<FakeSource>());
    std::atomic<bool> asked = false;
    reader->suspend([] {});
    const Question question =
        reader->ask(Lane::Totals, this, [&](ActorSource &, const Reply &) { asked = true; });
    QTest::qWait(20);
    reader.reset();
    QCoreApplication::processEvents();
    QVERIFY(!asked);
}

QTEST_GUILESS_MAIN(SourceReaderTest)
#include "SourceReaderTest.moc"
