#include "Fixture.h"
#include "FolderSnapshot.h"
#include "LocalSocket.h"
#include "StorageFolder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#    include <csignal>
#endif

using greenroom::LocalSocket;

constexpr int PatienceMs = 20'000;

/// A user with a home of their own and the sessions they start Greenroom in, off screen.
class User
{
public:
    User() { QDir(m_home.path()).mkdir(QStringLiteral("runtime")); }

    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }

    /// Starts the program with settings of its own called @p settings.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QString &settings,
                                                  const QStringList &arguments) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), m_home.path());
        environment.insert(QStringLiteral("TMPDIR"), m_home.path());
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), path(QStringLiteral("runtime")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path(settings));
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), path(QStringLiteral("cache")));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment);
        process->setWorkingDirectory(m_home.path());
        process->start(QStringLiteral(GREENROOM_PROGRAM), arguments);
        if (!process->waitForStarted(PatienceMs))
            qFatal("%s does not start", GREENROOM_PROGRAM);
        return process;
    }

    /// The socket at which a window listens; empty where there is none.
    [[nodiscard]] QString place() const
    {
        const QDir runtime(path(QStringLiteral("runtime")));
        const QStringList sockets =
            runtime.entryList({QStringLiteral("greenroom-*")}, QDir::System | QDir::Files);
        return sockets.isEmpty() ? QString() : runtime.filePath(sockets.first());
    }

    /// Waits until a window is there and answers, however busy the machine is.
    [[nodiscard]] bool awaitFirst() const
    {
        LocalSocket::Connection first;
        const auto isThere = [this, &first] {
            first = LocalSocket::connectTo(place());
            return first.presence == LocalSocket::Presence::Someone;
        };
        return QTest::qWaitFor(isThere, PatienceMs) &&
               first.socket.readLine(100, QDeadlineTimer(PatienceMs));
    }

    /// The folders that a window with these settings has opened, the last first.
    [[nodiscard]] QStringList opened(const QString &settings) const
    {
        const QSettings file(path(settings) + QStringLiteral("/Greenroom/greenroom.conf"),
                             QSettings::NativeFormat);
        return file.value(QStringLiteral("recentFolders")).toStringList();
    }

private:
    QTemporaryDir m_home;
};

