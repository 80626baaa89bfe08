#include "FolderSource.h"

#include "AlarmRecord.h"
#include "FolderSnapshot.h"
#include "Outcome.h"
#include "RawDatabase.h"
#include "SqlProcess.h"
#include "StorageFolder.h"

#include <QDir>
#include <QTest>

using namespace greenroom;

class FolderSourceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void anEmptyStorageHasNoActors();
    void actorsComeInTheOrderOfTheirNames();
    void everyPageSizeVisitsEachActorOnce_data();
    void everyPageSizeVisitsEachActorOnce();
    void aCursorWhoseActorIsGoneContinuesBehindIt();
    void aNameFilterKeepsItsLimit();
    void theFirstBatchIsSmall();
    void aTemporaryFileIsNoActor();
    void aNameThatIsNotUtf8IsPassedOverOnce();
    void aReplacementCharacterIsACharacter();
    void aNameThatIsNoIdIsAnEntryWithAnError();
    void aSubfolderIsAnEntryWithAnError();
    void anActorWithOnlyADatabaseIsAnAnswer();
    void anUnknownActorIsNotFound();
    void aHeldDatabaseNamesItsHolder();
    void alarmsComeSoonestFirst();
    void listingIsCancelled();
    void kvIsCancelled();
    void theStampFollowsTheWriter();
    void nothingIsRun();

private:
    [[nodiscard]] std::unique_ptr<FolderSource> open() const
    {
        auto opened = FolderSource::open(m_folder->path());
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    void addActor(const char *id, const char *name = "counter") const
    {
        ActorRecord record;
        record.actorId = QString::fromUtf8(id);
        record.name = QString::fromUtf8(name);
        m_folder->write(QByteArray("state/") + id, *encodeActorRecord(record));
    }
    void addAlarm(const char *id, quint64 ms) const
    {
        m_folder->write(QByteArray("alarms/") + id,
                        *encodeAlarmRecord({3, QString::fromUtf8(id), {ms}}));
    }
    struct Listing
    {
        QList<ActorEntry> entries;
        QList<qsizetype> batches;
        ActorListEnd end;

        [[nodiscard]] QString names() const
        {
            QStringList names;
            for (const ActorEntry &entry : entries)
                names << entry.fileName;
            return names.join(u' ');
        }
    };
    [[nodiscard]] Listing list(const ActorQuery &query = {}) const
    {
        Listing listing;
        const auto end = open()->listActors(query,
                                            [&](const ActorBatch &batch) {
                                                listing.entries += batch;
                                                listing.batches << batch.size();
                                            },
                                            {});
        if (!end)
            qFatal("%s", qPrintable(end.error().message));
        listing.end = *end;
        return listing;
    }
    [[nodiscard]] static ActorId id(const char *text)
    {
        return *ActorId::fromText(QString::fromUtf8(text));
    }

    std::unique_ptr<StorageFolder> m_folder;
};

void FolderSourceTest::init()
{
    m_folder = std::make_unique<StorageFolder>();
    m_folder->makeParts();
}

void FolderSourceTest::anEmptyStorageHasNoActors()
{
    QCOMPARE(list().entries.size(), 0);
    QCOMPARE(list().end.notices, QStringList());
    QCOMPARE(open()->alarms({})->size(), 0);
    QVERIFY(QDir().rmdir(m_folder->path(QStringLiteral("state"))));
    QVERIFY(QDir().rmdir(m_folder->path(QStringLiteral("alarms"))));
    QCOMPARE(list().entries.size(), 0);
    QCOMPARE(list().end.notices.size(), 1);
    QCOMPARE(open()->alarms({})->size(), 0);
}

void FolderSourceTest::actorsComeInTheOrderOfTheirNames()
{
    for (const char *name : {"b", "a", "B", "10", "9", ".hidden", "job.tmp.1", "x.tmpfile", "é"})
        addActor(name);
    QCOMPARE(list().names(), QStringLiteral(".hidden 10 9 B a b job.tmp.1 x.tmpfile é"));
    QVERIFY(!list().end.cursor);
}

void FolderSourceTest::everyPageSizeVisitsEachActorOnce_data()
{
    QTest::addColumn<qint64>("limit");
    for (const qint64 limit : {1, 2, 3, 4, 5})
        QTest::addRow("%lld", limit) << limit;
}

void FolderSourceTest::everyPageSizeVisitsEachActorOnce()
{
    QFETCH(qint64, limit);
    for (const char *name : {"a", "b", "c", "d"})
        addActor(name);
    ActorQuery query;
    query.limit = limit;
    QStringList names;
    for (int pages = 0; pages < 6; ++pages) {
        const Listing page = list(query);
        QVERIFY(!page.entries.isEmpty());
        QCOMPARE_LE(page.entries.size(), limit);
        names << page.names();
        if (!page.end.cursor)
            break;
        query.after = *page.end.cursor;
    }
    QCOMPARE(names.join(u' '), QStringLiteral("a b c d"));
}

