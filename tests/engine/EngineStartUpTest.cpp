#include "EngineWorld.h"
#include "Fixture.h"
#include "FolderStore.h"
#include "Outcome.h"
#include "RawDatabase.h"

#include <QDateTime>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// What an engine makes of the folder it finds (engine-contract, "Storage folder", "Alarms",
/// "Key-value store"). Letters and numbers are those of the cases.
class EngineStartUpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void missingFoldersAreMade();
    void aFolderThatCannotBeMadeIsNamed();
    void aGivenPathIsTheFolder();             // F34
    void onlyStaleTemporaryFilesAreRemoved(); // S24, S25, B43, B44
    void actorsAreCounted();                  // S24, B41
    void databasesWithoutActorsArePutAside(); // S38, B49
    void aDestroyThatWasBegunIsFinished_data();
    void aDestroyThatWasBegunIsFinished();
    void aDestroyThatWasBegunIsFinishedBeforeAnyCommand(); // however many actors there are

    // alarms
    void alarmsAreArmedAndOverdueOnesFire(); // B02
    void anAlarmThatCannotBeUsedIsReportedAndLeftAlone_data();
    void anAlarmThatCannotBeUsedIsReportedAndLeftAlone(); // S30, B33
    void alarmsFarBeyondAreParked_data();
    void alarmsFarBeyondAreParked(); // S32, B24

    // key-values of older versions
    void oldKeyValuesAreTakenOver_data();
    void oldKeyValuesAreTakenOver();                      // S20, B70
    void rowsThatAreThereWin();                           // S21
    void aCrashWhileTakingOverLosesNothing();             // S21
    void oneActorThatCannotBeTakenOverStopsNoOther();     // S19
    void aRecordThatComesLaterIsTakenOverAtItsFirstUse(); // S21

    void everyDamagedFolderOpensAndKeepsItsRecords(); // B49
};

