#include "BenchTable.h"
#include "EngineBench.h"

#include "AlarmRecord.h"
#include "StorageLayout.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <mutex>

#include <sys/resource.h>

namespace greenroom::bench {

namespace {

constexpr int Pending = 100'000;
constexpr int Soon = 300;

/// How late each onAlarm was called, in milliseconds of the clock that alarms go by.
std::mutex g_mutex;
QHash<QString, double> g_calledAt;

double nowMs()
{
    using namespace std::chrono;
    return duration<double, std::milli>(system_clock::now().time_since_epoch()).count();
}

class Sleeper final : public Actor
{
public:
    explicit Sleeper(ActorContext &context) : m_context(context) {}

    void onAlarm(Completion) override
    {
        const double now = nowMs();
        const std::lock_guard lock(g_mutex);
        g_calledAt.insert(m_context.id().text(), now);
    }

private:
    ActorContext &m_context;
};

void makeFolder(const QString &folder)
{
    const StorageLayout layout(folder);
    for (const QString &part :
         {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()})
        QDir().mkpath(part);
    const quint64 tomorrow = SystemClock().now().ms + 86'400'000;
    for (int i = 0; i < Pending; ++i) {
        ActorRecord record;
        record.name = QStringLiteral("sleeper");
        record.key = {QString::number(i)};
        record.actorId = ActorId::of(record.name, record.key).text();
        record.createdAt = {tomorrow};
        const ActorId id = need(ActorId::fromText(record.actorId));
        const auto write = [](const QString &path, const QByteArray &bytes) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                qFatal("cannot write %s", qPrintable(path));
        };
        write(layout.stateFile(id), need(encodeActorRecord(record)));
        write(layout.alarmFile(id),
              need(encodeAlarmRecord(
                  {.actorId = record.actorId, .timestamp = {tomorrow + quint64(i)}})));
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

} // namespace

void benchAlarms(const BenchSettings &settings)
{
    const QTemporaryDir folder(settings.place + QStringLiteral("/alarms-XXXXXX"));
    makeFolder(folder.path());
    auto definitions = std::make_shared<Definitions>();
    need(definitions->add(defineActor<Sleeper>(QStringLiteral("sleeper"), QString())));
    std::unique_ptr<ActorEngine> engine;
    printHeading("100,000 pending alarms", "");
    printFigure("start, until all are armed", durationText(timeOf([&] {
                    engine = need(ActorEngine::open(folder.path(), definitions));
                    need(engine->ready().result());
                })));
    std::this_thread::sleep_for(std::chrono::seconds(20)); // it still looks through the records

    const double idleBegan = cpuUs();
    std::this_thread::sleep_for(std::chrono::seconds(5));
    printFigure("processor while idle",
                QByteArray::number((cpuUs() - idleBegan) / 5e6 * 100, 'f', 2) + " %");

    QHash<QString, quint64> times;
    const quint64 first = SystemClock().now().ms + 3000;
    QList<QFuture<Result<AlarmOutcome>>> set;
    for (int i = 0; i < Soon; ++i) {
        const ActorId id = ActorId::of(QStringLiteral("sleeper"), {QString::number(i * 100)});
        times.insert(id.text(), first + quint64(i) * 10);
        set << engine->setAlarm(id, {first + quint64(i) * 10});
    }
    for (const auto &future : set)
        (void)need(future.result());
    std::this_thread::sleep_for(std::chrono::milliseconds(3000 + Soon * 10 + 1000));
    const std::lock_guard lock(g_mutex);
    QList<double> lateness;
    for (auto each = times.begin(); each != times.end(); ++each) {
        if (g_calledAt.contains(each.key()))
            lateness << g_calledAt[each.key()] - double(each.value());
    }
    std::sort(lateness.begin(), lateness.end());
    printFigure("alarms of sleeping actors that fired, of 300",
                QByteArray::number(lateness.size()));
    if (lateness.isEmpty())
        return;
    const auto ms = [](double value) { return QByteArray::number(value, 'f', 1) + " ms"; };
    printFigure("late, the first, the median, 99 of 100, the last",
                ms(lateness.first()) + ", " + ms(median(lateness)) + ", " +
                    ms(lateness[lateness.size() * 99 / 100]) + ", " + ms(lateness.last()));
}

} // namespace greenroom::bench
