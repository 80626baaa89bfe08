#include "ActorEngine.h"
#include "ActorModel.h"
#include "FakeClock.h"
#include "FolderStore.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QDir>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;
using namespace greenroom::crash;
using namespace std::chrono_literals;

/// An engine that is killed again and again at any point, over one folder. What it had answered is
/// there each time, and nothing is torn, half made or back from the dead.
///
/// GREENROOM_CRASH_ROUNDS says how often, GREENROOM_CRASH_SEED repeats a run as far as threads and
/// the disk let it; `CrashTest --rounds N` is the former.
class CrashTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatItAnsweredThroughEveryKill();
    void takesOverALockThatAKillLeftBehind_data();
    void takesOverALockThatAKillLeftBehind();

private:
    void run(int round);
    void take(const QByteArray &line);
    [[nodiscard]] QStringList faults(QList<Remains> &remains);
    void compareWithEngine(const QList<Remains> &remains);
    void compareWithEngine(ActorEngine &engine, int actor, const Remains &remains);

    const StorageFolder m_folder;
    std::vector<ActorModel> m_models;
    QMap<quint64, int> m_actors; // of the operations under way
    QRandomGenerator m_random;
    quint64 m_nextOperation = 1;
    quint64 m_answers = 0;
    quint64 m_unopened = 0;
    QStringList m_surprises; // outcomes that no operation should have
    QByteArray m_said;       // by the child this round, for a failure
};

void CrashTest::take(const QByteArray &line)
{
    m_said += line + '\n';
    const QList<QByteArray> parts = line.split(' ');
    switch (line.at(0)) {
    case Line::Begun: {
        const std::optional<Operation> operation = Operation::fromLine(line.sliced(2));
        QVERIFY2(operation, line.constData());
        m_models[size_t(operation->actor)].begun(*operation);
        m_actors.insert(operation->number, operation->actor);
        m_nextOperation = std::max(m_nextOperation, operation->number + 1);
        break;
    }
    case Line::Answered: {
        static const QList<QByteArray> expected = {
            "ok",      "created",   "armed",         "unchanged",   "held",
            "skipped", "not-found", "duplicate-key", "not-running", "stopping"};
        m_models[size_t(m_actors.take(parts[1].toULongLong()))].answered(parts[2]);
        ++m_answers;
        if (!expected.contains(parts[2]))
            m_surprises << QString::fromLatin1(line);
        break;
    }
    case Line::Counted:
        m_models[parts[1].toUInt()].counted(parts[2], parts[3].toLongLong());
        break;
    default:
        break;
    }
}

/// One life of the child.
void CrashTest::run(int round)
{
    m_said.clear();
    m_actors.clear();
    QProcess child;
    child.setProcessChannelMode(QProcess::SeparateChannels);
    child.start(
        QStringLiteral(GREENROOM_CRASH_CHILD),
        {m_folder.path(), QString::number(m_random.generate()), QString::number(m_nextOperation)});
    QVERIFY(child.waitForStarted());

    // Some are killed while they still put in order what the one before has left.
    const bool isEarly = m_random.bounded(5) == 0;
    const QDeadlineTimer patience(30s);
    while (!isEarly && !child.canReadLine()) {
        QVERIFY2(child.waitForReadyRead(1000) || !patience.hasExpired(), "the engine never opened");
        QVERIFY2(child.state() == QProcess::Running, child.readAllStandardError().constData());
    }
    const QDeadlineTimer life(
        std::chrono::microseconds(m_random.bounded(isEarly ? 90'000 : 70'000)), Qt::PreciseTimer);
    while (!life.hasExpired())
        child.waitForReadyRead(int(life.remainingTime()));
    child.kill();
    QVERIFY(child.waitForFinished());
    QVERIFY2(child.exitStatus() == QProcess::CrashExit,
             qPrintable(QStringLiteral("round %1: the child ended by itself: %2")
                            .arg(round)
                            .arg(QString::fromLocal8Bit(child.readAllStandardError()))));
    bool wasOpened = false;
    while (child.canReadLine()) {
        const QByteArray line = child.readLine().chopped(1);
        wasOpened = wasOpened || line.startsWith(Line::Opened);
        take(line);
    }
    m_unopened += wasOpened ? 0 : 1;
    m_said += child.readAllStandardError();
}

QStringList CrashTest::faults(QList<Remains> &remains)
{
    QStringList faults = std::exchange(m_surprises, {});
    for (int actor = 0; actor < Actors; ++actor) {
        const Result<Remains> left = Remains::of(m_folder.path(), actor);
        if (!left) {
            faults << QStringLiteral("actor %1: %2").arg(actor).arg(left.error().message);
            continue;
        }
        faults << m_models[size_t(actor)].faultsOf(*left);
        remains << *left;
    }
    return faults;
}