namespace {

ActorRecord recordOf(const QString &id)
{
    ActorRecord record;
    record.actorId = id;
    record.name = QStringLiteral("actor");
    record.key = {QStringLiteral("k")};
    record.createdAt = at(-5000);
    return record;
}

void write(const EngineWorld &world, const ActorRecord &record)
{
    world.folder->write("state/" + record.actorId.toUtf8(), *encodeActorRecord(record));
}

void writeAlarm(const EngineWorld &world, const QString &id, Timestamp at)
{
    world.folder->write("alarms/" + id.toUtf8(),
                        *encodeAlarmRecord({.actorId = id, .timestamp = at}));
}

void age(const EngineWorld &world, const QString &name, qint64 ms)
{
    QFile file(world.folder->path(name));
    if (!file.open(QIODevice::ReadWrite) ||
        !file.setFileTime(QDateTime::fromMSecsSinceEpoch(qint64(EngineWorld::Start) - ms, Qt::UTC),
                          QFileDevice::FileModificationTime))
        qFatal("cannot age %s", qPrintable(name));
}

QByteArray legacyKey()
{
    return QByteArray("\1");
}

QByteArray legacyValue()
{
    return QByteArray("\4\0\0\1\1\x17\0", 7);
}

/// A state file as rivetkit 2.0.33 wrote it, with its key-values inside.
ActorRecord legacyRecord(const QString &id)
{
    ActorRecord record = recordOf(id);
    record.legacyKv = {
        {"\4b", "2"}, {legacyKey(), legacyValue()}, {"\4a", QByteArray(200'000, 'x')}};
    return record;
}

} // namespace

void EngineStartUpTest::missingFoldersAreMade()
{
    EngineWorld world(EngineWorld::Place::Folder);
    world.settle();
    for (const char *part : {"state", "alarms", "databases"})
        QVERIFY(QFileInfo(world.folder->path(QString::fromLatin1(part))).isDir());
    const auto report = world.answer(world.engine().ready());
    QCOMPARE(report->actors, 0);
    QCOMPARE(report->alarms, 0);
    QCOMPARE(report->notices, QStringList());
}

void EngineStartUpTest::aFolderThatCannotBeMadeIsNamed()
{
    EngineWorld world(EngineWorld::Place::Folder);
    world.folder->write("alarms", "a file");
    const auto opened = world.open();
    QCOMPARE(outcomeOf(opened), QStringLiteral("io-error"));
    QVERIFY2(messageOf(opened).contains(world.folder->layout().alarmFolder()),
             qPrintable(messageOf(opened)));
}

void EngineStartUpTest::aGivenPathIsTheFolder()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = world.run();
    QVERIFY(QFile::exists(world.folder->path() + QStringLiteral("/state/") + id.text()));
}

void EngineStartUpTest::onlyStaleTemporaryFilesAreRemoved()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const QString uuid = QStringLiteral(".tmp.12345678-1234-1234-1234-123456789abc");
    const qint64 hour = 3'600'000;
    QStringList stale, kept;
    const auto add = [&](QStringList &list, const QString &name, qint64 ms) {
        world.folder->write(name.toUtf8(), "x");
        age(world, name, ms);
        list << name;
    };
    add(stale, QStringLiteral("state/a") + uuid, hour + 1000);
    add(stale, QStringLiteral("alarms/a") + uuid, hour + 1000);
    add(stale, QStringLiteral("databases/a.db") + uuid, hour + 1000);
    add(stale, QStringLiteral("state/b") + uuid, -100 * 24 * hour); // from the future
    add(kept, QStringLiteral("state/c") + uuid, 600'000);
    add(kept, QStringLiteral("alarms/c") + uuid, 600'000);
    // Actors whose ids only look alike.
    for (const char *name : {"job.tmp.1", "x.tmpfile"}) {
        write(world, recordOf(QString::fromLatin1(name)));
        age(world, QStringLiteral("state/") + QString::fromLatin1(name), 2 * hour);
        kept << QStringLiteral("state/") + QString::fromLatin1(name);
    }
    const auto report = world.answer(world.engine().ready());
    kept.sort();
    QCOMPARE(world.filesOnDisk(), kept);
    QCOMPARE(report->actors, 2);
    for (const QString &name : stale)
        QVERIFY2(report->notices.join(u'\n').contains(world.folder->path(name)), qPrintable(name));
}

void EngineStartUpTest::actorsAreCounted()
{
    EngineWorld world(EngineWorld::Place::Folder);
    for (const char *name : {"a", "b", "c"})
        write(world, recordOf(QString::fromLatin1(name)));
    world.folder->write("state/a.tmp.12345678-1234-1234-1234-123456789abc", "x");
    world.folder->write("state/\xff\xfe", "x");
    world.folder->write("alarms/\xff\xfe", "x");
    QCOMPARE(world.answer(world.engine().ready())->actors, 3);
}

void EngineStartUpTest::databasesWithoutActorsArePutAside()
{
    EngineWorld world(EngineWorld::Place::Folder);
    write(world, recordOf(QStringLiteral("here")));
    for (const char *name :
         {"gone.db", "gone.db-wal", "gone.db-shm", "here.db", "walonly.db-wal", "notes.txt"})
        world.folder->write(QByteArray("databases/") + name, "");
    const auto report = world.answer(world.engine().ready());
    QCOMPARE(report->notices.size(), 4);
    const QStringList left = world.filesOnDisk().filter(QStringLiteral("databases/"));
    QCOMPARE(left, QStringList({QStringLiteral("databases/here.db"),
                                QStringLiteral("databases/notes.txt")}));
    QCOMPARE(world.filesOnDisk().filter(QStringLiteral("trash/")).size(), 4);
}

void EngineStartUpTest::aDestroyThatWasBegunIsFinished_data()
{
    QTest::addColumn<QStringList>("missing");
    QTest::newRow("all is there") << QStringList();
    QTest::newRow("without alarm") << QStringList{QStringLiteral("alarms")};
    QTest::newRow("only the record is left")
        << QStringList{QStringLiteral("alarms"), QStringLiteral("databases")};
}

void EngineStartUpTest::aDestroyThatWasBegunIsFinished()
{
    QFETCH(QStringList, missing);
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = EngineWorld::id();
    ActorRecord record = recordOf(id.text());
    record.destroyTs = at(-10);
    write(world, record);
    if (!missing.contains(QStringLiteral("alarms")))
        writeAlarm(world, id.text(), at(-5));
    if (!missing.contains(QStringLiteral("databases"))) {
        for (const char *suffix : {".db", ".db-wal", ".db-shm", ".db-journal"})
            world.folder->write("databases/" + id.text().toUtf8() + suffix, "");
    }
    world.settle();
    QCOMPARE(world.filesOnDisk(), QStringList());
    QVERIFY(!world.takeEvents().contains(QStringLiteral("failed")));
    world.advance(10s);
    QCOMPARE(world.script().takeLog(), QString());
    const auto obtained = world.answer(world.engine().getOrCreate(EngineWorld::creation()));
    QVERIFY(obtained && obtained->wasCreated);
}

void EngineStartUpTest::aDestroyThatWasBegunIsFinishedBeforeAnyCommand()
{
    EngineWorld world(EngineWorld::Place::Folder);
    QStringList ids;
    for (int i = 0; i < 40; ++i) {
        const ActorId id = EngineWorld::id(QString::number(i));
        ActorRecord record = recordOf(id.text());
        record.destroyTs = at(-10);
        write(world, record);
        ids << id.text();
    }
    QList<QFuture<Result<ActorId>>> created;
    for (int i = 0; i < 40; ++i)
        created << world.engine().create(EngineWorld::creation(QString::number(i)));
    for (const auto &each : created)
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
    const auto listed = world.engine().list();
    QCOMPARE(listed->size(), 40);
    for (const ListedActor &each : *listed)
        QVERIFY(each.record && !each.record->destroyTs);
}

void EngineStartUpTest::alarmsAreArmedAndOverdueOnesFire()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId late = EngineWorld::id(QStringLiteral("late"));
    const ActorId future = EngineWorld::id(QStringLiteral("future"));
    write(world, recordOf(late.text()));
    write(world, recordOf(future.text()));
    writeAlarm(world, late.text(), at(-300'000));
    writeAlarm(world, future.text(), at(100));
    QCOMPARE(world.answer(world.engine().ready())->alarms, 2);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    QCOMPARE(world.alarmOnDisk(late), std::nullopt);
    world.advance(100ms);
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    world.advance(100s);
    QCOMPARE(world.script().takeLog(), QString());
}

void EngineStartUpTest::anAlarmThatCannotBeUsedIsReportedAndLeftAlone_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray other =
        *encodeAlarmRecord({.actorId = QStringLiteral("other"), .timestamp = {1}});
    QTest::newRow("S30 it names another actor") << QByteArray("mine") << other;
    QTest::newRow("its actor does not exist")
        << QByteArray("nobody")
        << *encodeAlarmRecord({.actorId = QStringLiteral("nobody"), .timestamp = {1}});
    QTest::newRow("B33 empty") << QByteArray("mine") << QByteArray();
    QTest::newRow("B33 all NUL") << QByteArray("mine") << QByteArray(20, '\0');
    QTest::newRow("half of it") << QByteArray("mine") << other.first(5);
    QTest::newRow("S17 no id") << QByteArray("CON") << other;
}

void EngineStartUpTest::anAlarmThatCannotBeUsedIsReportedAndLeftAlone()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, bytes);
    EngineWorld world(EngineWorld::Place::Folder);
    for (const char *id : {"mine", "other", "good"})
        write(world, recordOf(QString::fromLatin1(id)));
    world.folder->write("alarms/" + name, bytes);
    writeAlarm(world, QStringLiteral("good"), at(0));
    world.folder->write("alarms/folder/inner", "x");
    const auto report = world.answer(world.engine().ready());
    QCOMPARE(report->alarms, 1);
    QCOMPARE(report->notices.size(), 2); // of the folder as well
    QVERIFY2(report->notices.join(u'\n').contains(QString::fromLatin1(name)),
             qPrintable(report->notices.join(u'\n')));
    QCOMPARE(world.script().takeLog(), QStringLiteral("make, start, onAlarm"));
    world.advance(1h);
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.folder->read(QStringLiteral("alarms/") + QString::fromLatin1(name)), bytes);
}

