#include "BareStorage.h"
#include "BenchTable.h"
#include "EngineBench.h"

#include "ActorRecord.h"
#include "AlarmRecord.h"
#include "StorageLayout.h"

#include <QDir>
#include <QTemporaryDir>

#include <deque>

#include <sys/resource.h>

namespace greenroom::bench {

namespace {

constexpr int Many = 10'000;

QByteArray perSecond(int operations, double us)
{
    return QByteArray::number(operations / us * 1e6, 'f', 0) + " a second, " +
           durationText(us / operations) + " each";
}

/// Keeps that many commands under way; the time for all, in microseconds.
template <class Begin>
double timeAtOnce(int operations, int atOnce, Begin begin)
{
    return timeOf([&] {
        std::deque<decltype(begin(0))> underWay;
        for (int i = 0; i < operations; ++i) {
            if (qsizetype(underWay.size()) == atOnce) {
                need(underWay.front().result());
                underWay.pop_front();
            }
            underWay.push_back(begin(i));
        }
        for (auto &future : underWay)
            need(future.result());
    });
}

ActorRecord recordOf(int number)
{
    ActorRecord record;
    record.name = QStringLiteral("counter");
    record.key = {QStringLiteral("k%1").arg(number)};
    record.actorId = ActorId::of(record.name, record.key).text();
    record.createdAt = SystemClock().now();
    record.startTs = record.createdAt;
    record.sleepTs = record.createdAt;
    return record;
}

/// As /bench/gen-disk.mjs of the driver's benchmarks: records, and alarms in a day.
void makeFolder(const QString &folder, int actors, int alarms)
{
    const StorageLayout layout(folder);
    for (const QString &part :
         {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()})
        QDir().mkpath(part);
    const auto write = [](const QString &path, const QByteArray &bytes) {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
    };
    const quint64 tomorrow = SystemClock().now().ms + 86'400'000;
    for (int i = 0; i < actors; ++i) {
        const ActorRecord record = recordOf(i);
        const ActorId id = need(ActorId::fromText(record.actorId));
        write(layout.stateFile(id), need(encodeActorRecord(record)));
        if (i < alarms) {
            write(layout.alarmFile(id),
                  need(encodeAlarmRecord(
                      {.actorId = record.actorId, .timestamp = {tomorrow + quint64(i)}})));
        }
    }
}

double cpuUs()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto us = [](const timeval &time) {
        return double(time.tv_sec) * 1e6 + double(time.tv_usec);
    };
    return us(used.ru_utime) + us(used.ru_stime);
}

/// Until the engine has nothing more to do.
void waitUntilIdle()
{
    for (double before = cpuUs();;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const double now = cpuUs();
        if (now - before < 1000)
            return;
        before = now;
    }
}

} // namespace

void benchLife(const BenchSettings &settings)
{
    const QTemporaryDir folder(settings.place + QStringLiteral("/life-XXXXXX"));
    EngineSettings engineSettings;
    engineSettings.durability = settings.durability;
    const auto engine = openEngine(folder.path(), engineSettings);
    const QString plain = QStringLiteral("plain");

    printHeading("Actors' lives, one after another", "bare calls");
    const QString bareFolder = folder.filePath(QStringLiteral("bare"));
    QDir().mkpath(bareFolder);
    const QByteArray record = need(encodeActorRecord(recordOf(1)));
    const QByteArray persisted = creationFor(plain, plain).entries.first().value;
    std::vector<std::unique_ptr<BareSqlite>> databases;
    const auto bareDatabase = [&](int i) -> BareSqlite & {
        databases.push_back(std::make_unique<BareSqlite>(
            QStringLiteral("%1/%2.db").arg(bareFolder).arg(i), settings.durability));
        return *databases.back();
    };
    const auto bareRecord = [&](int i) {
        replaceFile(QStringLiteral("%1/%2").arg(bareFolder).arg(i), record);
    };
    constexpr int Rounds = 200;
    printRow("create",
             compare(
                 Rounds, 1,
                 [&](int i) {
                     need(
                         engine->create(creationFor(plain, QStringLiteral("c%1").arg(i))).result());
                 },
                 [&](int i) {
                     bareDatabase(i).put("\1", persisted);
                     bareRecord(i);
                 }));
    printRow(
        "create and start",
        compare(
            Rounds, 1,
            [&](int i) {
                need(
                    engine->getOrCreate(creationFor(plain, QStringLiteral("o%1").arg(i))).result());
            },
            [&](int i) {
                bareDatabase(Rounds + i).put("\1", persisted);
                bareRecord(Rounds + i);
            }));
    const ActorId one = ActorId::of(plain, {QStringLiteral("o1")});
    databases.clear();
    printRow("sleep and wake, with a get", compare(
                                               Rounds, 1,
                                               [&](int) {
                                                   need(engine->sleep(one).result());
                                                   need(engine->start(one).result());
                                                   (void)need(engine->getKv(one, {"\1"}).result());
                                               },
                                               [&](int) {
                                                   bareRecord(1);
                                                   databases.clear();
                                                   bareRecord(1);
                                                   (void)bareDatabase(1).get("\1");
                                               }));
    databases.clear();

    printHeading("Actors' lives, several at once", "");
    for (const int atOnce : {1, 32}) {
        constexpr int Actors = 1000;
        const auto creation = [&](const QString &kind, int i) {
            return creationFor(plain, QStringLiteral("%1%2-%3").arg(kind).arg(atOnce).arg(i));
        };
        const QByteArray at = ", " + QByteArray::number(atOnce) + " at once";
        printFigure("create 1,000" + at,
                    perSecond(Actors, timeAtOnce(Actors, atOnce, [&](int i) {
                                  return engine->create(creation(QStringLiteral("x"), i));
                              })));
        printFigure("create and start 1,000" + at,
                    perSecond(Actors, timeAtOnce(Actors, atOnce, [&](int i) {
                                  return engine->getOrCreate(creation(QStringLiteral("y"), i));
                              })));
        const auto idOf = [&](int i) {
            return ActorId::of(plain, creation(QStringLiteral("y"), i).key);
        };
        printFigure("sleep 1,000" + at, perSecond(Actors, timeAtOnce(Actors, atOnce, [&](int i) {
                                                      return engine->sleep(idOf(i));
                                                  })));
        printFigure("wake 1,000" + at, perSecond(Actors, timeAtOnce(Actors, atOnce, [&](int i) {
                                                     return engine->start(idOf(i));
                                                 })));
        printFigure("destroy 1,000" + at, perSecond(Actors, timeAtOnce(Actors, atOnce, [&](int i) {
                                                        return engine->destroy(idOf(i));
                                                    })));
    }
}

