// Runs actors and tells what it does on standard output, until it is killed:
// `greenroom_crash_child FOLDER SEED FIRST-OPERATION`

#include "ActorEngine.h"
#include "Operation.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <cstdio>
#include <mutex>
#include <thread>

#include <unistd.h>

using namespace greenroom;
using namespace greenroom::crash;
using namespace std::chrono_literals;

namespace {

constexpr int Workers = 4;
static_assert(Actors % Workers == 0);

/// One line at a time, and out of the process when this returns.
void say(char kind, const QByteArray &text)
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const QByteArray line = kind + QByteArray(1, ' ') + text + '\n';
    for (qsizetype done = 0; done < line.size();) {
        const ssize_t written = ::write(1, line.constData() + done, size_t(line.size() - done));
        if (written < 0)
            ::_exit(3); // nobody listens
        done += written;
    }
}

/// Counts its starts, alarms and ticks in its key-values, and tells of each when it is kept.
class Subject final : public Actor
{
public:
    explicit Subject(ActorContext &context)
        : m_context(context), m_number(context.key().last().toInt())
    {}

    void start(Completion completion) override
    {
        completion.failIf(count({Counter::Starts}));
        m_context.every(2ms, [this] { (void)count({Counter::Ticks, Counter::Tocks}); });
        if (m_number % 4 == 1) // it takes its time
            m_context.after(3ms, [completion] {});
    }

    void onAlarm(Completion completion) override
    {
        const auto values = m_context.kv().get(QList<QByteArray>{Counter::Fired, Counter::Wanted});
        if (!values) {
            completion.fail(values.error());
            return;
        }
        const QByteArray fired = QByteArray::number(values->first().value_or("0").toLongLong() + 1);
        const auto put = m_context.kv().put(
            {{Counter::Fired, fired}, {Counter::Got, values->last().value_or("0")}});
        completion.failIf(put);
        if (!put)
            return;
        tell(Counter::Fired, fired);
        if (fired.toLongLong() % 3 == 1)
            completion.fail(QStringLiteral("not this time"));
        else if (m_number % 4 == 2)
            m_context.after(2ms, [completion] {});
    }

    void onStop(StopReason, Completion completion) override
    {
        if (m_number % 4 == 3)
            m_context.after(2ms, [completion] {});
    }

private:
    Result<void> count(const QList<QByteArray> &counters)
    {
        const auto values = m_context.kv().get({counters.first()});
        if (!values)
            return fail(values.error());
        const QByteArray next = QByteArray::number(values->first().value_or("0").toLongLong() + 1);
        KvEntries entries;
        for (const QByteArray &counter : counters)
            entries.append({counter, next});
        const auto put = m_context.kv().put(entries);
        if (put)
            tell(counters.first(), next);
        return put;
    }

    void tell(const QByteArray &counter, const QByteArray &value) const
    {
        say(Line::Counted, QByteArray::number(m_number) + ' ' + counter + ' ' + value);
    }

    ActorContext &m_context;
    const int m_number;
};

QByteArray outcome(const Result<void> &result)
{
    return result ? QByteArray("ok") : codeName(result.error().code).toLatin1();
}

QByteArray outcome(const Result<ActorId> &result)
{
    return result ? QByteArray("ok") : codeName(result.error().code).toLatin1();
}

QByteArray outcome(const Result<ActorEngine::Obtained> &result)
{
    if (!result)
        return codeName(result.error().code).toLatin1();
    return result->wasCreated ? "created" : "ok";
}

QByteArray outcome(const Result<AlarmOutcome> &result)
{
    if (!result)
        return codeName(result.error().code).toLatin1();
    switch (*result) {
    case AlarmOutcome::Armed:
        return "armed";
    case AlarmOutcome::Unchanged:
        return "unchanged";
    case AlarmOutcome::Held:
        return "held";
    case AlarmOutcome::Skipped:
        return "skipped";
    }
    Q_UNREACHABLE();
}

/// Waits for the answer, and tells it.
template <class T>
void answer(const Operation &operation, const QFuture<Result<T>> &future)
{
    say(Line::Answered, QByteArray::number(operation.number) + ' ' + outcome(future.result()));
}

Creation creationFor(const Operation &operation)
{
    // The input, CBOR's text of the operation's number, tells one life of an actor from the next.
    const QByteArray number = QByteArray::number(operation.number);
    const auto creation = creationOf(ActorName, actorKey(operation.actor),
                                     QByteArray(1, char(0x60 + number.size())) + number);
    if (!creation)
        qFatal("%s", qPrintable(creation.error().message));
    return *creation;
}