namespace {

struct Ended
{
    int exitCode = -1;
    QString output;
    QString errors;
};

Ended endOf(QProcess &process)
{
    if (!process.waitForFinished(PatienceMs) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

void end(QProcess &process)
{
    process.kill();
    process.waitForFinished(PatienceMs);
}

QString firstSettings()
{
    return QStringLiteral("first");
}

QString secondSettings()
{
    return QStringLiteral("second");
}

} // namespace

class ProgramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theSelfTestPassesAndLeavesNothingBehind();
    void theSmokeTestShowsAFoldersActors_data();
    void theSmokeTestShowsAFoldersActors();
    void theSmokeTestFailsWithTheReason_data();
    void theSmokeTestFailsWithTheReason();
    void aSecondStartHandsItsFolderOver();
    void aFolderIsMeantAsTheSecondStartSeesIt();
    void aSecondStartWithoutAFolderOnlyRaises();
    void theFolderOfAnotherReplacesOneThatIsLookedAt();
    void aWindowThatRunsActorsIsLeftAlone();
    void aSecondStartRunsTheFolderThatIsOpen();
    void aWindowOfItsOwnIsOpenedWhereThatIsAskedFor_data();
    void aWindowOfItsOwnIsOpenedWhereThatIsAskedFor();
    void afterAKillTheNextStartIsTheFirst();
    void ofSeveralStartsAtOnceOneWindowStays();
    void aWindowThatHangsIsNotWaitedFor();

private:
    /// A first window, which listens.
    [[nodiscard]] std::unique_ptr<QProcess> startFirst(const QStringList &arguments = {});

    std::unique_ptr<User> m_user;
    std::unique_ptr<StorageFolder> m_folder;
};

void ProgramTest::init()
{
    m_user = std::make_unique<User>();
    QFile::setPermissions(m_user->path(QStringLiteral("runtime")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_folder = std::make_unique<StorageFolder>(Fixture(QStringLiteral("v2.2.1-basic")).path());
}

void ProgramTest::cleanup()
{
    m_folder.reset();
    m_user.reset();
}

std::unique_ptr<QProcess> ProgramTest::startFirst(const QStringList &arguments)
{
    auto first = m_user->start(firstSettings(), arguments);
    if (!m_user->awaitFirst())
        qFatal("no window listens");
    return first;
}

void ProgramTest::theSelfTestPassesAndLeavesNothingBehind()
{
    const auto program = m_user->start(firstSettings(), {QStringLiteral("--selftest")});
    const Ended ended = endOf(*program);
    QVERIFY2(ended.exitCode == 0, qPrintable(ended.output + ended.errors));
    for (const char *line : {"ok   Greenroom ", "ok   Qt " QT_VERSION_STR,
                             "ok   Qt's SQLite plugin: /", "ok   SQLite 3.", "ok   windows by ",
                             "ok   an actor was made", "ok   demo actors: /", "ok   settings: /"})
        QVERIFY2(ended.output.contains(QString::fromUtf8(line)), line);
    QVERIFY(!ended.output.contains(QStringLiteral("FAIL")));
    QCOMPARE(ended.errors, QString());
    QCOMPARE(
        QDir(m_user->path({})).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        QStringList{QStringLiteral("runtime")});
}

void ProgramTest::theSmokeTestShowsAFoldersActors_data()
{
    QTest::addColumn<QString>("fixture");
    QTest::newRow("some actors") << QStringLiteral("v2.2.1-basic");
    QTest::newRow("none") << QString();
}

void ProgramTest::theSmokeTestShowsAFoldersActors()
{
    QFETCH(QString, fixture);
    const StorageFolder folder;
    if (fixture.isEmpty())
        folder.makeParts();
    else
        copyFolder(Fixture(fixture).path(), folder.path());
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    // One that runs already is not asked.
    const auto first = startFirst();
    const auto program =
        m_user->start(secondSettings(), {QStringLiteral("--smoke"), folder.path()});
    const Ended ended = endOf(*program);
    end(*first);
    QVERIFY2(ended.exitCode == 0, qPrintable(ended.output + ended.errors));
    static const QRegularExpression line(QStringLiteral(
        "^ok   first paint after (\\d+) ms, all (\\d+) actors after (\\d+) ms, from .+ "
        "\\(offscreen\\)\n$"));
    const auto match = line.match(ended.output);
    QVERIFY2(match.hasMatch(), qPrintable(ended.output));
    QVERIFY(match.captured(1).toInt() <= match.captured(3).toInt());
    QCOMPARE(match.captured(2).toInt() > 0, !fixture.isEmpty());
    QVERIFY(!QFile::exists(m_user->path(secondSettings()))); // no settings
    QCOMPARE(m_user->opened(firstSettings()), QStringList());
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void ProgramTest::theSmokeTestFailsWithTheReason_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such folder")
        << QStringLiteral("/no/such/folder") << QStringLiteral("/no/such/folder");
    QTest::newRow("no storage folder") << QStringLiteral(".") << QStringLiteral("state");
}

void ProgramTest::theSmokeTestFailsWithTheReason()
{
    QFETCH(QString, folder);
    QFETCH(QString, says);
    const auto program = m_user->start(secondSettings(), {QStringLiteral("--smoke"), folder});
    const Ended ended = endOf(*program);
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.errors.contains(QStringLiteral("greenroom: smoke test: ")) &&
                 ended.errors.contains(says),
             qPrintable(ended.errors));
    QCOMPARE(ended.output, QString());
}

void ProgramTest::aSecondStartHandsItsFolderOver()
{
    const auto first = startFirst();
    const auto second = m_user->start(secondSettings(), {m_folder->path()});
    const Ended ended = endOf(*second);
    QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
    QCOMPARE(ended.output + ended.errors, QString());
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    QVERIFY(!QFile::exists(m_user->path(secondSettings())));
    QCOMPARE(first->state(), QProcess::Running);
    end(*first);
}

void ProgramTest::aFolderIsMeantAsTheSecondStartSeesIt()
{
    const QString link = m_user->path(QStringLiteral("mine"));
    QVERIFY(QFile::link(m_folder->path(), link));
    auto first = startFirst();
    const auto second = m_user->start(secondSettings(), {QStringLiteral("./mine/../mine")});
    QCOMPARE(endOf(*second).exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()), QStringList{link}, PatienceMs);
    end(*first);
}

void ProgramTest::aSecondStartWithoutAFolderOnlyRaises()
{
    const auto first = startFirst({m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()).size(), 1, PatienceMs);
    const auto second = m_user->start(secondSettings(), {});
    QCOMPARE(endOf(*second).exitCode, 0);
    QCOMPARE(m_user->opened(firstSettings()), QStringList{m_folder->path()});
    end(*first);
}

void ProgramTest::theFolderOfAnotherReplacesOneThatIsLookedAt()
{
    const StorageFolder other(Fixture(QStringLiteral("v2.2.1-basic")).path());
    const auto first = startFirst({m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()).size(), 1, PatienceMs);
    const auto second = m_user->start(secondSettings(), {other.path()});
    QCOMPARE(endOf(*second).exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()),
                              QStringList({other.path(), m_folder->path()}), PatienceMs);
    end(*first);
}

