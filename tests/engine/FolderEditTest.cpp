#include "FolderSource.h"

#include "ActorDatabase.h"
#include "ActorRecord.h"
#include "EditCheck.h"
#include "Fixture.h"
#include "FolderLock.h"
#include "FolderSnapshot.h"
#include "KvLimits.h"
#include "Outcome.h"
#include "PersistedActor.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QFile>
#include <QTest>

#include <thread>

using namespace greenroom;

namespace {

const QByteArray First("\4first");
const QByteArray Second("\4second");

ActorId id()
{
    return ActorId::of(QStringLiteral("actor"), {QStringLiteral("k")});
}

QByteArray stateOf(const QByteArray &cbor)
{
    return *encodePersistedActor({.hasInitialized = true, .state = cbor});
}

/// Base and new value; "-" for none.
KvChange change(const QByteArray &key, const QByteArray &before, const QByteArray &after)
{
    const auto value = [](const QByteArray &text) {
        return text == "-" ? std::nullopt : std::optional(text);
    };
    return {key, value(before), value(after)};
}

QByteArray recordWith(const KvEntries &legacy, std::optional<Timestamp> destroyTs = {})
{
    ActorRecord record;
    record.actorId = id().text();
    record.name = QStringLiteral("actor");
    record.key = {QStringLiteral("k")};
    record.createdAt = {1'700'000'000'000};
    record.legacyKv = legacy;
    record.destroyTs = destroyTs;
    return *encodeActorRecord(record);
}

} // namespace

/// Staged edits of a folder that nobody runs.
class FolderEditTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void allChangesAreAppliedTogether();
    void onlyWhatIsEditedChanges();
    void nothingButTheDatabaseIsLeftBehind();
    void anEditMayBeLargerThanACall();
    void aConflictChangesNothing_data();
    void aConflictChangesNothing();
    void whatMayNotBeEditedIsRefused_data();
    void whatMayNotBeEditedIsRefused();
    void anyKeyMayBeEditedWhenAskedFor();
    void aFolderThatIsRunIsLeftAlone();
    void aDatabaseThatAnotherProgramHasOpenIsLeftAlone();
    void aProgramThatComesInBetweenIsKeptOut();
    void anActorThatIsGoneIsNotBroughtBack_data();
    void anActorThatIsGoneIsNotBroughtBack();
    void aLegacyActorMovesIntoItsDatabase();
    void aLegacyActorStaysWhereItIsOnAConflict();
    void anActorWithoutDatabaseGetsOne();
    void theLogOfACrashIsReadFirst();
    void editsFromSeveralThreadsTakeTurns();
    void rivetkitsOwnActorsAreEdited();

private:
    [[nodiscard]] Result<EditOutcome> edit(const QList<KvChange> &changes,
                                           EditableKeys keys = EditableKeys::UserAndState)
    {
        return source()->edit(id(), {changes, keys});
    }
    [[nodiscard]] std::unique_ptr<FolderSource> source() const
    {
        return std::move(*FolderSource::open(m_folder->path()));
    }
    [[nodiscard]] QString databaseFile() const { return m_folder->layout().databaseFile(id()); }
    void makeDatabase(const KvEntries &entries) const
    {
        QVERIFY(ActorDatabase::make(databaseFile(), entries, Durability::Process));
    }
    /// All rows, "KEY=VALUE" each.
    [[nodiscard]] QString content() const
    {
        const Result<KvPage> page = source()->kvPage(id(), {}, {});
        if (!page)
            return codeName(page.error().code);
        QStringList rows;
        for (const KvRow &row : page->rows) {
            rows << QString::fromLatin1(row.key.toHex()) + u'=' +
                        (row.value.size() > 20 ? QString::number(row.value.size())
                                               : QString::fromLatin1(row.value));
        }
        return rows.join(u' ');
    }

    std::unique_ptr<StorageFolder> m_folder;
};

void FolderEditTest::init()
{
    m_folder = std::make_unique<StorageFolder>();
    m_folder->makeParts();
    m_folder->write("state/" + id().text().toUtf8(), recordWith({}));
}

