#include "Meeting.h"
#include "FirstInstance.h"
#include "MeetingPlace.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace greenroom;
using namespace std::chrono_literals;

using Outcome = Meeting::Outcome;

namespace {

HandOver sample()
{
    HandOver request;
    request.folder = QStringLiteral("/a \"folder\"\nof Björn's");
    request.mode = MainWindow::Mode::Run;
    request.activationToken = QStringLiteral("token");
    return request;
}

/// Meets on a thread of its own, as another process would, while this one answers.
Outcome meetBeside(const QString &place, const HandOver &request)
{
    std::atomic<bool> isDone = false;
    Meeting meeting;
    std::thread other([&] {
        meeting = meet(place, request, 2s);
        isDone = true;
    });
    (void)QTest::qWaitFor([&] { return isDone.load(); }, 10'000);
    other.join();
    return meeting.outcome;
}

} // namespace

class MeetingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aHandOverComesBackFromItsLine_data();
    void aHandOverComesBackFromItsLine();
    void aLineThatIsNoHandOverIsRefused_data();
    void aLineThatIsNoHandOverIsRefused();

    void theFirstListensAndTheSecondHandsOver();
    void aBusyWindowIsToldFromOneThatTakes();
    void whatAKilledProcessLeftBehindIsTakenOver();
    void aFileInTheWayIsTakenForASocketLeftBehind();
    void ofManyAtOnceOneIsTheFirst();
    void oneThatHangsIsNotWaitedForLong();
    void oneOfAnotherVersionIsLeftAlone();
    void nothingIsAskedOfOneThatHung();
    void whateverAVisitorSaysIsHarmless_data();
    void whateverAVisitorSaysIsHarmless();
    void manySilentVisitorsDoNotCloseTheDoorForGood();
    void listeningAloneDisturbsNobody();
    void theFirstLeavesNothingBehind();
    void meetingNobodyIsQuick();

    void aMeetingPlaceIsThatOfOneUserAndDisplay();
    void aMeetingPlaceThatOthersCanEnterIsNone();
    void aMeetingPlaceThatIsTooLongIsNone();

private:
    /// Answers as a window would, and keeps what was asked.
    [[nodiscard]] std::unique_ptr<FirstInstance> open(HandOver::Answer answer);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_place;
    QList<HandOver> m_asked;
};

void MeetingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_place = m_folder->filePath(QStringLiteral("place"));
    m_asked.clear();
    qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
    qputenv("TMPDIR", m_folder->path().toUtf8());
}

void MeetingTest::cleanup()
{
    m_folder.reset();
}

std::unique_ptr<FirstInstance> MeetingTest::open(HandOver::Answer answer)
{
    Meeting meeting = meet(m_place, {}, 2s);
    if (meeting.outcome != Outcome::First)
        qFatal("not the first");
    return std::make_unique<FirstInstance>(m_place, std::move(meeting.listening),
                                           [this, answer](const HandOver &request) {
                                               m_asked << request;
                                               return answer;
                                           });
}

void MeetingTest::aHandOverComesBackFromItsLine_data()
{
    QTest::addColumn<HandOver>("request");
    QTest::newRow("nothing but the window") << HandOver();
    QTest::newRow("a folder to run") << sample();
    HandOver chooser;
    chooser.chooser = StartOptions::Chooser::Open;
    QTest::newRow("the chooser") << chooser;
}

void MeetingTest::aHandOverComesBackFromItsLine()
{
    QFETCH(HandOver, request);
    const QByteArray line = request.line();
    QVERIFY(line.endsWith('\n'));
    QCOMPARE(line.count('\n'), 1);
    const Result<HandOver> back = HandOver::ofLine(line);
    QVERIFY(back);
    QVERIFY(*back == request);
}

void MeetingTest::aLineThatIsNoHandOverIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("GET / HTTP/1.1\r\n");
    QTest::newRow("a list") << QByteArray("[1]\n");
    QTest::newRow("bytes") << QByteArray("\xff\x00\xfe\n", 4);
    QTest::newRow("no version") << QByteArray("{\"folder\":\"/a\"}\n");
    QTest::newRow("a later version") << QByteArray("{\"greenroom\":2,\"folder\":\"/a\"}\n");
    QTest::newRow("a relative folder") << QByteArray("{\"greenroom\":1,\"folder\":\"a\"}\n");
    QTest::newRow("a long one") << "{\"greenroom\":1,\"folder\":\"/" +
                                       QByteArray(HandOver::MaxBytes, 'a') + "\"}\n";
}

void MeetingTest::aLineThatIsNoHandOverIsRefused()
{
    QFETCH(QByteArray, line);
    QVERIFY(!HandOver::ofLine(line));
}

