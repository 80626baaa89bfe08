#include "CtlRun.h"
#include "CtlFollower.h"
#include "StorageFolder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QSet>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace greenroom;

/// greenroomctl run: how it begins and ends, what it prints, what others may do meanwhile.
class CtlRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSignalPutsAllActorsToSleep_data();
    void aSignalPutsAllActorsToSleep();
    void aSecondSignalEndsAtOnce();
    void anActorThatDoesNotStopInTimeIsTold();
    void aReaderThatGoesAwayEndsTheRunInGoodOrder();
    void aReaderThatStopsReadingDoesNotKeepARunFromEnding();
    void meanwhileOthersMayLookAndAreToldWhoRunsIt();
    void aKilledRunLeavesItsActorsUncleanUntilTheyAreMarkedAsleep();
    void everyLineOfAnEventHasTheSameNames();
    void theTextHasALineForEachEvent();
    void anActorIsWokenAtTheStart();
    void aRunWithoutPluginsSaysSoAndStartsNothing();
    void aRunThatIsIdleNeedsNoTime();
    void demoActorsAreNotLoadedUnasked();
    void aDemoGoesOnWhereItWas();
    void nothingThatCannotBeRunIsRun_data();
    void nothingThatCannotBeRunIsRun();
};

namespace {

const QString Json = QStringLiteral("--json");
const QString Demo = QStringLiteral(GREENROOM_DEMO_ACTORS);
const QString Stubborn = QStringLiteral(GREENROOM_STUBBORN_ACTOR);

QStringList words(const char *text)
{
    return QString::fromUtf8(text).split(u' ');
}

QString create(const QString &folder, const QString &name)
{
    return CtlRun::of({QStringLiteral("create"), folder, name, Json})
        .json()[QLatin1String("actorId")]
        .toString();
}

/// The words for the statuses of all actors, each once.
QSet<QString> statusesIn(const QString &folder)
{
    QSet<QString> statuses;
    const CtlRun list = CtlRun::of({QStringLiteral("list"), folder, Json});
    for (const QJsonValue &actor : list.json()[QLatin1String("actors")].toArray())
        statuses << actor[QLatin1String("status")].toString();
    return statuses;
}

QStringList runDemo(const QString &folder)
{
    return {QStringLiteral("run"), folder, QStringLiteral("--demo"), Json};
}

QStringList runStubborn(const QString &folder, const QString &id)
{
    return {QStringLiteral("run"),
            folder,
            QStringLiteral("--plugin"),
            Stubborn,
            QStringLiteral("--wake"),
            id,
            Json};
}

} // namespace

void CtlRunTest::aSignalPutsAllActorsToSleep_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void CtlRunTest::aSignalPutsAllActorsToSleep()
{
    QFETCH(int, signal);
    const StorageFolder folder;
    CtlFollower run(runDemo(folder.path()));
    QVERIFY(run.readTo(QStringLiteral("run-started")));
    // The last of the demo's actors.
    QVERIFY(run.readTo(QStringLiteral("kv-written"),
                       ActorId::of(QStringLiteral("chatty"), {QStringLiteral("prompter")}).text()));
    run.send(signal);
    run.send(signal); // as "timeout" does
    QCOMPARE(run.exitCode(), 0);
    const QJsonObject last = run.lines().last();
    QCOMPARE(last[QLatin1String("event")].toString(), QStringLiteral("run-stopped"));
    QVERIFY(last[QLatin1String("stopped")].toInt() >= 5);
    QCOMPARE(last[QLatin1String("notStopped")].toInt(), 0);
    QCOMPARE(run.errors(), QString());
    QCOMPARE(statusesIn(folder.path()), QSet<QString>{QStringLiteral("sleeping")});
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("greenroom.lock"))));
}

void CtlRunTest::aSecondSignalEndsAtOnce()
{
    const StorageFolder folder;
    const QString id = create(folder.path(), QStringLiteral("stubborn"));
    CtlFollower run(runStubborn(folder.path(), id));
    QVERIFY(run.readTo(QStringLiteral("started"), id));
    run.send(SIGINT);
    QVERIFY(run.readTo(QStringLiteral("run-stopping")));
    QTest::qWait(500);
    QElapsedTimer timer;
    timer.start();
    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 1);
    QVERIFY(timer.elapsed() < 5000); // its stop may take ten seconds
    QVERIFY(run.errors().contains(QStringLiteral("at once")));
}