void FolderEditTest::allChangesAreAppliedTogether()
{
    makeDatabase({{"\4a", "1"}, {"\4b", "2"}, {"\4c", "3"}});
    const auto outcome = edit({change("\4a", "1", "one"), change("\4b", "2", "-"),
                               change("\4d", "-", "4"), change("\4c", "3", "3")});
    QCOMPARE(messageOf(outcome), QString());
    QVERIFY(outcome->isApplied());
    QCOMPARE(content(), QStringLiteral("0461=one 0463=3 0464=4"));
}

void FolderEditTest::onlyWhatIsEditedChanges()
{
    // Bytes of every kind, among them what only another tool could have stored.
    makeDatabase({{"\1", stateOf("\xf6")}, {"\3", "token"}, {"\4a", "1"}});
    {
        RawDatabase database(databaseFile());
        QCOMPARE(database.run(QStringLiteral("INSERT INTO kv VALUES ('text key', 'text'), "
                                             "(7, 1.5), (x'04', x''), (x'0400ff', x'0000')")),
                 QString());
    }
    const auto rows = [this] { return source()->kvPage(id(), {}, {})->rows; };
    QList<KvRow> expected = rows();
    const QByteArray record = m_folder->read(QStringLiteral("state/") + id().text());
    QVERIFY(edit({change("\4a", "1", QByteArray("\0\xff", 2)),
                  change("\1", stateOf("\xf6"), stateOf("\xf5"))})
                ->isApplied());
    for (KvRow &row : expected) {
        if (row.key == "\4a")
            row.value = QByteArray("\0\xff", 2);
        else if (row.key == "\1")
            row.value = stateOf("\xf5");
        row.valueSize = row.value.size();
    }
    QCOMPARE(rows(), expected);
    QCOMPARE(m_folder->read(QStringLiteral("state/") + id().text()), record);
}

void FolderEditTest::nothingButTheDatabaseIsLeftBehind()
{
    makeDatabase({{"\4a", "1"}});
    const QStringList names = FolderSnapshot::of(m_folder->path()).names();
    QVERIFY(edit({change("\4a", "1", "2")})->isApplied());
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(), names);
    QCOMPARE(m_folder->read(QStringLiteral("databases/%1.db").arg(id().text())).mid(18, 2),
             QByteArray("\2\2")); // WAL, as rivetkit has it
}

void FolderEditTest::anEditMayBeLargerThanACall()
{
    makeDatabase({});
    QList<KvChange> changes;
    const QByteArray value(KvLimits::MaxValue, 'v');
    for (int i = 0; i < 300; ++i)
        changes << change("\4" + QByteArray::number(i), "-", i < 10 ? value : QByteArray("v"));
    QVERIFY(edit(changes)->isApplied());
    QCOMPARE(source()->kvTotals(id(), {})->entries, 300);
}

void FolderEditTest::aConflictChangesNothing_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("now");
    QTest::newRow("another value") << QByteArray("1") << QByteArray("2");
    QTest::newRow("removed meanwhile") << QByteArray("1") << QByteArray("-");
    QTest::newRow("made meanwhile") << QByteArray("-") << QByteArray("1");
    QTest::newRow("now empty") << QByteArray("1") << QByteArray("");
    QTest::newRow("another byte behind a NUL") << QByteArray("a\0b", 3) << QByteArray("a\0c", 3);
}

