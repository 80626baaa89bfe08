#include "EngineWorld.h"
#include "Outcome.h"
#include "PersistedActor.h"
#include "RawDatabase.h"

#include <QDir>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QTest>

using namespace greenroom;
using namespace std::chrono;

/// Key-values through an engine, from outside and from within an actor (engine-contract,
/// "Key-value store"). ActorDatabaseTest has the rest. Letters and numbers are those of the cases.
class EngineKvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void callsAreCarriedOutInOrder(); // F05
    void noneOfThemStartsAnActor();
    void readingMakesNoDatabase(); // F33
    void limitsHoldToTheByte_data();
    void limitsHoldToTheByte(); // F21
    void anActorSeesItsOwnKeysOnly();
    void rangesAndPrefixesAreByteWise(); // B68, F22
    void bytesStayWhatTheyAre();         // B66, B67, F18
    void stateAndInputShareKey01();      // F47, B21
    void aDamagedKey01IsNamed();
    void sleepAndDestroyCloseTheDatabase(); // B10, S15
    void onlySoManyDatabasesAreOpen();      // B61, B64
    void puttingCountsForThePublic();
    void anEditTakesItsTurnAmongTheActorsWrites();
    void theStateOfARunningActorIsNotEdited();
    void anActorBeingDestroyedIsNotEdited();
    void anEditOfALegacyActorComesAfterItsMigration();
};

void EngineKvTest::callsAreCarriedOutInOrder()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    QList<QFuture<Result<void>>> all;
    for (int i = 0; i < 200; ++i) {
        all << engine.putKv(
            id, {{"\4" + QByteArray::number(i), "v"}, {"\4last", QByteArray::number(i)}});
        if (i >= 50 && i < 100)
            all << engine.removeKv(id, {"\4" + QByteArray::number(i - 50)});
    }
    const auto last = engine.getKv(id, {"\4last", "\4missing",
                                        "\4"
                                        "199"});
    for (const auto &each : all)
        QCOMPARE(world.outcome(each), QStringLiteral("ok"));
    QCOMPARE(world.answer(engine.listKv(id, KvRange::ofPrefix("\4")))->rows.size(), 151);
    const auto values = world.answer(last);
    QCOMPARE(values->at(0).value_or("none"), QByteArray("199"));
    QVERIFY(!values->at(1));
    QCOMPARE(values->at(2).value_or("none"), QByteArray("v"));
}

