#include "ActorExport.h"
#include "EngineSource.h"
#include "FolderSource.h"

#include "ActorDatabase.h"
#include "AlarmRecord.h"
#include "BundleReader.h"
#include "Definitions.h"
#include "EngineSettings.h"
#include "EngineWorld.h"
#include "Fixture.h"
#include "FolderLock.h"
#include "FolderSnapshot.h"
#include "Outcome.h"
#include "PersistedActor.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StagedActor.h"

#include <QFile>
#include <QTest>

using namespace greenroom;

namespace {

using Secrets = BundleHead::Secrets;
using Existing = ImportOptions::Existing;

ActorId id(const QString &key = QStringLiteral("k"))
{
    return EngineWorld::id(key);
}

/// All there is to an actor, however it is stored.
struct Whole
{
    QByteArray record;
    std::optional<QByteArray> alarm;
    QList<KvRow> rows;

    bool operator==(const Whole &) const = default;
};

Whole wholeOf(const ActorSource &source, const ActorId &id)
{
    const auto details = source.actor(id);
    KvQuery all;
    all.limit = 1'000'000;
    all.pageBytes = WholeValue;
    const auto page = source.kvPage(id, all);
    if (!details || !page)
        return {};
    return {details->stateBytes, details->alarmBytes, page->rows};
}

std::unique_ptr<ActorSource> look(const StorageFolder &folder)
{
    auto opened = FolderSource::open(folder.path());
    if (!opened)
        qFatal("%s", qPrintable(opened.error().message));
    return std::move(*opened);
}

/// A source that has an actor written to while it is read.
class Restless final : public ActorSource
{
public:
    Restless(const ActorSource &source, std::function<void()> disturb, int times)
        : m_source(source), m_disturb(std::move(disturb)), m_times(times)
    {}
    QString location() const override { return m_source.location(); }
    Result<ActorListEnd> listActors(const ActorQuery &query, const ActorBatchSink &sink,
                                    std::stop_token stop) const override
    {
        return m_source.listActors(query, sink, stop);
    }
    Result<ActorDetails> actor(const ActorId &id) const override { return m_source.actor(id); }
    Result<KvPage> kvPage(const ActorId &id, const KvQuery &query,
                          std::stop_token stop) const override
    {
        auto page = m_source.kvPage(id, query, stop);
        if (m_times-- > 0)
            m_disturb();
        return page;
    }
    Result<std::optional<KvRow>> kvRow(const ActorId &id, const KvCursor &key, qint64 maxBytes,
                                       std::stop_token stop) const override
    {
        return m_source.kvRow(id, key, maxBytes, stop);
    }
    Result<KvTotals> kvTotals(const ActorId &id, std::stop_token stop) const override
    {
        return m_source.kvTotals(id, stop);
    }
    QByteArray kvStamp(const ActorId &id) const override { return m_source.kvStamp(id); }
    Result<QList<AlarmEntry>> alarms(std::stop_token stop) const override
    {
        return m_source.alarms(stop);
    }
    Capability capability(ActorCommand command) const override
    {
        return m_source.capability(command);
    }

private:
    const ActorSource &m_source;
    const std::function<void()> m_disturb;
    mutable int m_times;
};

} // namespace

/// An actor's way into a bundle and out of it again.
class ActorImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void everyActorOfRivetkitComesBackAsItWas_data();
    void everyActorOfRivetkitComesBackAsItWas();
    void rowsOfEveryClassComeBack();
    void secretsStayBehindUnlessAskedFor_data();
    void secretsStayBehindUnlessAskedFor();
    void anExportIsOneStateOfTheActor();
    void whatCannotBeExportedLeavesTheFileThatWas();
    void anotherKeyMakesAnotherActor();
    void anActorInTheWayStaysUnlessItIsToBeReplaced();
    void whatLiesUnderTheIdIsNotTheNewActors();
    void aBadBundleChangesNothing_data();
    void aBadBundleChangesNothing();
    void aFolderThatIsRunIsLeftAlone();
    void anEngineTakesAnActorIn();
    void anEngineReplacesAnActorThatRuns();
    void aRunningActorIsNotReplacedUnderItsFeet();
    void anActorThatWasBeingDestroyedIsForFoldersThatAreNotRun();
    void aFailedImportLeavesNothingBehind();