void FolderEditTest::aConflictChangesNothing()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, now);
    makeDatabase(now == "-" ? KvEntries{{First, "f"}} : KvEntries{{First, "f"}, {Second, now}});
    const FolderSnapshot folder = FolderSnapshot::of(m_folder->path());
    const auto outcome = edit({change(First, "f", "changed"), change(Second, before, "mine"),
                               change("\4third", "-", "3")});
    QCOMPARE(messageOf(outcome), QString());
    QVERIFY(!outcome->isApplied());
    const QList<KvConflict> expected{{Second, now == "-" ? std::nullopt : std::optional(now)}};
    QCOMPARE(outcome->conflicts, expected);
    QCOMPARE(folder.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void FolderEditTest::whatMayNotBeEditedIsRefused_data()
{
    QTest::addColumn<QList<KvChange>>("changes");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QList<KvChange> &changes, const char *code,
                        const char *reason) {
        QTest::newRow(name) << changes << QString::fromLatin1(code) << QString::fromUtf8(reason);
    };
    row("a long key", {change("\4" + QByteArray(2046, 'k'), "-", "v")}, "kv-limit", "2046");
    row("a long value", {change(First, "-", QByteArray(131073, 'v'))}, "kv-limit", "131072");
    row("a token", {change("\3", "-", "t")}, "not-supported", "03");
    row("a queue", {change("\5\1\1", "-", "q")}, "not-supported", "rivetkit's own");
    row("an empty key", {change("", "-", "q")}, "not-supported", "empty");
    row("no state at all", {change("\1", stateOf("\xf6"), "-")}, "not-supported", "cannot start");
    row("a state that is none", {change("\1", stateOf("\xf6"), "junk")}, "unsupported-version",
        "key 01");
    row("a key twice", {change(First, "1", "2"), change(First, "1", "3")}, "not-supported",
        "twice");
}