void CtlRunTest::anActorThatDoesNotStopInTimeIsTold()
{
    const StorageFolder folder;
    const QString id = create(folder.path(), QStringLiteral("stubborn"));
    CtlFollower run(runStubborn(folder.path(), id));
    QVERIFY(run.readTo(QStringLiteral("started"), id));
    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 0); // it overran its own limit, and has ended all the same
    QVERIFY(run.readTo(QStringLiteral("slept"), id));
    const auto slept = std::find_if(run.lines().begin(), run.lines().end(), [](const auto &line) {
        return line[QLatin1String("event")] == QLatin1String("slept");
    });
    QCOMPARE((*slept)[QLatin1String("error")].toString(), QStringLiteral("timed-out"));
    QCOMPARE(statusesIn(folder.path()), QSet<QString>{QStringLiteral("sleeping")});
}

void CtlRunTest::aReaderThatGoesAwayEndsTheRunInGoodOrder()
{
    const StorageFolder folder;
    QProcess shell;
    shell.start(QStringLiteral("sh"),
                QStringList{QStringLiteral("-c"),
                            QStringLiteral("{ \"$0\" \"$@\"; echo \"exit $?\" >&2; } | head -n 3"),
                            CtlRun::program()} +
                    runDemo(folder.path()));
    QVERIFY(shell.waitForFinished());
    const QByteArray errors = shell.readAllStandardError();
    QVERIFY2(errors.contains("cannot write the output"), errors.constData());
    QVERIFY(errors.endsWith("exit 1\n"));
    QVERIFY(!statusesIn(folder.path()).contains(QStringLiteral("running")));
}

void CtlRunTest::aReaderThatStopsReadingDoesNotKeepARunFromEnding()
{
    const StorageFolder folder;
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    // A pipe that is full from the start.
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    while (::write(ends[1], "x", 1) == 1) {
    }
    ::fcntl(ends[1], F_SETFL, 0);
    QProcess run;
    run.setChildProcessModifier([&] { ::dup2(ends[1], STDOUT_FILENO); });
    run.start(CtlRun::program(), runDemo(folder.path()));
    QTRY_VERIFY(QFile::exists(folder.path(QStringLiteral("greenroom.lock"))));
    QTest::qWait(500);
    ::kill(pid_t(run.processId()), SIGINT);
    QVERIFY(run.waitForFinished(10'000));
    QCOMPARE(run.exitCode(), 1);
    QVERIFY(run.readAllStandardError().contains("nobody reads"));
    QVERIFY(!statusesIn(folder.path()).contains(QStringLiteral("running")));
    ::close(ends[0]);
    ::close(ends[1]);
}

void CtlRunTest::meanwhileOthersMayLookAndAreToldWhoRunsIt()
{
    const StorageFolder folder;
    CtlFollower run(runDemo(folder.path()));
    const QString id = ActorId::of(QStringLiteral("counter"), {QStringLiteral("lobby")}).text();
    QVERIFY(run.readTo(QStringLiteral("started"), id));
    const QString pid = QString::number(run.process().processId());

    const QList<QStringList> acting{words("run DIR"),
                                    words("create DIR x"),
                                    words("wake DIR ID"),
                                    words("sleep DIR ID"),
                                    words("destroy DIR ID --yes"),
                                    words("alarm set DIR ID +1s"),
                                    words("alarm cancel DIR ID"),
                                    words("alarm fire DIR ID"),
                                    words("kv put DIR ID 0461 x"),
                                    words("kv delete DIR ID 0461")};
    for (QStringList call : acting) {
        call.replaceInStrings(QStringLiteral("DIR"), folder.path());
        call.replaceInStrings(QStringLiteral("ID"), id);
        const CtlRun refused = CtlRun::of(call);
        QVERIFY2(refused.exitCode == 1, qPrintable(call.join(u' ')));
        QVERIFY2(refused.errors.contains(QStringLiteral("greenroomctl (process %1)").arg(pid)),
                 qPrintable(refused.errors));
    }
    const QJsonObject shown = CtlRun::of({QStringLiteral("show"), folder.path(), id, Json}).json();
    QCOMPARE(shown[QLatin1String("status")].toString(), QStringLiteral("running"));
    QCOMPARE(shown[QLatin1String("holder")][QLatin1String("pid")].toInteger(),
             run.process().processId());
    const CtlRun table = CtlRun::of({QStringLiteral("show"), folder.path(), id});
    QVERIFY2(table.output.contains("Running"), table.output.constData());

    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 0);
    QCOMPARE(CtlRun::of({QStringLiteral("kv"), QStringLiteral("put"), folder.path(), id,
                         QStringLiteral("0461"), QStringLiteral("x")})
                 .exitCode,
             0);
}

void CtlRunTest::aKilledRunLeavesItsActorsUncleanUntilTheyAreMarkedAsleep()
{
    const StorageFolder folder;
    const QString id = create(folder.path(), QStringLiteral("stubborn"));
    {
        CtlFollower run(runStubborn(folder.path(), id));
        QVERIFY(run.readTo(QStringLiteral("started"), id));
        run.send(SIGKILL);
        QCOMPARE(run.exitCode(), -1);
    }
    const CtlRun list = CtlRun::of({QStringLiteral("list"), folder.path()});
    QVERIFY2(list.output.contains("Stopped uncleanly"), list.output.constData());

    const CtlRun slept = CtlRun::of({QStringLiteral("sleep"), folder.path(), id, Json});
    QVERIFY2(slept.exitCode == 0, qPrintable(slept.errors));
    QCOMPARE(slept.json()[QLatin1String("status")].toString(), QStringLiteral("sleeping"));
    QVERIFY(!slept.json()[QLatin1String("sleepTs")].isNull());
    QVERIFY(!slept.json()[QLatin1String("startTs")].isNull());

    const CtlRun again = CtlRun::of({QStringLiteral("sleep"), folder.path(), id});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.errors.contains(QStringLiteral("not running")), qPrintable(again.errors));
}