void benchStartUp(const BenchSettings &settings)
{
    const QTemporaryDir folder(settings.place + QStringLiteral("/start-XXXXXX"));
    makeFolder(folder.path(), Many, Many);
    const StorageLayout layout(folder.path());
    const auto readAll = [&](const QStringList &folders) {
        qsizetype bytes = 0;
        for (const QString &each : folders) {
            for (const QString &name : QDir(each).entryList(QDir::Files, QDir::Unsorted))
                bytes += readFile(each + u'/' + name).size();
        }
        return bytes;
    };
    printHeading("A folder of 10,000 actors and 10,000 alarms", "bare reads");
    std::unique_ptr<ActorEngine> engine;
    QList<double> cpu;
    printRow("start, until all alarms are armed",
             compare(
                 7, 1,
                 [&](int) {
                     engine.reset();
                     engine = openEngine(folder.path());
                 },
                 [&](int) {
                     readAll({layout.stateFolder(), layout.alarmFolder()});
                 }));
    for (int i = 0; i < 5; ++i) {
        engine.reset();
        const double before = cpuUs();
        engine = openEngine(folder.path());
        waitUntilIdle();
        cpu << cpuUs() - before;
    }
    printFigure("processor time of a start, all records looked at", durationText(median(cpu)));
    printRow("list of 10,000 actors", compare(
                                          7, 1,
                                          [&](int) {
                                              if (need(engine->list()).size() != Many)
                                                  qFatal("the list is incomplete");
                                          },
                                          [&](int) { readAll({layout.stateFolder()}); }));
    printRow("page of 100 actors",
             compare(
                 25, 1, [&](int i) { (void)need(engine->list(QString::number(i % 10), 100)); },
                 [&](int) {
                     const QStringList names =
                         QDir(layout.stateFolder()).entryList(QDir::Files, QDir::Name);
                     for (int k = 0; k < 100; ++k)
                         (void)readFile(layout.stateFolder() + u'/' + names[k]);
                 }));
}

void benchAwake(const BenchSettings &settings)
{
    const QTemporaryDir folder(settings.place + QStringLiteral("/awake-XXXXXX"));
    auto engine = openEngine(folder.path());
    printHeading("10,000 running actors at 1,024 open files", "");
    const double before = residentMb();
    const QString name = QStringLiteral("plain");
    const double us = timeAtOnce(Many, 32, [&](int i) {
        return engine->getOrCreate(creationFor(name, QString::number(i)));
    });
    printFigure("create and start them, 32 at once", perSecond(Many, us));
    waitUntilIdle();
    const QByteArray memory = QByteArray::number(before, 'f', 0) + " MB before, " +
                              QByteArray::number(residentMb(), 'f', 0) + " MB now";
    printFigure("memory", memory);
    printFigure("open files", QByteArray::number(openFiles()));
    const double puts = timeAtOnce(Many, 32, [&](int i) {
        return engine->putKv(ActorId::of(name, {QString::number(i)}), {{"\4k", "v"}});
    });
    printFigure("a put to each, with most databases closed", perSecond(Many, puts));
    printFigure("open files", QByteArray::number(openFiles()));
    const double idle = cpuUs();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    printFigure("processor while idle",
                QByteArray::number((cpuUs() - idle) / 2e6 * 100, 'f', 2) + " %");
    const double shut = timeOf([&] { engine->shutDown(); });
    printFigure("put all to sleep and shut down", perSecond(Many, shut));
    engine = openEngine(folder.path());
    qsizetype asleep = 0;
    for (const ListedActor &actor : need(engine->list()))
        asleep += actor.record && statusOf(*actor.record) == RecordStatus::Sleeping ? 1 : 0;
    printFigure("of them asleep on disk", QByteArray::number(asleep));
}

void compareWithDriver(const BenchSettings &settings, const QString &what, const QString &argument)
{
    double us = 0;
    if (what == QLatin1String("start-up")) {
        if (!QDir(argument).exists())
            makeFolder(argument, Many, Many);
        std::unique_ptr<ActorEngine> engine;
        us = timeOf([&] { engine = openEngine(argument); });
    } else {
        const QTemporaryDir folder(settings.place + QStringLiteral("/create-XXXXXX"));
        const auto engine = openEngine(folder.path());
        const QString name = QStringLiteral("counter");
        need(engine->getOrCreate(creationFor(name, QStringLiteral("warm"))).result());
        us = timeAtOnce(1000, argument.toInt(), [&](int i) {
            return engine->getOrCreate(creationFor(name, QStringLiteral("a%1").arg(i)));
        });
    }
    std::printf("%.1f\n", us / 1000);
}

} // namespace greenroom::bench