void FolderSourceTest::aCursorWhoseActorIsGoneContinuesBehindIt()
{
    for (const char *name : {"a", "b", "c"})
        addActor(name);
    ActorQuery query;
    query.limit = 2;
    query.after = *list(query).end.cursor;
    QCOMPARE(query.after, QStringLiteral("b"));
    QVERIFY(QFile::remove(m_folder->path(QStringLiteral("state/b"))));
    QCOMPARE(list(query).names(), QStringLiteral("c"));
    query.after = QStringLiteral("zzz");
    QCOMPARE(list(query).names(), QString());
}

void FolderSourceTest::aNameFilterKeepsItsLimit()
{
    for (const char *name : {"a", "c", "e"})
        addActor(name, "chat");
    for (const char *name : {"b", "d"})
        addActor(name, "counter");
    m_folder->write("state/damaged", "x");
    ActorQuery query;
    query.name = QStringLiteral("chat");
    QCOMPARE(list(query).names(), QStringLiteral("a c e"));
    query.limit = 2;
    QCOMPARE(list(query).names(), QStringLiteral("a c"));
    QCOMPARE(list(query).end.cursor.value_or(QString()), QStringLiteral("c"));
    query.limit = 3;
    QVERIFY(!list(query).end.cursor); // only others follow
    query.name = QStringLiteral("Chat");
    QCOMPARE(list(query).names(), QString());
}

void FolderSourceTest::theFirstBatchIsSmall()
{
    for (int i = 0; i < 300; ++i)
        addActor(QByteArray::number(1000 + i).constData());
    const Listing all = list();
    QCOMPARE(all.entries.size(), 300);
    QCOMPARE_GE(all.batches.size(), 2);
    QCOMPARE_LE(all.batches.first(), 100);
}

void FolderSourceTest::aTemporaryFileIsNoActor()
{
    addActor("a");
    addActor("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb");
    addAlarm("a", 1);
    addAlarm("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb", 1);
    QCOMPARE(list().names(), QStringLiteral("a"));
    QCOMPARE(open()->alarms({})->size(), 1);
}

void FolderSourceTest::aNameThatIsNotUtf8IsPassedOverOnce()
{
#ifndef Q_OS_LINUX
    QSKIP("this file system takes no such names");
#endif
    addActor("a");
    m_folder->write("state/\xff\xfe", "x");
    m_folder->write("alarms/\xff\xfe", "x");
    const Listing all = list();
    QCOMPARE(all.names(), QStringLiteral("a"));
    QCOMPARE(all.end.notices.size(), 1);
    QVERIFY(all.end.notices[0].contains(m_folder->path(QStringLiteral("state"))));
    QCOMPARE(open()->alarms({})->size(), 0);
}

void FolderSourceTest::aReplacementCharacterIsACharacter()
{
    const char name[] = "\xef\xbf\xbd"; // U+FFFD itself, in good UTF-8
    addActor(name);
    addAlarm(name, 1);
    const Listing all = list();
    QCOMPARE(all.names(), QString(QChar(QChar::ReplacementCharacter)));
    QCOMPARE(all.end.notices, QStringList());
    QCOMPARE(open()->alarms({})->size(), 1);
}

void FolderSourceTest::aNameThatIsNoIdIsAnEntryWithAnError()
{
    addActor("a:b");
    addActor("con");
    m_folder->write("alarms/a:b", "x");
    const Listing all = list();
    QCOMPARE(all.names(), QStringLiteral("a:b con"));
    for (const ActorEntry &entry : all.entries) {
        QVERIFY(!entry.record);
        QCOMPARE(codeName(entry.error->code), QStringLiteral("bad-actor-id"));
    }
    const QList<AlarmEntry> alarms = *open()->alarms({});
    QCOMPARE(alarms.size(), 1);
    QCOMPARE(codeName(alarms[0].error->code), QStringLiteral("bad-actor-id"));
}

void FolderSourceTest::aSubfolderIsAnEntryWithAnError()
{
    QVERIFY(QDir().mkpath(m_folder->path(QStringLiteral("state/sub"))));
    const Listing all = list();
    QCOMPARE(all.names(), QStringLiteral("sub"));
    QCOMPARE(codeName(all.entries[0].error->code), QStringLiteral("is-a-directory"));
}

void FolderSourceTest::anActorWithOnlyADatabaseIsAnAnswer()
{
    RawDatabase(m_folder->path(QStringLiteral("databases/a.db")))
        .run(
            QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)"));
    const Result<ActorDetails> details = open()->actor(id("a"));
    QCOMPARE(outcomeOf(details), QStringLiteral("ok"));
    QCOMPARE(codeName(details->entry.error->code), QStringLiteral("not-found"));
    QVERIFY(!details->entry.error->message.isEmpty());
    QCOMPARE(details->files.size(), 1);
    QVERIFY(details->stateBytes.isEmpty());
    QCOMPARE(outcomeOf(open()->kvPage(id("a"), {}, {})), QStringLiteral("ok"));
    QCOMPARE(list().entries.size(), 0);
}