/// Another engine finds the same in the folder.
void CrashTest::compareWithEngine(const QList<Remains> &remains)
{
    EngineSettings settings;
    settings.alarms = EngineSettings::Alarms::Hold;
    const auto engine =
        ActorEngine::open(m_folder.path(), std::make_shared<Definitions>(), settings);
    QCOMPARE(messageOf(engine), QString());
    QCOMPARE(messageOf((*engine)->ready().result()), QString());
    for (int actor = 0; actor < Actors; ++actor) {
        compareWithEngine(**engine, actor, remains[actor]);
        if (QTest::currentTestFailed())
            return;
    }
}

void CrashTest::compareWithEngine(ActorEngine &engine, int actor, const Remains &remains)
{
    const ActorId id = ActorId::of(ActorName, actorKey(actor));
    const auto record = engine.load(id).result();
    const bool isDying = remains.record && remains.record->destroyTs;
    if (!remains.record || (isDying && !record)) {
        QCOMPARE(outcomeOf(record), QStringLiteral("not-found"));
        return;
    }
    QCOMPARE(messageOf(record), QString());
    QVERIFY(*record == *remains.record);
    if (isDying)
        return;
    const auto page = engine.listKv(id, KvRange::ofPrefix("\4k")).result();
    QCOMPARE(messageOf(page), QString());
    QMap<QByteArray, QByteArray> values;
    for (const KvRow &row : page->rows)
        values.insert(row.key.sliced(1), row.value);
    QCOMPARE(values, remains.values);
}

void CrashTest::keepsWhatItAnsweredThroughEveryKill()
{
    const int rounds = qEnvironmentVariableIsSet("GREENROOM_CRASH_ROUNDS")
                           ? qEnvironmentVariableIntValue("GREENROOM_CRASH_ROUNDS")
                           : 300;
    const quint32 seed = qEnvironmentVariableIsSet("GREENROOM_CRASH_SEED")
                             ? qEnvironmentVariable("GREENROOM_CRASH_SEED").toUInt()
                             : 20'260'101;
    qInfo("%d rounds, seed %u", rounds, seed);
    m_random.seed(seed);
    for (int actor = 0; actor < Actors; ++actor)
        m_models.emplace_back(actor);

    for (int round = 1; round <= rounds; ++round) {
        run(round);
        if (QTest::currentTestFailed())
            return;
        QList<Remains> remains;
        const QStringList found = faults(remains);
        if (!found.isEmpty()) // QTest cuts long messages
            std::fprintf(stderr, "The child said:\n%s", m_said.constData());
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("round %1 of seed %2:\n%3")
                                                 .arg(round)
                                                 .arg(seed)
                                                 .arg(found.join(u'\n'))));
        if (round % 10 == 0) {
            compareWithEngine(remains);
            if (QTest::currentTestFailed())
                return;
            remains.clear();
            (void)faults(remains);
        }
        for (int actor = 0; actor < Actors; ++actor)
            m_models[size_t(actor)].adopt(remains[actor]);
    }
    qInfo("%llu operations were answered; %llu engines were killed before they were ready",
          m_answers, m_unopened);
    QVERIFY(m_answers > quint64(rounds));

    // An hour later nothing is left of all those crashes.
    EngineSurroundings surroundings;
    surroundings.clock = std::make_shared<FakeClock>(SystemClock().now().ms + 2 * 3'600'000);
    EngineSettings settings;
    settings.alarms = EngineSettings::Alarms::Hold;
    const auto engine =
        ActorEngine::open(m_folder.path(), std::make_shared<Definitions>(), settings, surroundings);
    QCOMPARE(messageOf(engine), QString());
    for (const QString &part : {QStringLiteral("state"), QStringLiteral("alarms")}) {
        const QStringList names = QDir(m_folder.path(part)).entryList(QDir::Files);
        for (const QString &name : names)
            QVERIFY2(!StorageLayout::isTemporary(name), qPrintable(name));
    }
}

void CrashTest::takesOverALockThatAKillLeftBehind_data()
{
    QTest::addColumn<QByteArrayList>("files");
    const QByteArray lock = "greenroom.lock";
    QTest::newRow("as it was made") << QByteArrayList{lock};
    QTest::newRow("as one before was cleared away") << QByteArrayList{lock, lock + ".rmlock"};
}

void CrashTest::takesOverALockThatAKillLeftBehind()
{
    QFETCH(QByteArrayList, files);
    const StorageFolder folder;
    for (const QByteArray &file : files)
        folder.write(file, QByteArray());
    const auto engine = ActorEngine::open(folder.path(), std::make_shared<Definitions>());
    QCOMPARE(messageOf(engine), QString());
    const auto second = ActorEngine::open(folder.path(), std::make_shared<Definitions>());
    QCOMPARE(outcomeOf(second), QStringLiteral("folder-held"));
}

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QStringList arguments = application.arguments();
    if (const qsizetype at = arguments.indexOf(QLatin1String("--rounds"));
        at > 0 && at + 1 < arguments.size()) {
        qputenv("GREENROOM_CRASH_ROUNDS", arguments[at + 1].toLatin1());
        arguments.remove(at, 2);
    }
    CrashTest test;
    return QTest::qExec(&test, arguments);
}

#include "CrashTest.moc"