void EngineStartUpTest::alarmsFarBeyondAreParked_data()
{
    QTest::addColumn<quint64>("ms");
    QTest::newRow("S32 2^53 + 1") << (quint64(1) << 53) + 1;
    QTest::newRow("2^63") << (quint64(1) << 63);
    QTest::newRow("S32 2^64 - 1") << ~quint64(0);
}

void EngineStartUpTest::alarmsFarBeyondAreParked()
{
    QFETCH(quint64, ms);
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = EngineWorld::id();
    write(world, recordOf(id.text()));
    writeAlarm(world, id.text(), {ms});
    QCOMPARE(world.answer(world.engine().ready())->alarms, 1);
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.status(id)->alarmAt.value(), Timestamp{ms});
    (void)world.script().takeLog();
    world.advance(48h);
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.answer(world.engine().setAlarm(id, at(200'000'000))).value(),
             AlarmOutcome::Armed);
}

void EngineStartUpTest::oldKeyValuesAreTakenOver_data()
{
    QTest::addColumn<int>("starts");
    QTest::newRow("once") << 1;
    QTest::newRow("B70 again and again") << 3;
}

void EngineStartUpTest::oldKeyValuesAreTakenOver()
{
    QFETCH(int, starts);
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = EngineWorld::id();
    const ActorRecord before = legacyRecord(id.text());
    write(world, before);
    for (int i = 0; i < starts; ++i) {
        world.settle();
        ActorRecord expected = before;
        expected.legacyKv.clear();
        QCOMPARE(*world.recordOnDisk(id), expected);
        const auto page = world.answer(world.engine().listKv(id, {}));
        QCOMPARE(page->rows.size(), 3);
        QCOMPARE(page->rows[1].value, QByteArray(200'000, 'x')); // beyond today's limit
        world.close();
    }
    std::optional<QByteArray> state;
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.inActor([&](ActorContext &context) { state = *context.state(); });
    QCOMPARE(state.value_or("none"), QByteArray("\x17"));

    // S20: what is deleted stays deleted.
    QCOMPARE(world.outcome(world.engine().removeKvRange(id, {})), QStringLiteral("ok"));
    world.crash();
    QCOMPARE(world.answer(world.engine().listKv(id, {}))->rows.size(), 0);
}

void EngineStartUpTest::rowsThatAreThereWin()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId id = EngineWorld::id();
    world.folder->makeParts();
    {
        auto database =
            ActorDatabase::open(world.folder->layout().databaseFile(id), Durability::Process);
        QCOMPARE(outcomeOf((*database)->put({{"\4b", "newer"}})), QStringLiteral("ok"));
    }
    write(world, legacyRecord(id.text()));
    world.settle();
    const auto page = world.answer(world.engine().listKv(id, {}));
    QCOMPARE(page->rows.size(), 1);
    QCOMPARE(page->rows[0].value, QByteArray("newer"));
}

void EngineStartUpTest::aCrashWhileTakingOverLosesNothing()
{
    EngineWorld world;
    const ActorId id = EngineWorld::id();
    write(world, legacyRecord(id.text()));
    std::vector<std::shared_ptr<StorageFolder>> folders;
    (void)world.engine();
    world.store().beforeChange = [&](const QString &) {
        folders.push_back(std::make_shared<StorageFolder>(world.folder->path()));
    };
    world.settle();
    QCOMPARE(folders.size(), size_t(2)); // before the database, and before the record
    for (const auto &folder : folders) {
        EngineWorld after(EngineWorld::Place::Folder);
        after.folder = folder;
        QCOMPARE(after.answer(after.engine().listKv(id, {}))->rows.size(), 3);
        QVERIFY(after.recordOnDisk(id)->legacyKv.isEmpty());
    }

    // A refused step leaves the record's copy, and is tried again at the next use.
    for (const char *step : {"openDatabase", "writeRecord"}) {
        EngineWorld failing;
        write(failing, legacyRecord(id.text()));
        failing.store().breakStep(QString::fromLatin1(step));
        failing.settle();
        QCOMPARE(failing.outcome(failing.engine().start(id)), QStringLiteral("io-error"));
        QCOMPARE(failing.recordOnDisk(id)->legacyKv.size(), 3);
        failing.store().mend();
        QCOMPARE(failing.outcome(failing.engine().start(id)), QStringLiteral("ok"));
        QCOMPARE(failing.answer(failing.engine().listKv(id, {}))->rows.size(), 3);
    }
}

void EngineStartUpTest::oneActorThatCannotBeTakenOverStopsNoOther()
{
    EngineWorld world(EngineWorld::Place::Folder);
    const ActorId good = EngineWorld::id(QStringLiteral("good"));
    const ActorId bad = EngineWorld::id(QStringLiteral("bad"));
    write(world, legacyRecord(good.text()));
    write(world, legacyRecord(bad.text()));
    world.folder->write("databases/" + bad.text().toUtf8() + ".db", QByteArray(5000, 't'));
    world.folder->write("state/damaged", "x");
    world.settle();
    QCOMPARE(world.answer(world.engine().listKv(good, {}))->rows.size(), 3);
    QCOMPARE(world.outcome(world.engine().start(bad)), QStringLiteral("not-a-database"));
    QCOMPARE(world.recordOnDisk(bad)->legacyKv.size(), 3);
    QCOMPARE(world.folder->read(QStringLiteral("databases/") + bad.text() + QStringLiteral(".db")),
             QByteArray(5000, 't'));
    QVERIFY(world.takeEvents().contains(QStringLiteral("failed")));
}

void EngineStartUpTest::aRecordThatComesLaterIsTakenOverAtItsFirstUse()
{
    EngineWorld world(EngineWorld::Place::Folder);
    world.settle();
    const ActorId id = EngineWorld::id();
    write(world, legacyRecord(id.text()));
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.answer(world.engine().listKv(id, {}))->rows.size(), 3);
    QVERIFY(world.recordOnDisk(id)->legacyKv.isEmpty());
}