private:
    [[nodiscard]] std::unique_ptr<ActorSource> source() const { return look(*m_folder); }
    [[nodiscard]] std::unique_ptr<ActorSource> engine() const
    {
        EngineSettings settings;
        settings.lanes = 1;
        settings.alarms = EngineSettings::Alarms::Hold;
        auto definitions = std::make_shared<Definitions>();
        if (!definitions->add(m_script.definition(QStringLiteral("actor"))))
            qFatal("no definition");
        auto opened = EngineSource::open(m_folder->path(), definitions, settings);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    /// Makes the actor with that key, with an alarm, and exports it.
    QString bundle(const KvEntries &entries = {{"\1", "state"}, {"\4a", "1"}})
    {
        const StorageFolder folder;
        writeActor(folder, entries);
        const QString file = m_outside->path(QStringLiteral("actor.bundle"));
        const auto from = look(folder);
        const auto exported = exportActor(*from, id(), file, Secrets::Included);
        if (!exported)
            qFatal("%s", qPrintable(exported.error().message));
        return file;
    }
    static ActorRecord recordOf(const ActorId &id)
    {
        ActorRecord record;
        record.actorId = id.text();
        record.name = QStringLiteral("actor");
        record.key = {QStringLiteral("k")};
        record.createdAt = {5};
        record.sleepTs = Timestamp{6};
        return record;
    }
    static void writeActor(const StorageFolder &folder, const KvEntries &entries)
    {
        folder.makeParts();
        const QByteArray name = id().text().toUtf8();
        folder.write("state/" + name, *encodeActorRecord(recordOf(id())));
        folder.write("alarms/" + name,
                     *encodeAlarmRecord({.actorId = id().text(), .timestamp = {1}}));
        if (!ActorDatabase::make(folder.layout().databaseFile(id()), entries, Durability::Process))
            qFatal("no database");
    }

    std::unique_ptr<StorageFolder> m_folder, m_outside;
    mutable Script m_script;
};

void ActorImportTest::init()
{
    m_folder = std::make_unique<StorageFolder>();
    m_folder->makeParts();
    m_outside = std::make_unique<StorageFolder>();
    (void)m_script.takeLog();
}

void ActorImportTest::everyActorOfRivetkitComesBackAsItWas_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : Fixture::names())
        QTest::newRow(qPrintable(name)) << name;
}

void ActorImportTest::everyActorOfRivetkitComesBackAsItWas()
{
    QFETCH(QString, name);
    const Fixture fixture(name);
    const StorageFolder copy(fixture.path());
    const auto from = look(copy);
    const QString file = m_outside->path(QStringLiteral("actor.bundle"));
    const auto to = source();
    for (const QJsonObject &actor : fixture.actors()) {
        const auto actorId = ActorId::fromText(actor.value(QLatin1String("id")).toString());
        if (!actorId)
            continue;
        const auto exported = exportActor(*from, *actorId, file, Secrets::Included);
        const auto details = from->actor(*actorId);
        const bool isReadable = details && details->entry.record && from->kvPage(*actorId, {});
        QVERIFY2(exported.has_value() == isReadable, qPrintable(messageOf(exported)));
        if (!exported)
            continue;
        const auto imported = to->importActor(file, {}, {});
        QVERIFY2(imported, qPrintable(messageOf(imported)));
        QCOMPARE(imported->id, *actorId);
        QCOMPARE(imported->notices, QStringList());

        const Whole before = wholeOf(*from, *actorId);
        const Whole after = wholeOf(*to, *actorId);
        QCOMPARE(after.rows, before.rows);
        QCOMPARE(exported->totals.entries, before.rows.size());
        if (before.alarm && !before.alarm->isEmpty())
            QCOMPARE(after.alarm, before.alarm);
        else
            QVERIFY(!after.alarm);
        if (decodeActorRecord(before.record)->legacyKv.isEmpty()) {
            QCOMPARE(after.record, before.record);
        } else {
            ActorRecord migrated = *decodeActorRecord(before.record);
            migrated.legacyKv.clear();
            QCOMPARE(after.record, *encodeActorRecord(migrated));
        }

        // Once more from there: the same bundle, but for when it was made and what is migrated.
        const QString again = m_outside->path(QStringLiteral("again.bundle"));
        const auto second = exportActor(*to, *actorId, again, Secrets::Included);
        QCOMPARE(second->totals, exported->totals);
        QCOMPARE(second->head.record, after.record);
    }
    for (const QString &file : FolderSnapshot::of(m_folder->path()).names()) {
        const bool isSidefile = file.contains(QLatin1String(".tmp.")) ||
                                file.endsWith(QLatin1String("-wal")) ||
                                file.endsWith(QLatin1String(".lock"));
        QVERIFY2(!isSidefile, qPrintable(file));
    }
}