void carryOut(ActorEngine &engine, const Operation &operation)
{
    using Kind = Operation::Kind;
    const ActorId id = ActorId::of(ActorName, actorKey(operation.actor));
    const auto stored = [&] {
        QList<QByteArray> keys;
        for (const QByteArray &key : operation.keys)
            keys.append('\4' + key);
        return keys;
    };
    if (operation.kind >= Kind::SetAlarm && operation.kind != Kind::CancelAlarm) {
        // So that the actor can tell which alarm it has been called for.
        (void)engine.putKv(id, {{'\4' + Counter::Wanted, QByteArray::number(operation.number)}})
            .result();
    }
    say(Line::Begun, operation.toLine());
    switch (operation.kind) {
    case Kind::Create:
        answer(operation, engine.create(creationFor(operation)));
        break;
    case Kind::Obtain:
        answer(operation, engine.getOrCreate(creationFor(operation)));
        break;
    case Kind::Start:
        answer(operation, engine.start(id));
        break;
    case Kind::Sleep:
        answer(operation, engine.sleep(id));
        break;
    case Kind::Destroy:
        answer(operation, engine.destroy(id));
        break;
    case Kind::Put:
        answer(operation, engine.putKv(id, operation.entries()));
        break;
    case Kind::Remove:
        answer(operation, engine.removeKv(id, stored()));
        break;
    case Kind::RemoveRange:
        answer(operation, engine.removeKvRange(id, {stored().first(), stored().last()}));
        break;
    case Kind::SetAlarm:
        answer(operation, engine.setAlarm(id, {operation.at}));
        break;
    case Kind::ReplaceAlarm:
        answer(operation, engine.replaceAlarm(id, {operation.at}));
        break;
    case Kind::CancelAlarm:
        answer(operation, engine.cancelAlarm(id));
        break;
    case Kind::FireAlarm:
        answer(operation, engine.fireAlarm(id));
        break;
    }
}

Operation::Kind randomKind(QRandomGenerator &random)
{
    using Kind = Operation::Kind;
    constexpr Kind weighted[] = {
        Kind::Create, Kind::Create,   Kind::Obtain,   Kind::Obtain,       Kind::Start,
        Kind::Start,  Kind::Sleep,    Kind::Sleep,    Kind::Destroy,      Kind::Put,
        Kind::Put,    Kind::Put,      Kind::Put,      Kind::Remove,       Kind::RemoveRange,
        Kind::Put,    Kind::SetAlarm, Kind::SetAlarm, Kind::ReplaceAlarm, Kind::CancelAlarm,
        Kind::Put,    Kind::SetAlarm, Kind::FireAlarm};
    return weighted[random.bounded(int(std::size(weighted)))];
}

QByteArray randomKey(QRandomGenerator &random)
{
    return "k" + QByteArray::number(random.bounded(10, 40));
}

Operation randomOperation(QRandomGenerator &random, int actor)
{
    using Kind = Operation::Kind;
    Operation operation;
    operation.actor = actor;
    do {
        operation.kind = randomKind(random);
    } while (operation.kind == Kind::FireAlarm && hasFarAlarmsOnly(actor));
    switch (operation.kind) {
    case Kind::Put: {
        const int keys = random.bounded(3) == 0 ? random.bounded(2, 40) : 1;
        for (int i = 0; i < keys; ++i) {
            const QByteArray key = randomKey(random);
            if (!operation.keys.contains(key))
                operation.keys.append(key);
        }
        break;
    }
    case Kind::Remove:
        operation.keys = {randomKey(random), randomKey(random)};
        break;
    case Kind::RemoveRange: {
        const QByteArray a = randomKey(random);
        const QByteArray b = randomKey(random);
        operation.keys = {std::min(a, b), std::max(a, b)};
        break;
    }
    case Kind::SetAlarm:
    case Kind::ReplaceAlarm: {
        const bool isFar = hasFarAlarmsOnly(actor) || random.bounded(2) == 0;
        operation.at = SystemClock().now().ms +
                       quint64(isFar ? random.bounded(10'000'000, 20'000'000) : random.bounded(30));
        break;
    }
    default:
        break;
    }
    return operation;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc != 4)
        return 2;
    const quint32 seed = QByteArray(argv[2]).toUInt();
    std::atomic<quint64> nextOperation = QByteArray(argv[3]).toULongLong();

    auto definitions = std::make_shared<Definitions>();
    if (const auto added = definitions->add(
            {defineActor<Subject>(ActorName, QStringLiteral("Counts what happens to it"))});
        !added)
        qFatal("%s", qPrintable(added.error().message));
    EngineSettings settings;
    settings.openDatabases = 8; // fewer than there are actors, so that some are closed at times
    settings.alarmRetry = 3ms;
    const auto engine = ActorEngine::open(QString::fromLocal8Bit(argv[1]), definitions, settings);
    if (!engine) {
        std::fprintf(stderr, "%s\n", qPrintable(engine.error().message));
        return 1;
    }
    const auto ready = (*engine)->ready().result();
    for (const QString &notice : ready ? ready->notices : QStringList(ready.error().message))
        std::fprintf(stderr, "%s\n", qPrintable(notice));
    say(Line::Opened, QByteArray::number(ready ? ready->actors : -1));

    // Each has actors of its own, so that what is done to one actor has an order.
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < Workers; ++worker) {
        workers.emplace_back([&, worker] {
            QRandomGenerator random(seed + quint32(worker));
            for (;;) {
                const int actor = worker + Workers * random.bounded(Actors / Workers);
                Operation operation = randomOperation(random, actor);
                operation.number = nextOperation++;
                carryOut(**engine, operation);
            }
        });
    }
    return 0; // never
}