void EngineStartUpTest::everyDamagedFolderOpensAndKeepsItsRecords()
{
    const QStringList names = Fixture::names().filter(QStringLiteral("damaged/"));
    QVERIFY(names.size() > 50);
    for (const QString &name : names) {
        EngineWorld world(EngineWorld::Place::Folder);
        world.folder = std::make_shared<StorageFolder>(Fixture(name).path());
        world.settings.alarms = EngineSettings::Alarms::Hold;
        const QStringList before =
            FolderStore(world.folder->layout()).actors().value_or(QStringList());
        const auto opened = world.open();
        QVERIFY2(opened, qPrintable(name + u' ' + messageOf(opened)));
        world.settle();
        QVERIFY2(world.engine().ready().isFinished(), qPrintable(name));
        // Only one whose destruction was begun goes.
        if (name != QLatin1String("damaged/state-destroyed"))
            QCOMPARE(*FolderStore(world.folder->layout()).actors(), before);
        const auto listed = world.engine().list();
        QVERIFY2(listed, qPrintable(name));
        for (const ListedActor &actor : *listed) {
            const auto id = ActorId::fromText(actor.fileName);
            if (!id)
                continue;
            (void)world.outcome(world.engine().kvTotals(*id));
            (void)world.outcome(world.engine().start(*id)); // nothing defines most of them
        }
        world.close();
    }
}

QTEST_GUILESS_MAIN(EngineStartUpTest)
#include "EngineStartUpTest.moc"