void ActorImportTest::rowsOfEveryClassComeBack()
{
    writeActor(*m_outside, {});
    {
        RawDatabase database(m_outside->layout().databaseFile(id()));
        QCOMPARE(database.run(QStringLiteral(
                     "INSERT INTO kv VALUES (-9223372036854775808, 0.1), (1e300, 'a'), "
                     "('text', 9007199254740993), (CAST(x'00ff' AS TEXT), CAST(x'ff00' AS TEXT)), "
                     "(x'', x''), (x'04', 5e-324), (x'0400', x'00')")),
                 QString());
    }
    const auto from = look(*m_outside);
    const QString file = m_outside->path(QStringLiteral("actor.bundle"));
    QCOMPARE(messageOf(exportActor(*from, id(), file, Secrets::LeftOut)), QString());
    const auto to = source();
    QCOMPARE(messageOf(to->importActor(file, {}, {})), QString());
    const Whole expected = wholeOf(*from, id());
    QCOMPARE(expected.rows.size(), 7);
    QCOMPARE(wholeOf(*to, id()), expected);
    RawDatabase database(m_folder->layout().databaseFile(id()));
    QCOMPARE(database.values(QStringLiteral("PRAGMA integrity_check")),
             QVariantList{QStringLiteral("ok")});
    QCOMPARE(database.values(QStringLiteral("PRAGMA journal_mode")),
             QVariantList{QStringLiteral("wal")});
}

void ActorImportTest::secretsStayBehindUnlessAskedFor_data()
{
    QTest::addColumn<bool>("isLegacy");
    QTest::newRow("in the database") << false;
    QTest::newRow("in an older record") << true;
}

void ActorImportTest::secretsStayBehindUnlessAskedFor()
{
    QFETCH(bool, isLegacy);
    const KvEntries entries{{"\1", "state"}, {"\3", "a secret token"}, {"\4a", "1"}};
    writeActor(*m_outside, isLegacy ? KvEntries() : entries);
    if (isLegacy) {
        ActorRecord record = recordOf(id());
        record.legacyKv = entries;
        m_outside->write("state/" + id().text().toUtf8(), *encodeActorRecord(record));
    }
    const auto from = look(*m_outside);
    const QString file = m_outside->path(QStringLiteral("actor.bundle"));
    const auto without = exportActor(*from, id(), file, Secrets::LeftOut);
    QCOMPARE(messageOf(without), QString());
    QCOMPARE(without->totals.entries, 2);
    QVERIFY(!m_outside->read(QStringLiteral("actor.bundle")).contains("a secret"));
    QCOMPARE(lookAtBundle(file)->head.secrets, Secrets::LeftOut);

    const auto with = exportActor(*from, id(), file, Secrets::Included);
    QCOMPARE(with->totals.entries, 3);
    QCOMPARE(*lookAtBundle(file), *with);
    QCOMPARE(with->head.record, from->actor(id())->stateBytes);
    const auto to = source();
    QVERIFY(to->importActor(file, {}, {}));
    QCOMPARE((*to->kvRow(id(), {"\3"}))->value, QByteArray("a secret token"));
}