void CtlRunTest::everyLineOfAnEventHasTheSameNames()
{
    const StorageFolder folder;
    CtlFollower run(runDemo(folder.path()));
    QVERIFY(run.readTo(QStringLiteral("alarm-set")));
    QVERIFY(run.readTo(QStringLiteral("kv-written")));
    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 0);
    const QStringList names{
        QStringLiteral("actorId"), QStringLiteral("alarmAt"),  QStringLiteral("at"),
        QStringLiteral("bytes"),   QStringLiteral("count"),    QStringLiteral("detail"),
        QStringLiteral("error"),   QStringLiteral("event"),    QStringLiteral("key"),
        QStringLiteral("name"),    QStringLiteral("sequence"), QStringLiteral("tookUs")};
    qint64 sequence = 0;
    for (QJsonObject line : run.lines()) {
        if (!line.contains(QLatin1String("sequence")))
            continue; // about the run
        QCOMPARE(line[QLatin1String("sequence")].toInteger(), ++sequence);
        line.remove(QLatin1String("errorText"));
        QCOMPARE(line.keys(), names);
        QVERIFY(line[QLatin1String("name")].isString());
    }
    QVERIFY(sequence > 20);
}

void CtlRunTest::theTextHasALineForEachEvent()
{
    const StorageFolder folder;
    QProcess run;
    run.start(CtlRun::program(), {QStringLiteral("run"), folder.path(), QStringLiteral("--demo")});
    QByteArray text;
    while (!text.contains("chatty/prompter") && run.waitForReadyRead(30'000))
        text += run.readAllStandardOutput();
    ::kill(pid_t(run.processId()), SIGINT);
    QVERIFY(run.waitForFinished());
    text += run.readAllStandardOutput();
    QVERIFY(text.startsWith("Running " + folder.path().toUtf8()));
    QVERIFY2(text.contains("counter/lobby                 started          by request, "),
             text.constData());
    QVERIFY(text.trimmed().endsWith("actors stopped."));
    QCOMPARE(run.readAllStandardError(), QByteArray());
}

void CtlRunTest::anActorIsWokenAtTheStart()
{
    const StorageFolder folder;
    const QString id = create(folder.path(), QStringLiteral("counter"));
    CtlFollower run({QStringLiteral("run"), folder.path(), QStringLiteral("--plugin"), Demo,
                     QStringLiteral("--wake"), QStringLiteral("counter"), Json});
    QVERIFY(run.readTo(QStringLiteral("started"), id));
    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 0);
    QCOMPARE(run.lines().last()[QLatin1String("stopped")].toInt(), 1);
}

void CtlRunTest::aRunWithoutPluginsSaysSoAndStartsNothing()
{
    const StorageFolder folder;
    const QString id = create(folder.path(), QStringLiteral("counter"));
    const CtlRun set = CtlRun::of(
        {QStringLiteral("alarm"), QStringLiteral("set"), folder.path(), id, QStringLiteral("0")});
    QCOMPARE(set.exitCode, 0);
    CtlFollower run({QStringLiteral("run"), folder.path(), Json});
    QVERIFY(run.readTo(QStringLiteral("notice")));
    QVERIFY(run.readTo(QStringLiteral("alarm-gave-up"), id));
    run.send(SIGINT);
    QCOMPARE(run.exitCode(), 0);
    QVERIFY(QFile::exists(folder.layout().alarmFile(*ActorId::fromText(id))));
}

void CtlRunTest::aRunThatIsIdleNeedsNoTime()
{
#ifndef Q_OS_LINUX
    QSKIP("reads /proc");
#endif
    const StorageFolder folder;
    CtlFollower run({QStringLiteral("run"), folder.path(), Json});
    QVERIFY(run.readTo(QStringLiteral("notice")));
    const auto ticks = [&] {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(run.process().processId()));
        if (!stat.open(QIODevice::ReadOnly))
            return -1LL;
        const QByteArray all = stat.readAll();
        const QByteArrayList fields = all.mid(all.lastIndexOf(')') + 2).split(' ');
        return fields[11].toLongLong() + fields[12].toLongLong();
    };
    QTest::qWait(500);
    const qint64 before = ticks();
    QVERIFY(before >= 0);
    QTest::qWait(3000);
    const double seconds = double(ticks() - before) / double(::sysconf(_SC_CLK_TCK));
    QVERIFY2(seconds <= 0.06, qPrintable(QString::number(seconds))); // two per cent
}