void FolderEditTest::whatMayNotBeEditedIsRefused()
{
    QFETCH(QList<KvChange>, changes);
    makeDatabase({{"\1", stateOf("\xf6")}, {First, "1"}});
    const FolderSnapshot folder = FolderSnapshot::of(m_folder->path());
    const auto outcome = edit(changes);
    QTEST(outcomeOf(outcome), "code");
    QFETCH(QString, reason);
    QVERIFY2(messageOf(outcome).contains(reason), qPrintable(messageOf(outcome)));
    QVERIFY(messageOf(outcome).contains(id().text()));
    QCOMPARE(folder.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void FolderEditTest::anyKeyMayBeEditedWhenAskedFor()
{
    makeDatabase({{"\1", "junk"}});
    QVERIFY(edit({change("\1", "junk", "-"), change("\5\1\1", "-", "q")}, EditableKeys::All)
                ->isApplied());
    QCOMPARE(content(), QStringLiteral("050101=q"));
}

void FolderEditTest::aFolderThatIsRunIsLeftAlone()
{
    makeDatabase({{First, "1"}});
    const auto lock = FolderLock::take(m_folder->layout());
    QCOMPARE(outcomeOf(lock), QStringLiteral("ok"));
    const FolderSnapshot folder = FolderSnapshot::of(m_folder->path());
    const auto outcome = edit({change(First, "1", "2")});
    QCOMPARE(outcomeOf(outcome), QStringLiteral("folder-held"));
    const QString pid = QString::number(QCoreApplication::applicationPid());
    QVERIFY2(messageOf(outcome).contains(pid), qPrintable(messageOf(outcome)));
    QCOMPARE(source()->actor(id())->entry.presence, Presence::Held);
    for (const ActorCommand command :
         {ActorCommand::EditKv, ActorCommand::Import, ActorCommand::Export})
        QVERIFY(source()->capability(command).available);
    QCOMPARE(folder.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

void FolderEditTest::aDatabaseThatAnotherProgramHasOpenIsLeftAlone()
{
    makeDatabase({{First, "1"}});
    SqlProcess rivetkit(databaseFile());
    QCOMPARE(rivetkit.run(QStringLiteral("SELECT count(*) FROM kv")), QString());
    const auto outcome = edit({change(First, "1", "2")});
    QCOMPARE(outcomeOf(outcome), QStringLiteral("folder-held"));
    QVERIFY2(messageOf(outcome).contains(QString::number(rivetkit.pid())),
             qPrintable(messageOf(outcome)));
    QVERIFY(!QFile::exists(m_folder->layout().lockFile()));
    rivetkit.close();
    QVERIFY(edit({change(First, "1", "2")})->isApplied());
    QCOMPARE(content(), QStringLiteral("046669727374=2"));
}

void FolderEditTest::aProgramThatComesInBetweenIsKeptOut()
{
    // Between the check and the commit nobody may read what is about to change.
    makeDatabase({{First, "1"}});
    auto database = ActorDatabase::open(databaseFile(), Durability::Power);
    QVERIFY((*database)->keepOthersOut());
    QVERIFY((*database)->edit({{change(First, "1", "2")}})->isApplied());
    SqlProcess rivetkit(databaseFile());
    const QString looking = QStringLiteral("SELECT count(*) FROM kv");
    QCOMPARE(rivetkit.run(QStringLiteral("PRAGMA busy_timeout=0")), QString());
    QVERIFY(rivetkit.run(looking).contains(QLatin1String("locked")));
    database->reset();
    QCOMPARE(rivetkit.run(looking), QString());

    // The other way round the edit has to wait, and says so in the end.
    database = ActorDatabase::open(databaseFile(), Durability::Power);
    QVERIFY((*database)->keepOthersOut());
    QCOMPARE(outcomeOf((*database)->edit({{change(First, "2", "3")}})),
             QStringLiteral("database-busy"));
    database->reset();
    rivetkit.close();
    QCOMPARE(content(), QStringLiteral("046669727374=2"));
}

void FolderEditTest::anActorThatIsGoneIsNotBroughtBack_data()
{
    QTest::addColumn<QByteArray>("record"); // none: no file
    QTest::addColumn<QString>("code");
    QTest::newRow("destroyed") << QByteArray() << QStringLiteral("not-found");
    QTest::newRow("being destroyed") << recordWith({}, Timestamp{5}) << QStringLiteral("stopping");
    QTest::newRow("damaged") << QByteArray("\3\0junk", 6) << QStringLiteral("truncated");
}

void FolderEditTest::anActorThatIsGoneIsNotBroughtBack()
{
    QFETCH(QByteArray, record);
    QFile::remove(m_folder->layout().stateFile(id()));
    if (!record.isNull())
        m_folder->write("state/" + id().text().toUtf8(), record);
    makeDatabase({{First, "1"}});
    const QStringList names = FolderSnapshot::of(m_folder->path()).names();
    QTEST(outcomeOf(edit({change(First, "1", "2")})), "code");
    QCOMPARE(FolderSnapshot::of(m_folder->path()).names(), names);
    QCOMPARE(content(), QStringLiteral("046669727374=1"));
}

void FolderEditTest::aLegacyActorMovesIntoItsDatabase()
{
    const QByteArray large(KvLimits::MaxValue + 1, 'l'); // as rivetkit 2.0 allowed
    m_folder->write("state/" + id().text().toUtf8(),
                    recordWith({{"\1", "state"}, {First, "old"}, {First, "1"}, {"\4l", large}}));
    QVERIFY(edit({change(First, "1", "2")})->isApplied());
    QCOMPARE(content(), QStringLiteral("01=state 046669727374=2 046c=131073"));
    QCOMPARE(m_folder->read(QStringLiteral("state/") + id().text()), recordWith({}));
    QCOMPARE(source()->kvPage(id(), {}, {})->origin, KvOrigin::Database);
}

void FolderEditTest::aLegacyActorStaysWhereItIsOnAConflict()
{
    m_folder->write("state/" + id().text().toUtf8(), recordWith({{First, "1"}}));
    const FolderSnapshot folder = FolderSnapshot::of(m_folder->path());
    const auto outcome = edit({change(First, "0", "2")});
    QCOMPARE(outcome->conflicts, (QList<KvConflict>{{First, QByteArray("1")}}));
    QCOMPARE(folder.changesIn(FolderSnapshot::of(m_folder->path())), QString());

    // Also when it is seen in the transaction only.
    auto database = ActorDatabase::open(databaseFile(), Durability::Power);
    QVERIFY(!(*database)->edit({{change(First, "0", "2")}}, {{First, "1"}})->isApplied());
    QCOMPARE((*database)->totals()->entries, 0);
    QVERIFY((*database)->edit({{change(First, "1", "2")}}, {{First, "1"}})->isApplied());
    QCOMPARE(*(*database)->get({First})->first(), QByteArray("2"));
}

void FolderEditTest::anActorWithoutDatabaseGetsOne()
{
    QCOMPARE(edit({change(First, "1", "2")})->conflicts.size(), 1);
    QVERIFY(!QFile::exists(databaseFile()));
    QVERIFY(edit({change(First, "-", "2")})->isApplied());
    QCOMPARE(content(), QStringLiteral("046669727374=2"));
}

void FolderEditTest::theLogOfACrashIsReadFirst()
{
    {
        SqlProcess rivetkit(databaseFile());
        for (const char *statement :
             {"PRAGMA journal_mode=WAL",
              "CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)",
              "INSERT INTO kv VALUES (x'0461', x'31'), (x'0462', x'32')"})
            QCOMPARE(rivetkit.run(QString::fromLatin1(statement)), QString());
        rivetkit.crash();
    }
    QVERIFY(QFile::exists(StorageLayout::walOf(databaseFile())));
    const FolderSnapshot folder = FolderSnapshot::of(m_folder->path());
    QVERIFY(!edit({change("\4a", "0", "2")})->isApplied());
    QCOMPARE(folder.changesIn(FolderSnapshot::of(m_folder->path())), QString());
    QVERIFY(edit({change("\4a", "1", "one")})->isApplied());
    QCOMPARE(content(), QStringLiteral("0461=one 0462=2"));
    QVERIFY(!QFile::exists(StorageLayout::walOf(databaseFile())));
    QVERIFY(!QFile::exists(StorageLayout::shmOf(databaseFile())));
}

void FolderEditTest::editsFromSeveralThreadsTakeTurns()
{
    makeDatabase({});
    const auto shared = source();
    std::atomic<int> failures = 0;
    std::vector<std::jthread> all;
    for (int thread = 0; thread < 4; ++thread) {
        all.emplace_back([&, thread] {
            for (int i = 0; i < 10; ++i) {
                const QByteArray key = "\4" + QByteArray::number(thread * 10 + i);
                const auto outcome = shared->edit(id(), {{change(key, "-", "v")}});
                if (!outcome || !outcome->isApplied() || !shared->kvRow(id(), {key}, 10, {}))
                    ++failures;
            }
        });
    }
    all.clear(); // joined
    QCOMPARE(failures.load(), 0);
    QCOMPARE(source()->kvTotals(id(), {})->entries, 40);
}

void FolderEditTest::rivetkitsOwnActorsAreEdited()
{
    // One value of every actor with a database, legacy or not: all else stays, byte for byte.
    KvQuery all;
    all.limit = 100'000;
    all.pageBytes = WholeValue;
    int edited = 0;
    for (const QString &name : Fixture::names()) {
        if (name.startsWith(QLatin1String("damaged")))
            continue;
        const Fixture fixture(name);
        const StorageFolder copy(fixture.path());
        const auto folder = FolderSource::open(copy.path());
        for (const QJsonObject &actor : fixture.actors()) {
            const Result<ActorId> actorId =
                ActorId::fromText(actor.value(QLatin1String("id")).toString());
            if (!actorId || !(*folder)->actor(*actorId) ||
                !(*folder)->actor(*actorId)->entry.record)
                continue;
            auto before = (*folder)->kvPage(*actorId, all, {});
            if (!before || before->rows.isEmpty())
                continue;
            const auto outcome =
                (*folder)->edit(*actorId, {{change("\4greenroom was here", "-", "yes")}});
            QVERIFY2(outcome, qPrintable(name + u' ' + messageOf(outcome)));
            QVERIFY(outcome->isApplied());
            const auto undone =
                (*folder)->edit(*actorId, {{change("\4greenroom was here", "yes", "-")}});
            QVERIFY(undone->isApplied());
            const auto after = (*folder)->kvPage(*actorId, all, {});
            QCOMPARE(after->rows, before->rows);
            ++edited;
        }
    }
    QVERIFY(edited > 20);
}

QTEST_GUILESS_MAIN(FolderEditTest)
#include "FolderEditTest.moc"