void ActorImportTest::anExportIsOneStateOfTheActor()
{
    // Two rows that are always written together, on pages of their own.
    const QByteArray large(3 * 1024 * 1024, 'x');
    KvEntries entries{{"\4a", "0"}, {"\4z", "0"}};
    writeActor(*m_folder, entries);
    {
        RawDatabase database(m_folder->layout().databaseFile(id()));
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(database.run(QStringLiteral("INSERT INTO kv VALUES (?, ?)"),
                                  {QByteArray("\4m") + char('0' + i), large}),
                     QString());
        }
    }
    int written = 0;
    SqlProcess actor(m_folder->layout().databaseFile(id()));
    const auto write = [&] {
        QCOMPARE(actor.run(QStringLiteral("UPDATE kv SET value = CAST('%1' AS BLOB) "
                                          "WHERE key IN (x'0461', x'047a')")
                               .arg(++written)),
                 QString());
    };
    const auto folder = source();
    const QString file = m_outside->path(QStringLiteral("actor.bundle"));
    const auto exported = exportActor(Restless(*folder, write, 3), id(), file, Secrets::LeftOut);
    QCOMPARE(messageOf(exported), QString());
    QCOMPARE(written, 3);
    const StorageFolder other;
    other.makeParts();
    const auto to = look(other);
    QVERIFY(to->importActor(file, {}, {}));
    QCOMPARE((*to->kvRow(id(), {"\4a"}))->value, QByteArray("3"));
    QCOMPARE((*to->kvRow(id(), {"\4z"}))->value, QByteArray("3"));
    QCOMPARE(to->kvTotals(id())->entries, 6);

    const auto never = exportActor(Restless(*folder, write, 1000), id(), file, Secrets::LeftOut);
    QCOMPARE(outcomeOf(never), QStringLiteral("database-busy"));
    QCOMPARE(*lookAtBundle(file), *exported);
}

void ActorImportTest::whatCannotBeExportedLeavesTheFileThatWas()
{
    m_outside->write("there", "something else");
    const QString file = m_outside->path(QStringLiteral("there"));
    QCOMPARE(outcomeOf(exportActor(*source(), id(), file, Secrets::LeftOut)),
             QStringLiteral("not-found"));
    m_folder->write("state/" + id().text().toUtf8(), "\3");
    const auto damaged = exportActor(*source(), id(), file, Secrets::LeftOut);
    QCOMPARE(outcomeOf(damaged), QStringLiteral("no-version-header"));
    QVERIFY2(messageOf(damaged).contains(m_folder->path()), qPrintable(messageOf(damaged)));
    QCOMPARE(m_outside->read(QStringLiteral("there")), QByteArray("something else"));
    QFile::remove(m_folder->layout().stateFile(id()));
    writeActor(*m_folder, {{"\1", "state"}});
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(outcomeOf(exportActor(*source(), id(), file, Secrets::LeftOut, stop.get_token())),
             QStringLiteral("cancelled"));
    const auto nowhere =
        exportActor(*source(), id(), m_outside->path(QStringLiteral("no/where")), Secrets::LeftOut);
    QCOMPARE(outcomeOf(nowhere), QStringLiteral("io-error"));
    QVERIFY(messageOf(nowhere).contains(QLatin1String("no/where")));
    QCOMPARE(m_outside->read(QStringLiteral("there")), QByteArray("something else"));
}

void ActorImportTest::anotherKeyMakesAnotherActor()
{
    const QString file = bundle();
    const auto to = source();
    QVERIFY(to->importActor(file, {}, {}));
    const Whole first = wholeOf(*to, id());
    ImportOptions options;
    options.as = ActorAddress{QStringLiteral("actor"), {QStringLiteral("other")}};
    const auto second = to->importActor(file, options, {});
    QCOMPARE(messageOf(second), QString());
    QCOMPARE(second->id, id(QStringLiteral("other")));
    const auto details = to->actor(second->id);
    QCOMPARE(details->entry.warnings, QStringList());
    QCOMPARE(details->entry.record->key, QStringList{QStringLiteral("other")});
    QCOMPARE(details->entry.record->createdAt, Timestamp{5});
    QCOMPARE(details->entry.alarmAt, Timestamp{1});
    QCOMPARE(wholeOf(*to, second->id).rows, first.rows);
    QCOMPARE(wholeOf(*to, id()), first);
}

void ActorImportTest::anActorInTheWayStaysUnlessItIsToBeReplaced()
{
    const QString file = bundle();
    writeActor(*m_folder, {{"\1", "mine"}, {"\4mine", "1"}});
    QFile::remove(m_folder->layout().alarmFile(id()));
    const FolderSnapshot before = FolderSnapshot::of(m_folder->path() + QStringLiteral("/state"));
    const Whole mine = wholeOf(*source(), id());
    const auto kept = source()->importActor(file, {}, {});
    QCOMPARE(outcomeOf(kept), QStringLiteral("duplicate-key"));
    QVERIFY2(messageOf(kept).contains(QLatin1String("replace it")), qPrintable(messageOf(kept)));
    QCOMPARE(wholeOf(*source(), id()), mine);
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path() + QStringLiteral("/state"))),
             QString());

    QVERIFY(source()->importActor(file, {.existing = Existing::Replace}, {}));
    QCOMPARE(wholeOf(*source(), id()).rows.size(), 2);
    QCOMPARE((*source()->kvRow(id(), {"\1"}))->value, QByteArray("state"));
    QCOMPARE(source()->actor(id())->entry.alarmAt, Timestamp{1});
}