void ProgramTest::aWindowThatRunsActorsIsLeftAlone()
{
    const StorageFolder other(Fixture(QStringLiteral("v2.2.1-basic")).path());
    const auto first = startFirst({QStringLiteral("--run"), m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()).size(), 1, PatienceMs);
    const auto second = m_user->start(secondSettings(), {other.path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(secondSettings()), QStringList{other.path()},
                              PatienceMs);
    QCOMPARE(m_user->opened(firstSettings()), QStringList{m_folder->path()});
    // The same folder is only raised.
    const auto third = m_user->start(QStringLiteral("third"), {m_folder->path()});
    QCOMPARE(endOf(*third).exitCode, 0);
    end(*second);
    end(*first);
}

void ProgramTest::aSecondStartRunsTheFolderThatIsOpen()
{
    const StorageFolder other(Fixture(QStringLiteral("v2.2.1-basic")).path());
    const auto first = startFirst({m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()).size(), 1, PatienceMs);
    const auto second =
        m_user->start(secondSettings(), {QStringLiteral("--run"), m_folder->path()});
    QCOMPARE(endOf(*second).exitCode, 0);
    // From then on it is busy.
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder->path(QStringLiteral("greenroom.lock"))),
                             PatienceMs);
    const auto third = m_user->start(QStringLiteral("third"), {other.path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(QStringLiteral("third")), QStringList{other.path()},
                              PatienceMs);
    end(*third);
    end(*first);
}

void ProgramTest::aWindowOfItsOwnIsOpenedWhereThatIsAskedFor_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("new window") << QStringList{QStringLiteral("--new-window")};
    QTest::newRow("demo") << QStringList{QStringLiteral("--demo")};
    QTest::newRow("plugin") << QStringList{QStringLiteral("--plugin"), QStringLiteral("x.so")};
}

void ProgramTest::aWindowOfItsOwnIsOpenedWhereThatIsAskedFor()
{
    QFETCH(QStringList, arguments);
    const auto first = startFirst();
    const auto second = m_user->start(secondSettings(), arguments + QStringList{m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(secondSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    QCOMPARE(m_user->opened(firstSettings()), QStringList());
    // It has not taken the first one's place.
    const auto third = m_user->start(QStringLiteral("third"), {m_folder->path()});
    QCOMPARE(endOf(*third).exitCode, 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    end(*second);
    end(*first);
}

void ProgramTest::afterAKillTheNextStartIsTheFirst()
{
    end(*startFirst());
    QVERIFY(!m_user->place().isEmpty()); // nobody listens at it
    const auto second = m_user->start(secondSettings(), {m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(secondSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    const auto third = m_user->start(QStringLiteral("third"), {});
    QCOMPARE(endOf(*third).exitCode, 0);
    end(*second);
}

void ProgramTest::ofSeveralStartsAtOnceOneWindowStays()
{
    std::vector<std::unique_ptr<QProcess>> starts;
    for (int i = 0; i < 4; ++i)
        starts.push_back(m_user->start(firstSettings(), {m_folder->path()}));
    const auto running = [&starts] {
        return std::count_if(starts.begin(), starts.end(),
                             [](const auto &start) { return start->state() == QProcess::Running; });
    };
    QTRY_COMPARE_WITH_TIMEOUT(running(), 1, PatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(firstSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    QCOMPARE(running(), 1);
    for (const auto &start : starts) {
        if (start->state() == QProcess::Running)
            end(*start);
        else
            QCOMPARE(start->exitCode(), 0);
    }
}

void ProgramTest::aWindowThatHangsIsNotWaitedFor()
{
#ifdef Q_OS_UNIX
    const auto first = startFirst();
    QTRY_VERIFY_WITH_TIMEOUT(first->processId() > 0, PatienceMs);
    ::kill(pid_t(first->processId()), SIGSTOP);
    QElapsedTimer clock;
    clock.start();
    const auto second = m_user->start(secondSettings(), {m_folder->path()});
    QTRY_COMPARE_WITH_TIMEOUT(m_user->opened(secondSettings()), QStringList{m_folder->path()},
                              PatienceMs);
    QVERIFY(clock.elapsed() >= 2000);
    second->waitForReadyRead(0);
    QVERIFY(second->readAllStandardError().contains("does not answer"));
    // When it wakes up it does nothing that was asked of it meanwhile.
    ::kill(pid_t(first->processId()), SIGCONT);
    const auto third = m_user->start(QStringLiteral("third"), {});
    QCOMPARE(endOf(*third).exitCode, 0);
    QCOMPARE(m_user->opened(firstSettings()), QStringList());
    end(*second);
    end(*first);
#endif
}

QTEST_GUILESS_MAIN(ProgramTest)
#include "ProgramTest.moc"