void MeetingTest::theFirstListensAndTheSecondHandsOver()
{
    const auto first = open(HandOver::Answer::Taken);
    QCOMPARE(meetBeside(m_place, sample()), Outcome::HandedOver);
    QCOMPARE(m_asked.size(), 1);
    QVERIFY(m_asked.first() == sample());
    QCOMPARE(meetBeside(m_place, {}), Outcome::HandedOver);
    QCOMPARE(m_asked.size(), 2);
}

void MeetingTest::aBusyWindowIsToldFromOneThatTakes()
{
    const auto first = open(HandOver::Answer::Busy);
    QCOMPARE(meetBeside(m_place, sample()), Outcome::Busy);
}

void MeetingTest::whatAKilledProcessLeftBehindIsTakenOver()
{
    {
        const Meeting killed = meet(m_place, {}, 2s);
        QCOMPARE(killed.outcome, Outcome::First);
    }
    QVERIFY(QFile::exists(m_place)); // nobody listens at it
    const auto first = open(HandOver::Answer::Taken);
    QCOMPARE(meetBeside(m_place, sample()), Outcome::HandedOver);
}

void MeetingTest::aFileInTheWayIsTakenForASocketLeftBehind()
{
    QFile file(m_place);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QCOMPARE(meet(m_place, {}, 2s).outcome, Outcome::First);
}