void ActorImportTest::whatLiesUnderTheIdIsNotTheNewActors()
{
    // A database of an actor that is gone, with a log that a crash has left.
    const QString database = m_folder->layout().databaseFile(id());
    {
        SqlProcess gone(database);
        for (const char *statement :
             {"PRAGMA journal_mode=WAL",
              "CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)",
              "INSERT INTO kv VALUES (x'0461', x'31')"})
            QCOMPARE(gone.run(QString::fromLatin1(statement)), QString());
        gone.crash();
    }
    QVERIFY(source()->importActor(bundle({{"\1", "state"}}), {}, {}));
    QCOMPARE(wholeOf(*source(), id()).rows.size(), 1);
    QVERIFY(!QFile::exists(StorageLayout::walOf(database)));
    QVERIFY(source()->importActor(bundle({}), {.existing = Existing::Replace}, {}));
    QVERIFY(!QFile::exists(database));
}

void ActorImportTest::aBadBundleChangesNothing_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("code");
    QTest::newRow("missing") << QStringLiteral("missing") << QStringLiteral("io-error");
    QTest::newRow("cut") << QStringLiteral("cut") << QStringLiteral("truncated");
    QTest::newRow("changed") << QStringLiteral("changed") << QStringLiteral("bad-checksum");
    QTest::newRow("no bundle") << QStringLiteral("none") << QStringLiteral("not-a-bundle");
}

void ActorImportTest::aBadBundleChangesNothing()
{
    QFETCH(QString, fault);
    const QString file = bundle();
    QByteArray bytes = m_outside->read(QStringLiteral("actor.bundle"));
    if (fault == QLatin1String("cut"))
        bytes.chop(40);
    else if (fault == QLatin1String("changed"))
        bytes.replace("state", "STATE");
    else if (fault == QLatin1String("none"))
        bytes.clear();
    m_outside->write("actor.bundle", bytes);
    if (fault == QLatin1String("missing"))
        QFile::remove(file);
    writeActor(*m_folder, {{"\1", "mine"}});
    const Whole mine = wholeOf(*source(), id());
    const QStringList names = FolderSnapshot::of(m_folder->path()).names();
    const auto imported = source()->importActor(file, {.existing = Existing::Replace}, {});
    QTEST(outcomeOf(imported), "code");
    QVERIFY2(messageOf(imported).contains(file), qPrintable(messageOf(imported)));
    QCOMPARE(wholeOf(*source(), id()), mine);
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(), names);
}