void CtlRunTest::demoActorsAreNotLoadedUnasked()
{
    const StorageFolder folder;
    CtlFollower run({QStringLiteral("run"), folder.path(), Json});
    QVERIFY(run.readTo(QStringLiteral("run-started")));
    QCOMPARE(run.lines().first()[QLatin1String("definitions")].toArray(), QJsonArray());
}

void CtlRunTest::aDemoGoesOnWhereItWas()
{
    const StorageFolder folder;
    const QString id = ActorId::of(QStringLiteral("counter"), {QStringLiteral("lobby")}).text();
    QJsonValue made;
    for (int round = 0; round < 2; ++round) {
        CtlFollower run(runDemo(folder.path()));
        QVERIFY(run.readTo(QStringLiteral("started"), id));
        QVERIFY(run.readTo(QStringLiteral("kv-written"), id));
        run.send(SIGTERM);
        QCOMPARE(run.exitCode(), 0);
        const QJsonValue at = CtlRun::of({QStringLiteral("show"), folder.path(), id, Json})
                                  .json()[QLatin1String("createdAt")];
        QVERIFY(round == 0 || at == made);
        made = at;
    }
}

void CtlRunTest::nothingThatCannotBeRunIsRun_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no library") << "--plugin /nowhere/lib.so" << 1 << "no such file";
    QTest::newRow("no plugin") << "--plugin /etc/passwd" << 1 << "/etc/passwd";
    QTest::newRow("no folder of plugins") << "--plugins /nowhere" << 1 << "/nowhere";
    QTest::newRow("no such actor") << "--wake nobody" << 1 << "nobody";
    QTest::newRow("no such durability") << "--durability forever" << 2 << "--durability";
}

void CtlRunTest::nothingThatCannotBeRunIsRun()
{
    QFETCH(QString, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, reason);
    const StorageFolder folder;
    const CtlRun run =
        CtlRun::of(QStringList{QStringLiteral("run"), folder.path()} + arguments.split(u' '));
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.errors.contains(reason), qPrintable(run.errors));
    QVERIFY(run.output.isEmpty());
}

QTEST_GUILESS_MAIN(CtlRunTest)
#include "CtlRunTest.moc"