void FolderSourceTest::anUnknownActorIsNotFound()
{
    QCOMPARE(outcomeOf(open()->actor(id("none"))), QStringLiteral("not-found"));
    QCOMPARE(outcomeOf(open()->kvPage(id("none"), {}, {})), QStringLiteral("not-found"));
    QCOMPARE(outcomeOf(open()->kvRow(id("none"), {"k"}, WholeValue, {})),
             QStringLiteral("not-found"));
    QCOMPARE(outcomeOf(open()->kvTotals(id("none"), {})), QStringLiteral("not-found"));
}

void FolderSourceTest::aHeldDatabaseNamesItsHolder()
{
#ifndef Q_OS_LINUX
    QSKIP("this system does not tell who holds a lock");
#endif
    for (const char *name : {"held", "free", "older"})
        addActor(name);
    RawDatabase(m_folder->path(QStringLiteral("databases/free.db")))
        .run(QStringLiteral("CREATE TABLE kv (key, value)"));
    SqlProcess holder(m_folder->path(QStringLiteral("databases/held.db")));
    QCOMPARE(holder.run(QStringLiteral("PRAGMA journal_mode=WAL")), QString());
    QCOMPARE(holder.run(QStringLiteral("CREATE TABLE kv (key, value)")), QString());
    const Listing all = list();
    QCOMPARE(all.names(), QStringLiteral("free held older"));
    QCOMPARE(all.entries[0].presence, Presence::Free);
    QCOMPARE(all.entries[1].presence, Presence::Held);
    QCOMPARE(all.entries[1].holder->pid, holder.pid());
    QCOMPARE(all.entries[2].presence, Presence::Unknown);
}

void FolderSourceTest::alarmsComeSoonestFirst()
{
    addActor("b");
    addAlarm("a", ~quint64(0));
    addAlarm("b", 5);
    addAlarm("c", 0);
    m_folder->write("alarms/damaged", "x");
    m_folder->write("alarms/0", "");
    const Result<QList<AlarmEntry>> alarms = open()->alarms({});
    QCOMPARE(outcomeOf(alarms), QStringLiteral("ok"));
    QStringList names;
    for (const AlarmEntry &alarm : *alarms)
        names << alarm.fileName + (alarm.orphan ? QStringLiteral("!") : QString());
    QCOMPARE(names.join(u' '), QStringLiteral("c! b a! 0! damaged!"));
}

void FolderSourceTest::listingIsCancelled()
{
    for (int i = 0; i < 200; ++i)
        addActor(QByteArray::number(1000 + i).constData());
    addAlarm("a", 1);
    std::stop_source stop;
    qsizetype given = 0;
    const auto end = open()->listActors(
        {},
        [&](const ActorBatch &batch) {
            given += batch.size();
            stop.request_stop();
        },
        stop.get_token());
    QCOMPARE(outcomeOf(end), QStringLiteral("cancelled"));
    QCOMPARE_LT(given, 200);
    QCOMPARE(outcomeOf(open()->alarms(stop.get_token())), QStringLiteral("cancelled"));
}

void FolderSourceTest::kvIsCancelled()
{
    addActor("a");
    RawDatabase(m_folder->path(QStringLiteral("databases/a.db")))
        .run(QStringLiteral("CREATE TABLE kv (key, value)"));
    std::stop_source stop;
    stop.request_stop();
    const std::stop_token token = stop.get_token();
    QCOMPARE(outcomeOf(open()->kvPage(id("a"), {}, token)), QStringLiteral("cancelled"));
    QCOMPARE(outcomeOf(open()->kvRow(id("a"), {"k"}, WholeValue, token)),
             QStringLiteral("cancelled"));
    QCOMPARE(outcomeOf(open()->kvTotals(id("a"), token)), QStringLiteral("cancelled"));
}

void FolderSourceTest::theStampFollowsTheWriter()
{
    addActor("a");
    const auto source = open();
    QByteArray stamp = source->kvStamp(id("a"));
    QCOMPARE(source->kvStamp(id("a")), stamp);
    SqlProcess writer(m_folder->path(QStringLiteral("databases/a.db")));
    for (const QString &sql :
         {QStringLiteral("PRAGMA journal_mode=WAL"), QStringLiteral("CREATE TABLE kv (key, value)"),
          QStringLiteral("INSERT INTO kv VALUES (x'01', x'02')")}) {
        QCOMPARE(writer.run(sql), QString());
        QVERIFY2(source->kvStamp(id("a")) != stamp, qPrintable(sql));
        stamp = source->kvStamp(id("a"));
    }
    QCOMPARE(source->kvStamp(id("a")), stamp);
}

void FolderSourceTest::nothingIsRun()
{
    addActor("a");
    const auto before = FolderSnapshot::of(m_folder->path());
    for (const ActorCommand command :
         {ActorCommand::Wake, ActorCommand::Sleep, ActorCommand::Destroy}) {
        const auto source = open();
        QVERIFY(!source->capability(command).available);
        const Result<void> run = source->run(command, id("a"));
        QCOMPARE(outcomeOf(run), QStringLiteral("not-supported"));
        QCOMPARE(messageOf(run), source->capability(command).reason);
    }
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

QTEST_GUILESS_MAIN(FolderSourceTest)
#include "FolderSourceTest.moc"