void MeetingTest::ofManyAtOnceOneIsTheFirst()
{
    { // also where there is something to take over
        const Meeting killed = meet(m_place, {}, 2s);
        QCOMPARE(killed.outcome, Outcome::First);
    }
    constexpr int Starts = 8;
    std::vector<Meeting> meetings(Starts);
    std::atomic<int> done = 0;
    std::vector<std::thread> starts;
    for (Meeting &meeting : meetings) {
        starts.emplace_back([this, &meeting, &done] {
            meeting = meet(m_place, sample(), 5s);
            ++done;
        });
    }
    const auto firstOf = [&meetings] {
        return std::find_if(meetings.begin(), meetings.end(), [](const Meeting &meeting) {
            return meeting.outcome == Outcome::First;
        });
    };
    // The others wait for an answer, which the first can give only from its event loop.
    QTRY_COMPARE(done.load(), 1);
    const auto first = firstOf();
    QVERIFY(first != meetings.end());
    const FirstInstance instance(m_place, std::move(first->listening),
                                 [](const HandOver &) { return HandOver::Answer::Taken; });
    QTRY_COMPARE_WITH_TIMEOUT(done.load(), Starts, 10'000);
    for (std::thread &start : starts)
        start.join();
    for (auto meeting = meetings.begin(); meeting != meetings.end(); ++meeting)
        QCOMPARE(meeting->outcome, meeting == first ? Outcome::First : Outcome::HandedOver);
}

void MeetingTest::oneThatHangsIsNotWaitedForLong()
{
    const Meeting hangs = meet(m_place, {}, 2s); // and never looks who comes
    QCOMPARE(hangs.outcome, Outcome::First);
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(meet(m_place, sample(), 200ms).outcome, Outcome::NoAnswer);
    QVERIFY2(clock.elapsed() >= 190 && clock.elapsed() < 1900,
             qPrintable(QString::number(clock.elapsed())));
    QVERIFY(QFile::exists(m_place)); // it may wake up again
}

void MeetingTest::nothingIsAskedOfOneThatHung()
{
    Meeting hung = meet(m_place, {}, 2s);
    QCOMPARE(meet(m_place, sample(), 100ms).outcome, Outcome::NoAnswer);
    const FirstInstance awake(m_place, std::move(hung.listening), [this](const HandOver &request) {
        m_asked << request;
        return HandOver::Answer::Taken;
    });
    QCOMPARE(meetBeside(m_place, {}), Outcome::HandedOver);
    QCOMPARE(m_asked.size(), 1); // the later one alone
    QVERIFY(m_asked.first() == HandOver());
}

void MeetingTest::oneOfAnotherVersionIsLeftAlone()
{
    Meeting other = meet(m_place, {}, 2s);
    std::thread greeter([&other] {
        LocalSocket visitor;
        while (!visitor.isOpen())
            visitor = other.listening.accept();
        (void)visitor.write("greenroom 99\n", QDeadlineTimer(1000));
        (void)visitor.readLine(1000, QDeadlineTimer(5000)); // until the other end goes
    });
    QCOMPARE(meet(m_place, sample(), 2s).outcome, Outcome::Apart);
    greeter.join();
}

void MeetingTest::whateverAVisitorSaysIsHarmless_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing, and goes") << QByteArray();
    QTest::newRow("garbage") << QByteArray("\x00\xff garbage\n", 11);
    QTest::newRow("half a line") << QByteArray("{\"greenroom\":1");
    QTest::newRow("nested") << QByteArray(30'000, '[') + '\n';
    QTest::newRow("a huge line") << QByteArray(8 * 1024 * 1024, 'x');
    QTest::newRow("two lines") << HandOver().line() + HandOver().line();
}

void MeetingTest::whateverAVisitorSaysIsHarmless()
{
    QFETCH(QByteArray, says);
    const auto first = open(HandOver::Answer::Taken);
    std::atomic<bool> isDone = false;
    std::thread visitor([&] {
        const LocalSocket::Connection connection = LocalSocket::connectTo(m_place);
        (void)connection.socket.write(says, QDeadlineTimer(2000)); // or until it is thrown out
        isDone = true;
    });
    const bool done = QTest::qWaitFor([&] { return isDone.load(); }, 10'000);
    visitor.join();
    QVERIFY(done);
    QCOMPARE(meetBeside(m_place, sample()), Outcome::HandedOver);
    QVERIFY(m_asked.size() <= 2);
    QVERIFY(m_asked.last() == sample());
}

void MeetingTest::manySilentVisitorsDoNotCloseTheDoorForGood()
{
    const auto first = open(HandOver::Answer::Taken);
    {
        std::vector<LocalSocket> silent;
        for (int i = 0; i < FirstInstance::MaxVisitors + 4; ++i) {
            silent.push_back(LocalSocket::connectTo(m_place).socket);
            QCoreApplication::processEvents();
        }
        QCOMPARE(meetBeside(m_place, sample()), Outcome::NoAnswer); // it opens its own window
    }
    QCOMPARE(meetBeside(m_place, sample()), Outcome::HandedOver);
}

void MeetingTest::listeningAloneDisturbsNobody()
{
    {
        const Meeting alone = listenAlone(m_place);
        QCOMPARE(alone.outcome, Outcome::First);
    }
    const auto first = open(HandOver::Answer::Taken); // takes over what that left behind
    QCOMPARE(listenAlone(m_place).outcome, Outcome::Apart);
    QCoreApplication::processEvents();
    QCOMPARE(meetBeside(m_place, sample()), Outcome::HandedOver);
    QCOMPARE(m_asked.size(), 1);
}

void MeetingTest::theFirstLeavesNothingBehind()
{
    open(HandOver::Answer::Taken).reset();
    QVERIFY(QDir(m_folder->path())
                .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot));
}

void MeetingTest::meetingNobodyIsQuick()
{
    qint64 best = std::numeric_limits<qint64>::max(); // the machine may be busy with other things
    for (int i = 0; i < 20; ++i) {
        QElapsedTimer clock;
        clock.start();
        const QString place = meetingPlace({});
        const Meeting meeting = meet(place, {}, 2s);
        best = std::min(best, clock.nsecsElapsed());
        QCOMPARE(meeting.outcome, Outcome::First);
        QVERIFY(QFile::remove(place));
    }
    QVERIFY2(best < 2'000'000, qPrintable(QString::number(best)));
}

void MeetingTest::aMeetingPlaceIsThatOfOneUserAndDisplay()
{
    qputenv("DISPLAY", ":5");
    qunsetenv("WAYLAND_DISPLAY");
    const QString place = meetingPlace({});
    QVERIFY(place.startsWith(m_folder->path() + u'/'));
    QCOMPARE(meetingPlace({}), place);
    qputenv("DISPLAY", ":5.1"); // a screen of the same
    QCOMPARE(meetingPlace({}), place);
    QVERIFY(meetingPlace(QStringLiteral("minimal")) != place);
    qputenv("WAYLAND_DISPLAY", "wayland-1");
    QVERIFY(meetingPlace({}) != place);
    qunsetenv("WAYLAND_DISPLAY");
    qputenv("DISPLAY", ":6");
    QVERIFY(meetingPlace({}) != place);
}

void MeetingTest::aMeetingPlaceThatOthersCanEnterIsNone()
{
    QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                                QFile::WriteOther | QFile::ExeOther);
    // One of its own, in the folder for temporary files.
    const QString made = m_folder->filePath(QStringLiteral("greenroom-"));
    QVERIFY(meetingPlace({}).startsWith(made));
    qunsetenv("XDG_RUNTIME_DIR");
    QVERIFY(meetingPlace({}).startsWith(made));

    const QString folder = QFileInfo(meetingPlace({})).path();
    QVERIFY(QDir().rmdir(folder));
    QVERIFY(QFile::link(m_folder->path(), folder)); // somebody was here before
    QCOMPARE(meetingPlace({}), QString());
}

void MeetingTest::aMeetingPlaceThatIsTooLongIsNone()
{
    const QString deep = m_folder->filePath(QString(120, u'a'));
    QVERIFY(QDir().mkpath(deep));
    QFile::setPermissions(deep, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("XDG_RUNTIME_DIR", deep.toUtf8());
    QVERIFY(meetingPlace({}).isEmpty());
    QCOMPARE(meet(meetingPlace({}), sample(), 2s).outcome, Outcome::Apart);
}

QTEST_GUILESS_MAIN(MeetingTest)
#include "MeetingTest.moc"
