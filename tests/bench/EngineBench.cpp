// The engine, with SQLite's C interface and bare system calls beside it in the same run and with
// the same durability: `EngineBench [--power] [--place FOLDER] [kv|life|startup|alarms|awake]…`

#include "EngineBench.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <mutex>
#include <semaphore>

#include <sys/resource.h>

namespace greenroom::bench {

namespace {

std::mutex g_guestsMutex;
QHash<QString, ActorContext *> g_guests; // that run

class Plain final : public Actor
{
public:
    explicit Plain(ActorContext &) {}
};

class Guest final : public Actor
{
public:
    explicit Guest(ActorContext &context) : m_context(context)
    {
        const std::lock_guard lock(g_guestsMutex);
        g_guests.insert(context.key().first(), &context);
    }

    ~Guest() override
    {
        const std::lock_guard lock(g_guestsMutex);
        g_guests.remove(m_context.key().first());
    }

private:
    ActorContext &m_context;
};

} // namespace

std::shared_ptr<const Definitions> benchDefinitions()
{
    auto definitions = std::make_shared<Definitions>();
    for (const auto &definition : {defineActor<Plain>(QStringLiteral("plain"), QString()),
                                   defineActor<Plain>(QStringLiteral("counter"), QString()),
                                   defineActor<Guest>(QStringLiteral("guest"), QString())})
        need(definitions->add(definition));
    return definitions;
}

void runInGuest(const QString &key, const std::function<void(ActorContext &)> &work)
{
    ActorContext *context = nullptr;
    {
        const std::lock_guard lock(g_guestsMutex);
        context = g_guests.value(key);
    }
    if (!context)
        qFatal("there is no guest %s", qPrintable(key));
    std::binary_semaphore done(0);
    context->post([&] {
        work(*context);
        done.release();
    });
    done.acquire();
}

std::unique_ptr<ActorEngine> openEngine(const QString &folder, const EngineSettings &settings)
{
    auto engine = need(ActorEngine::open(folder, benchDefinitions(), settings));
    need(engine->ready().result());
    return engine;
}

Creation creationFor(const QString &name, const QString &key)
{
    return need(creationOf(name, {key}));
}

double residentMb()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return double(file.readAll().split(' ').value(1).toLongLong()) * 4096 / 1e6;
}

int openFiles()
{
    return int(QDir(QStringLiteral("/proc/self/fd"))
                   .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                   .size());
}

} // namespace greenroom::bench

using namespace greenroom;
using namespace greenroom::bench;

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption power(QStringLiteral("power"),
                                   QStringLiteral("synced at each write: synchronous=FULL"));
    const QCommandLineOption place(QStringLiteral("place"), QStringLiteral("where to make folders"),
                                   QStringLiteral("folder"), QDir::tempPath());
    const QCommandLineOption keys(
        QStringLiteral("keys"), QStringLiteral("how many keys an actor has, for kv"),
        QStringLiteral("numbers"), QStringLiteral("0,50000,200000,1000000"));
    parser.addOptions({power, place, keys});
    parser.addPositionalArgument(QStringLiteral("parts"),
                                 QStringLiteral("kv life startup alarms awake; all by default"));
    parser.addPositionalArgument(QStringLiteral("compare"),
                                 QStringLiteral("for compare-driver: create N | start-up FOLDER"));
    parser.addHelpOption();
    parser.process(application);

    BenchSettings settings;
    settings.durability = parser.isSet(power) ? Durability::Power : Durability::Process;
    settings.place = parser.value(place);
    QStringList parts = parser.positionalArguments();

    if (parts == QStringList(QStringLiteral("awake"))) {
        const rlimit files{1024, 1024};
        if (::setrlimit(RLIMIT_NOFILE, &files) != 0)
            qFatal("cannot set the limit of open files");
        benchAwake(settings);
        return 0;
    }
    if (!parts.isEmpty() && parts.first() == QLatin1String("compare")) {
        compareWithDriver(settings, parts.value(1), parts.value(2));
        return 0;
    }
    std::printf("EngineBench: durability %s\n", parser.isSet(power) ? "power" : "process");
    if (parts.isEmpty()) {
        parts = {QStringLiteral("kv"), QStringLiteral("life"), QStringLiteral("startup"),
                 QStringLiteral("alarms"), QStringLiteral("awake")};
    }
    QList<int> keyCounts;
    for (const QString &count : parser.value(keys).split(u','))
        keyCounts << count.toInt();
    for (const QString &part : std::as_const(parts)) {
        if (part == QLatin1String("kv"))
            benchKv(settings, keyCounts);
        else if (part == QLatin1String("life"))
            benchLife(settings);
        else if (part == QLatin1String("startup"))
            benchStartUp(settings);
        else if (part == QLatin1String("alarms"))
            benchAlarms(settings);
        else if (part == QLatin1String("awake")) // in a process of its own, for its limit
            QProcess::execute(application.applicationFilePath(),
                              {QStringLiteral("--place"), settings.place, part});
        else
            qFatal("there is no part %s", qPrintable(part));
    }
    return 0;
}