void EngineKvTest::noneOfThemStartsAnActor()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    QCOMPARE(world.outcome(engine.create(EngineWorld::creation())), QStringLiteral("ok"));
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(engine.putKv(id, {{"\4x", "1"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.getKv(id, {"\4x"})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.listKv(id, {})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.kvTotals(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.removeKv(id, {"\4x"})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.removeKvRange(id, KvRange::ofPrefix("\4"))),
             QStringLiteral("ok"));
    QCOMPARE(world.script().takeLog(), QString());
    QCOMPARE(world.lifecycle(id), QStringLiteral("-"));
}

void EngineKvTest::readingMakesNoDatabase()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    QCOMPARE(world.outcome(engine.sleep(id)), QStringLiteral("ok"));
    QVERIFY(QFile::remove(world.folder->layout().databaseFile(id)));
    const QStringList before = world.filesOnDisk();
    QVERIFY(!world.answer(engine.getKv(id, {"\1"}))->first());
    QCOMPARE(world.answer(engine.listKv(id, {}))->rows.size(), 0);
    QCOMPARE(world.answer(engine.kvTotals(id))->entries, 0);
    QCOMPARE(world.outcome(engine.removeKv(id, {"\1"})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(engine.removeKvRange(id, {})), QStringLiteral("ok"));
    QCOMPARE(world.filesOnDisk(), before);
}

void EngineKvTest::limitsHoldToTheByte_data()
{
    QTest::addColumn<KvEntries>("entries");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const KvEntries &entries, bool fits) {
        QTest::addRow("F21 %s", name)
            << entries << (fits ? QStringLiteral("ok") : QStringLiteral("kv-limit"));
    };
    // An actor's keys have one byte more on disk.
    row("key of 2,045", {{QByteArray(2045, 'k'), "v"}}, true);
    row("key of 2,046", {{QByteArray(2046, 'k'), "v"}}, false);
    row("value of 128 KiB", {{"k", QByteArray(131'072, 'v')}}, true);
    row("value of 128 KiB + 1", {{"k", QByteArray(131'073, 'v')}}, false);
    KvEntries many;
    for (int i = 0; i < 128; ++i)
        many.append({QByteArray::number(i), "v"});
    row("128 entries", many, true);
    many.append(KvEntry{"one more", "v"});
    row("129 entries", many, false);
    KvEntries large;
    for (int i = 0; i < 8; ++i)
        large.append({QByteArray::number(i), QByteArray(999'424 / 8 - 4, 'v')});
    row("976 KiB", large, true);
    large[0].key += "x";
    row("976 KiB + 1", large, false);
}

void EngineKvTest::limitsHoldToTheByte()
{
    QFETCH(KvEntries, entries);
    EngineWorld world;
    (void)world.run();
    QString outcome;
    std::optional<qsizetype> rows;
    world.inActor([&](ActorContext &context) {
        outcome = outcomeOf(context.kv().put(entries));
        rows = context.kv().list({})->size();
    });
    QTEST(outcome, "code");
    QCOMPARE(*rows, outcome == QLatin1String("ok") ? entries.size() : 0);
    // From outside it is the whole key that counts.
    KvEntries whole = entries;
    for (KvEntry &entry : whole)
        entry.key.prepend('\4');
    QTEST(world.outcome(world.engine().putKv(EngineWorld::id(), whole)), "code");
}

void EngineKvTest::anActorSeesItsOwnKeysOnly()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\3", "token"}, {"\5\1\1", "queue"}})),
             QStringLiteral("ok"));
    world.inActor([](ActorContext &context) {
        KeyValues &kv = context.kv();
        QCOMPARE(outcomeOf(kv.put({{"", "empty"}, {"a", "1"}, {"\xff\xff", "2"}})),
                 QStringLiteral("ok"));
        QStringList keys;
        const auto listed = kv.list({});
        for (const KvEntry &entry : *listed)
            keys << QString::fromLatin1(entry.key.toHex());
        QCOMPARE(keys, QStringList({QString(), QStringLiteral("61"), QStringLiteral("ffff")}));
        QCOMPARE(kv.list(KvRange::ofPrefix("\xff"))->size(), 1);
        QCOMPARE(kv.list({"", ""})->size(), 0);
        QVERIFY(!kv.get({"\3"})->first());
        QCOMPARE(outcomeOf(kv.removeRange({})), QStringLiteral("ok"));
        QCOMPARE(kv.list({})->size(), 0);
    });
    const auto left = world.answer(world.engine().listKv(id, {}));
    QStringList keys;
    for (const KvRow &row : left->rows)
        keys << QString::fromLatin1(row.key.toHex());
    QCOMPARE(keys,
             QStringList({QStringLiteral("01"), QStringLiteral("03"), QStringLiteral("050101")}));
}

void EngineKvTest::rangesAndPrefixesAreByteWise()
{
    EngineWorld world;
    (void)world.run();
    world.inActor([](ActorContext &context) {
        KeyValues &kv = context.kv();
        QByteArrayList all;
        KvEntries entries;
        for (const char *hex :
             {"fe", "ff", "ff00", "ffff01", "03aaff", "03aaffff", "03ab00", "00"}) {
            all << QByteArray::fromHex(hex);
            entries.append({all.last(), "v"});
        }
        QCOMPARE(outcomeOf(kv.put(entries)), QStringLiteral("ok"));
        std::sort(all.begin(), all.end());
        for (const char *hex : {"ff", "ffff", "03aaff", "", "03", "77"}) {
            const QByteArray prefix = QByteArray::fromHex(hex);
            QByteArrayList expected, ascending, descending;
            for (const QByteArray &key : all) {
                if (key.startsWith(prefix))
                    expected << key;
            }
            const auto up = kv.list(KvRange::ofPrefix(prefix));
            for (const KvEntry &entry : *up)
                ascending << entry.key;
            const auto down = kv.list(KvRange::ofPrefix(prefix), KvOrder::Descending);
            for (const KvEntry &entry : *down)
                descending.prepend(entry.key);
            QCOMPARE(ascending, expected);
            QCOMPARE(descending, expected);
        }
        QCOMPARE(kv.list({"\xfe", "\xff"})->size(), 1); // half-open
        QCOMPARE(kv.list({"\xff", "\xfe"})->size(), 0);
        QCOMPARE(kv.list({}, KvOrder::Ascending, 0)->size(), 0);
        QCOMPARE(kv.list({}, KvOrder::Descending, 3)->size(), 3);
        QCOMPARE(outcomeOf(kv.list({}, KvOrder::Ascending, -1)), QStringLiteral("kv-limit"));
    });
}

void EngineKvTest::bytesStayWhatTheyAre()
{
    EngineWorld world;
    const ActorId id = world.run();
    const QByteArray key("\0\1\0", 3);
    const QByteArray value(10, '\0');
    world.inActor([&](ActorContext &context) {
        QCOMPARE(outcomeOf(context.kv().put(key, value)), QStringLiteral("ok"));
        auto got = context.kv().get({key, key});
        (*got)[0]->fill('x'); // each owns its bytes
        QCOMPARE(got->at(1).value_or("none"), value);
        QCOMPARE(context.kv().get({key})->first().value_or("none"), value);
    });
    world.close();
    RawDatabase raw(world.folder->layout().databaseFile(id));
    QCOMPARE(raw.values(QStringLiteral("SELECT DISTINCT typeof(key) || typeof(value) FROM kv")),
             QVariantList{QStringLiteral("blobblob")});
}

void EngineKvTest::stateAndInputShareKey01()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.inActor([](ActorContext &context) {
        QCOMPARE(context.input()->value_or("none"), QByteArray("\1"));
        QVERIFY(!*context.state());
        QCOMPARE(outcomeOf(context.saveState("\x18\x2a")), QStringLiteral("ok"));
        QCOMPARE(context.state()->value_or("none"), QByteArray("\x18\x2a"));
        QCOMPARE(outcomeOf(context.saveState(QByteArray(131'072, '\x17'))),
                 QStringLiteral("kv-limit"));
        QCOMPARE(context.state()->value_or("none"), QByteArray("\x18\x2a"));
    });
    world.crash();
    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    world.inActor([](ActorContext &context) {
        QCOMPARE(context.input()->value_or("none"), QByteArray("\1"));
        QCOMPARE(context.state()->value_or("none"), QByteArray("\x18\x2a"));
    });
    // Planned calls of rivetkit's stay as they are.
    PersistedActor persisted{
        .input = "\2", .scheduledEvents = {{QStringLiteral("e"), 7, QStringLiteral("go"), "\x80"}}};
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\1", *encodePersistedActor(persisted)}})),
             QStringLiteral("ok"));
    world.inActor([](ActorContext &context) {
        QCOMPARE(outcomeOf(context.saveState("\x17")), QStringLiteral("ok"));
    });
    persisted.hasInitialized = true;
    persisted.state = "\x17";
    const auto bytes = world.answer(world.engine().getKv(id, {"\1"}))->first();
    QCOMPARE(*decodePersistedActor(*bytes), persisted);
}

void EngineKvTest::aDamagedKey01IsNamed()
{
    EngineWorld world;
    const ActorId id = world.run();
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\1", "\x09"}})), QStringLiteral("ok"));
    world.inActor([&](ActorContext &context) {
        const auto state = context.state();
        QVERIFY(messageOf(state).contains(QStringLiteral("key 01")));
        QVERIFY(messageOf(state).contains(id.text()));
        QVERIFY(!context.input());
        QVERIFY(!context.saveState("\x17"));
    });
    QCOMPARE(world.answer(world.engine().getKv(id, {"\1"}))->first().value_or("none"),
             QByteArray("\x09")); // not written over
    // Without any it is as if it had just been made.
    QCOMPARE(world.outcome(world.engine().removeKv(id, {"\1"})), QStringLiteral("ok"));
    world.inActor([](ActorContext &context) {
        QVERIFY(!*context.state());
        QCOMPARE(outcomeOf(context.saveState("\x17")), QStringLiteral("ok"));
    });
}

namespace {

qsizetype openFilesBelow(const QString &folder)
{
    qsizetype count = 0;
    const QFileInfoList files = QDir(QStringLiteral("/proc/self/fd"))
                                    .entryInfoList(QDir::Files | QDir::System | QDir::Hidden);
    for (const QFileInfo &file : files)
        count += file.symLinkTarget().startsWith(folder) ? 1 : 0;
    return count;
}

} // namespace

void EngineKvTest::sleepAndDestroyCloseTheDatabase()
{
#ifdef Q_OS_LINUX
    for (const bool destroys : {false, true}) {
        EngineWorld world;
        const ActorId id = world.run();
        QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", "1"}})), QStringLiteral("ok"));
        QVERIFY(openFilesBelow(world.folder->path()) > 0);
        world.script().onStop = world.script().held();
        const auto stop = destroys ? world.engine().destroy(id) : world.engine().sleep(id);
        QList<QFuture<Result<QList<std::optional<QByteArray>>>>> reads;
        if (destroys) {
            for (int i = 0; i < 20; ++i)
                reads << world.engine().getKv(id, {"\4x"});
        }
        world.settle();
        world.script().release();
        QCOMPARE(world.outcome(stop), QStringLiteral("ok"));
        QCOMPARE(openFilesBelow(world.folder->path()), 0);
        if (destroys)
            QCOMPARE(world.filesOnDisk(), QStringList());
        else
            QVERIFY(world.filesOnDisk().filter(QStringLiteral("-wal")).isEmpty());
    }
#else
    QSKIP("only Linux tells of open files");
#endif
}

void EngineKvTest::onlySoManyDatabasesAreOpen()
{
    EngineWorld world;
    world.settings.openDatabases = 8;
    const qsizetype connections = QSqlDatabase::connectionNames().size();
    for (int i = 0; i < 40; ++i) {
        const ActorId id = world.run(QString::number(i));
        QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4x", QByteArray::number(i)}})),
                 QStringLiteral("ok"));
        QVERIFY(QSqlDatabase::connectionNames().size() - connections <= 8);
#ifdef Q_OS_LINUX
        QVERIFY(openFilesBelow(world.folder->path()) <= 3 * 8);
#endif
    }
    // Nothing is lost by closing them.
    for (int i = 0; i < 40; ++i) {
        const ActorId id = EngineWorld::id(QString::number(i));
        QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
        QCOMPARE(world.answer(world.engine().getKv(id, {"\4x"}))->first().value_or("none"),
                 QByteArray::number(i));
    }
    world.close();
    QCOMPARE(QSqlDatabase::connectionNames().size(), connections);
}

void EngineKvTest::puttingCountsForThePublic()
{
    EngineWorld world;
    const ActorId id = world.run();
    world.advance(1s);
    (void)world.takeEvents();
    world.inActor([](ActorContext &context) {
        for (int i = 0; i < 100; ++i)
            QVERIFY(context.kv().put("k", "v"));
        QVERIFY(context.saveState("\x17"));
    });
    QCOMPARE(world.takeEvents(), QString());
    world.advance(1s);
    const ActorEvents events = world.takeEventList();
    QCOMPARE(events.size(), 2); // counted, not listed
    QCOMPARE(events[0].count, 101);
    QCOMPARE(world.status(id)->kvWrites, 101);
    world.advance(1s);
    (void)world.outcome(world.engine().told(id));
    world.advance(10s);
    QCOMPARE(world.status(id)->kvWritesPerSecond, 0.0); // it comes to rest
}

void EngineKvTest::anEditTakesItsTurnAmongTheActorsWrites()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    QCOMPARE(world.outcome(engine.putKv(id, {{"\4a", "1"}, {"\4b", "1"}})), QStringLiteral("ok"));
    const auto isApplied = [](const QFuture<Result<EditOutcome>> &edit) {
        return edit.result()->isApplied();
    };
    const KvEdit ofA{
        {{"\4a", QByteArray("1"), QByteArray("edited")}, {"\4c", {}, QByteArray("c")}}};

    // Nothing has happened yet: what comes first counts.
    const auto put = engine.putKv(id, {{"\4a", "2"}});
    const auto late = engine.editKv(id, ofA);
    world.settle();
    QCOMPARE(outcomeOf(put.result()), QStringLiteral("ok"));
    QVERIFY(!isApplied(late));
    QCOMPARE(late.result()->conflicts, (QList<KvConflict>{{"\4a", QByteArray("2")}}));
    QVERIFY(!world.answer(engine.getKv(id, {"\4c"}))->first());

    // The actor's own write in the same turn.
    world.inActor([](ActorContext &context) { QVERIFY(context.kv().put("b", "2")); });
    const KvEdit ofB{{{"\4b", QByteArray("2"), QByteArray("edited")}}};
    const auto first = engine.editKv(id, ofB);
    const auto second = engine.editKv(id, ofB);
    world.settle();
    QVERIFY(isApplied(first));
    QVERIFY(!isApplied(second));
    world.inActor([](ActorContext &context) {
        QCOMPARE(*context.kv().get({"b"})->first(), QByteArray("edited"));
    });
    QCOMPARE(world.lifecycle(id), QStringLiteral("AWAKE"));
    world.advance(1s); // writes are told once a second
    QCOMPARE(world.status(id)->kvWrites, 5);
}

void EngineKvTest::theStateOfARunningActorIsNotEdited()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    world.inActor([](ActorContext &context) { QVERIFY(context.saveState("\x01")); });
    const QByteArray before = *world.answer(engine.getKv(id, {"\1"}))->first();
    auto edited = *decodePersistedActor(before);
    edited.state = "\x02";
    const QByteArray after = *encodePersistedActor(edited);
    const KvEdit edit{{{"\1", before, after}, {"\4a", {}, QByteArray("a")}}};
    const auto refused = world.answer(engine.editKv(id, edit));
    QCOMPARE(outcomeOf(refused), QStringLiteral("still-running"));
    QVERIFY(messageOf(refused).contains(QLatin1String("put it to sleep first")));
    QVERIFY(!world.answer(engine.getKv(id, {"\4a"}))->first());

    // To make sure of it is no edit. Asleep it may be edited, and starts with that.
    const KvEdit guarded{{{"\1", before, before}, {"\4b", {}, QByteArray("b")}}};
    QVERIFY(world.answer(engine.editKv(id, guarded))->isApplied());
    QCOMPARE(world.outcome(engine.sleep(id)), QStringLiteral("ok"));
    QVERIFY(world.answer(engine.editKv(id, edit))->isApplied());
    QCOMPARE(world.outcome(engine.start(id)), QStringLiteral("ok"));
    world.inActor([](ActorContext &context) {
        QCOMPARE(context.state()->value(), QByteArray("\x02"));
        QCOMPARE(context.input()->value(), QByteArray("\x01"));
    });
}

void EngineKvTest::anActorBeingDestroyedIsNotEdited()
{
    EngineWorld world;
    ActorEngine &engine = world.engine();
    const ActorId id = world.run();
    const KvEdit edit{{{"\4a", {}, QByteArray("a")}}};
    const auto destroyed = engine.destroy(id);
    const auto edited = engine.editKv(id, edit);
    world.settle();
    QCOMPARE(outcomeOf(destroyed.result()), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(edited.result()), QStringLiteral("not-found"));
    QCOMPARE(world.filesOnDisk(), QStringList());
}

void EngineKvTest::anEditOfALegacyActorComesAfterItsMigration()
{
    EngineWorld world;
    world.folder->makeParts();
    const ActorId id = EngineWorld::id();
    ActorRecord record;
    record.actorId = id.text();
    record.name = QStringLiteral("actor");
    record.key = {QStringLiteral("k")};
    record.legacyKv = {{"\4a", "1"}};
    world.folder->write("state/" + id.text().toUtf8(), *encodeActorRecord(record));
    const auto edited =
        world.answer(world.engine().editKv(id, {{{"\4a", QByteArray("1"), QByteArray("2")}}}));
    QVERIFY(edited->isApplied());
    QCOMPARE(world.recordOnDisk(id)->legacyKv, KvEntries());
    QCOMPARE(world.answer(world.engine().listKv(id, {}))->rows.size(), 1);
}

QTEST_GUILESS_MAIN(EngineKvTest)
#include "EngineKvTest.moc"