void ActorImportTest::aFolderThatIsRunIsLeftAlone()
{
    const QString file = bundle();
    const auto lock = FolderLock::take(m_folder->layout());
    const FolderSnapshot before = FolderSnapshot::of(m_folder->path());
    QCOMPARE(outcomeOf(source()->importActor(file, {}, {})), QStringLiteral("folder-held"));
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void ActorImportTest::anEngineTakesAnActorIn()
{
    const QString file = bundle({{"\1", *encodePersistedActor({})}, {"\4a", "1"}});
    const auto to = engine();
    QVERIFY(to->capability(ActorCommand::Import).available);
    const auto imported = to->importActor(file, {}, {});
    QCOMPARE(messageOf(imported), QString());
    QCOMPARE(imported->id, id());
    QCOMPARE(wholeOf(*to, id()).rows.size(), 2);
    QCOMPARE(outcomeOf(to->importActor(file, {}, {})), QStringLiteral("duplicate-key"));
    const ActorEvents events = to->events()->after(0).events;
    QCOMPARE(events.size(), 1);
    QCOMPARE(events.first().kind, ActorEvent::Kind::Created);

    // Its alarm is armed, and it starts like any other.
    QCOMPARE(to->actor(id())->entry.alarmAt, Timestamp{1});
    QCOMPARE(outcomeOf(to->run(ActorCommand::Wake, id())), QStringLiteral("ok"));
    QCOMPARE(to->actor(id())->entry.live->alarm, LiveStatus::Alarm::Armed);
    QCOMPARE(to->actor(id())->entry.live->alarmAt, Timestamp{1});
    QVERIFY(m_script.takeLog().contains(QLatin1String("start")));
}

void ActorImportTest::anEngineReplacesAnActorThatRuns()
{
    const QString file = bundle({{"\1", *encodePersistedActor({})}, {"\4a", "new"}});
    const auto to = engine();
    QVERIFY(to->create({QStringLiteral("actor"), {QStringLiteral("k")}, {}}));
    QVERIFY(to->putKv(id(), {{"\4a", "old"}, {"\4b", "old"}}));
    QVERIFY(to->setAlarm(id(), {77}));
    QVERIFY(to->actor(id())->entry.live.has_value());
    QCOMPARE(outcomeOf(to->importActor(file, {}, {})), QStringLiteral("duplicate-key"));
    QVERIFY(to->actor(id())->entry.live.has_value());
    const auto imported = to->importActor(file, {.existing = Existing::Replace}, {});
    QCOMPARE(messageOf(imported), QString());
    QVERIFY(m_script.takeLog().contains(QLatin1String("onStop sleep")));
    const Whole now = wholeOf(*to, id());
    QCOMPARE(now.rows.size(), 2);
    QCOMPARE(now.rows.last().value, QByteArray("new"));
    QCOMPARE(now.record, *encodeActorRecord(recordOf(id())));
    QCOMPARE(to->actor(id())->entry.alarmAt, Timestamp{1});
    QVERIFY(to->putKv(id(), {{"\4c", "after"}}));
    QCOMPARE(to->kvTotals(id())->entries, 3);
}

void ActorImportTest::aRunningActorIsNotReplacedUnderItsFeet()
{
    EngineWorld world;
    const QString file = bundle();
    (void)world.run();
    const auto staged =
        StagedActor::ofBundle(world.folder->layout(), file, {.existing = Existing::Replace});
    QCOMPARE(messageOf(staged), QString());
    const auto refused = world.answer(world.engine().install(*staged, Existing::Replace));
    QCOMPARE(outcomeOf(refused), QStringLiteral("still-running"));
    QCOMPARE(world.lifecycle(id()), QStringLiteral("AWAKE"));
    QCOMPARE(world.outcome(world.engine().sleep(id())), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().install(*staged, Existing::Replace)),
             QStringLiteral("ok"));
    QVERIFY(world.script().takeLog().contains(QLatin1String("onAlarm"))); // long due
}

void ActorImportTest::anActorThatWasBeingDestroyedIsForFoldersThatAreNotRun()
{
    writeActor(*m_outside, {{"\1", "state"}});
    ActorRecord record = recordOf(id());
    record.destroyTs = Timestamp{9};
    m_outside->write("state/" + id().text().toUtf8(), *encodeActorRecord(record));
    const QString file = m_outside->path(QStringLiteral("actor.bundle"));
    QVERIFY(exportActor(*look(*m_outside), id(), file, Secrets::LeftOut));
    {
        const auto to = engine();
        QCOMPARE(outcomeOf(to->importActor(file, {}, {})), QStringLiteral("not-supported"));
        QVERIFY(!QFile::exists(m_folder->layout().stateFile(id())));
    }
    QVERIFY(source()->importActor(file, {}, {}));
    QCOMPARE(source()->actor(id())->entry.record->destroyTs, Timestamp{9});
}

void ActorImportTest::aFailedImportLeavesNothingBehind()
{
    // A folder stands where the alarm belongs: the database is in place by then.
    const QString file = bundle();
    QVERIFY(QDir().mkpath(m_folder->layout().alarmFile(id()) + QStringLiteral("/in the way")));
    const auto imported = source()->importActor(file, {}, {});
    QCOMPARE(outcomeOf(imported), QStringLiteral("io-error"));
    QVERIFY2(messageOf(imported).contains(m_folder->layout().alarmFile(id())),
             qPrintable(messageOf(imported)));
    QVERIFY(!QFile::exists(m_folder->layout().stateFile(id())));
    QVERIFY(!QFile::exists(m_folder->layout().databaseFile(id())));
    QVERIFY(!QFile::exists(m_folder->layout().lockFile()));
}

QTEST_GUILESS_MAIN(ActorImportTest)
#include "ActorImportTest.moc"
