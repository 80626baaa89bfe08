#include "ActorDatabase.h"
#include "Outcome.h"
#include "RawDatabase.h"
#include "StorageFolder.h"

#include <QMap>
#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;

class ActorDatabaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void whatIsPutIsGot();
    void missingKeysAreNoneInTheOrderAsked();
    void bytesAreExact_data();
    void bytesAreExact();
    void everyRowIsABlob();
    void aLaterEntryOfEqualKeysWins();
    void aBatchOverALimitWritesNothing_data();
    void aBatchOverALimitWritesNothing();
    void aBatchThatFailsHalfwayWritesNothing();
    void removedKeysAreGone();
    void aRangeIsRemoved_data();
    void aRangeIsRemoved();
    void aRangeIsListed_data();
    void aRangeIsListed();
    void aListHasALimit_data();
    void aListHasALimit();
    void aNegativeLimitIsRefused();
    void aListEndsAt16384RowsOnItsOwn();
    void aPrefixOverItsLimitIsRefused();
    void theTotalsEqualAFreshCount();
    void rowsSurviveClosing();
    void theJournalIsAWal();
    void memoryIsNoFile();

private:
    [[nodiscard]] QString path() const { return m_folder->path(QStringLiteral("a.db")); }
    [[nodiscard]] std::unique_ptr<ActorDatabase> open() const
    {
        Result<std::unique_ptr<ActorDatabase>> opened =
            ActorDatabase::open(path(), Durability::Process);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }
    [[nodiscard]] static QByteArrayList keysOf(const KvPage &page)
    {
        QByteArrayList keys;
        for (const KvRow &row : page.rows)
            keys << row.key;
        return keys;
    }
    [[nodiscard]] qint64 rowCount() const { return m_database->totals()->entries; }

    std::unique_ptr<ActorDatabase> m_database; // closed before its folder goes
    std::unique_ptr<StorageFolder> m_folder;
};

void ActorDatabaseTest::init()
{
    m_database.reset();
    m_folder = std::make_unique<StorageFolder>();
    m_database = open();
}

void ActorDatabaseTest::whatIsPutIsGot()
{
    QCOMPARE(outcomeOf(m_database->put({{"a", "1"}, {"b", "2"}})), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(m_database->put({{"a", "3"}})), QStringLiteral("ok"));
    const auto values = m_database->get({"a", "b"});
    QCOMPARE(outcomeOf(values), QStringLiteral("ok"));
    QCOMPARE(values->size(), 2);
    QCOMPARE(values->at(0).value(), QByteArray("3"));
    QCOMPARE(values->at(1).value(), QByteArray("2"));
    QCOMPARE(outcomeOf(m_database->put({})), QStringLiteral("ok"));
    QCOMPARE(m_database->get({})->size(), 0);
}

void ActorDatabaseTest::missingKeysAreNoneInTheOrderAsked()
{
    QCOMPARE(outcomeOf(m_database->put({{"b", "2"}, {"d", ""}})), QStringLiteral("ok"));
    const auto values = m_database->get({"d", "c", "b", "a", "b"});
    QCOMPARE(outcomeOf(values), QStringLiteral("ok"));
    QCOMPARE(values->size(), 5);
    QCOMPARE(values->at(0).value(), QByteArray(""));
    QVERIFY(!values->at(1));
    QCOMPARE(values->at(2).value(), QByteArray("2"));
    QVERIFY(!values->at(3));
    QCOMPARE(values->at(4).value(), QByteArray("2"));
}

void ActorDatabaseTest::bytesAreExact_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("NULs") << QByteArray("\0\1\0", 3) << QByteArray(10, '\0');
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe") << QByteArray("\x80\xc0");
    QTest::newRow("empty key") << QByteArray("") << QByteArray("v");
    QTest::newRow("null key and value") << QByteArray() << QByteArray();
    QTest::newRow("longest") << QByteArray(2046, 'k') << QByteArray(131072, '\0');
    QTest::newRow("quotes") << QByteArray("'\"?") << QByteArray("'; DROP TABLE kv");
}

void ActorDatabaseTest::bytesAreExact()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QCOMPARE(outcomeOf(m_database->put({{key, value}})), QStringLiteral("ok"));
    const std::optional<QByteArray> got = m_database->get({key})->first();
    QVERIFY(got);
    QCOMPARE(*got, value);
    const KvPage page = *m_database->list({});
    QCOMPARE(page.rows.size(), 1);
    QCOMPARE(page.rows[0].key, key);
    QCOMPARE(page.rows[0].value, value);
    QCOMPARE(page.rows[0].valueSize, value.size());
    QCOMPARE(outcomeOf(m_database->remove({key})), QStringLiteral("ok"));
    QCOMPARE(rowCount(), 0);
}

void ActorDatabaseTest::everyRowIsABlob()
{
    QCOMPARE(outcomeOf(m_database->put(
                 {{"text", "text"}, {"1", "2"}, {"", ""}, {QByteArray(), QByteArray()}})),
             QStringLiteral("ok"));
    m_database.reset();
    RawDatabase raw(path());
    QCOMPARE(raw.values(QStringLiteral("SELECT DISTINCT typeof(key), typeof(value) FROM kv")),
             (QVariantList{QStringLiteral("blob"), QStringLiteral("blob")}));
    QCOMPARE(raw.values(QStringLiteral("SELECT count(*) FROM kv")), QVariantList{3});
}

void ActorDatabaseTest::aLaterEntryOfEqualKeysWins()
{
    QCOMPARE(outcomeOf(m_database->put({{"k", "1"}, {"k", "22"}, {"k", "333"}})),
             QStringLiteral("ok"));
    QCOMPARE(m_database->get({"k"})->first().value(), QByteArray("333"));
    QCOMPARE(*m_database->totals(), (KvTotals{1, 4}));
}

void ActorDatabaseTest::aBatchOverALimitWritesNothing_data()
{
    QTest::addColumn<KvEntries>("entries");
    QTest::newRow("key") << KvEntries{{"good", "v"}, {QByteArray(2047, 'k'), "v"}};
    QTest::newRow("value") << KvEntries{{"good", "v"}, {"k", QByteArray(131073, 'v')}};
    QTest::newRow("entries") << KvEntries(129, KvEntry{"good", "v"});
    QTest::newRow("payload") << KvEntries(8, KvEntry{"good", QByteArray(125'000, 'v')});
}

void ActorDatabaseTest::aBatchOverALimitWritesNothing()
{
    QFETCH(KvEntries, entries);
    QCOMPARE(outcomeOf(m_database->put(entries)), QStringLiteral("kv-limit"));
    QCOMPARE(*m_database->totals(), KvTotals());
    QVERIFY(!m_database->get({"good"})->first());
}

void ActorDatabaseTest::aBatchThatFailsHalfwayWritesNothing()
{
    QCOMPARE(outcomeOf(m_database->put({{"old", "1"}})), QStringLiteral("ok"));
    const KvTotals before = *m_database->totals();
    // A trigger makes SQLite itself refuse the second entry.
    QCOMPARE(RawDatabase(path()).run(QStringLiteral(
                 "CREATE TRIGGER no BEFORE INSERT ON kv WHEN new.key = CAST('bad' AS BLOB) "
                 "BEGIN SELECT RAISE(FAIL, 'refused'); END")),
             QString());
    const Result<void> put = m_database->put({{"old", "2"}, {"new", "1"}, {"bad", "1"}});
    QCOMPARE(outcomeOf(put), QStringLiteral("sql-error"));
    QVERIFY2(messageOf(put).contains(QStringLiteral("refused")), qPrintable(messageOf(put)));
    QCOMPARE(m_database->get({"old"})->first().value(), QByteArray("1"));
    QVERIFY(!m_database->get({"new"})->first());
    QCOMPARE(*m_database->totals(), before);
    QCOMPARE(outcomeOf(m_database->put({{"new", "1"}})), QStringLiteral("ok"));
    QCOMPARE(rowCount(), 2);
}

void ActorDatabaseTest::removedKeysAreGone()
{
    QCOMPARE(outcomeOf(m_database->put({{"a", "1"}, {"b", "2"}, {"c", "3"}})),
             QStringLiteral("ok"));
    QCOMPARE(outcomeOf(m_database->remove({"a", "missing", "a"})), QStringLiteral("ok"));
    QCOMPARE(keysOf(*m_database->list({})), (QByteArrayList{"b", "c"}));
    QCOMPARE(outcomeOf(m_database->remove(QList<QByteArray>(129, "b"))),
             QStringLiteral("kv-limit"));
    QCOMPARE(outcomeOf(m_database->remove({"b", QByteArray(2047, 'k')})),
             QStringLiteral("kv-limit"));
    QCOMPARE(keysOf(*m_database->list({})), (QByteArrayList{"b", "c"}));
}

namespace {

const KvEntries Letters = {{"", "0"},  {"a", "1"},    {"b", "2"},    {QByteArray("b\0", 2), "3"},
                           {"c", "4"}, {"\xfe", "5"}, {"\xff", "6"}, {"\xff\xff\x01", "7"}};

void addRanges()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("end"); // "none": no end
    QTest::addColumn<QString>("inside");
    const auto row = [](const char *name, const QByteArray &start, const QByteArray &end,
                        const char *inside) {
        QTest::newRow(name) << start << end << QString::fromUtf8(inside);
    };
    row("all", "", "none", "01234567");
    row("a to c", "a", "c", "123");
    row("b alone", "b", QByteArray("b\0", 2), "2");
    row("prefix b", "b", "c", "23");
    row("prefix ff", "\xff", "none", "67");
    row("behind all", "\xff\xff\xff", "none", "");
    row("empty", "b", "b", "");
    row("backwards", "c", "a", "");
    row("up to an empty end", "", "", "");
}

KvRange rangeOf(const QByteArray &start, const QByteArray &end)
{
    return {start, end == "none" ? std::nullopt : std::optional(end)};
}

QString valuesOf(const KvPage &page)
{
    QString values;
    for (const KvRow &row : page.rows)
        values += QString::fromUtf8(row.value);
    return values;
}

} // namespace

void ActorDatabaseTest::aRangeIsRemoved_data()
{
    addRanges();
}

void ActorDatabaseTest::aRangeIsRemoved()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, end);
    QFETCH(QString, inside);
    QCOMPARE(outcomeOf(m_database->put(Letters)), QStringLiteral("ok"));
    QCOMPARE(rowCount(), Letters.size());
    QCOMPARE(outcomeOf(m_database->removeRange(rangeOf(start, end))), QStringLiteral("ok"));
    QString left = QStringLiteral("01234567");
    for (const QChar c : inside)
        left.remove(c);
    QCOMPARE(valuesOf(*m_database->list({})), left);
    QCOMPARE(rowCount(), left.size());
}

void ActorDatabaseTest::aRangeIsListed_data()
{
    addRanges();
}

void ActorDatabaseTest::aRangeIsListed()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, end);
    QFETCH(QString, inside);
    QCOMPARE(outcomeOf(m_database->put(Letters)), QStringLiteral("ok"));
    const KvRange range = rangeOf(start, end);
    QCOMPARE(valuesOf(*m_database->list(range)), inside);
    std::reverse(inside.begin(), inside.end());
    QCOMPARE(valuesOf(*m_database->list(range, KvOrder::Descending)), inside);
}

void ActorDatabaseTest::aListHasALimit_data()
{
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<QString>("up");
    QTest::addColumn<QString>("down");
    QTest::addColumn<bool>("more");
    QTest::newRow("0") << qint64(0) << QString() << QString() << true;
    QTest::newRow("1") << qint64(1) << QStringLiteral("0") << QStringLiteral("7") << true;
    QTest::newRow("7") << qint64(7) << QStringLiteral("0123456") << QStringLiteral("7654321")
                       << true;
    QTest::newRow("8") << qint64(8) << QStringLiteral("01234567") << QStringLiteral("76543210")
                       << false;
    QTest::newRow("all there is") << std::numeric_limits<qint64>::max()
                                  << QStringLiteral("01234567") << QStringLiteral("76543210")
                                  << false;
}

void ActorDatabaseTest::aListHasALimit()
{
    QFETCH(qint64, limit);
    QCOMPARE(outcomeOf(m_database->put(Letters)), QStringLiteral("ok"));
    const KvPage page = *m_database->list({}, KvOrder::Ascending, limit);
    QTEST(valuesOf(page), "up");
    QTEST(page.more, "more");
    QTEST(valuesOf(*m_database->list({}, KvOrder::Descending, limit)), "down");
}

void ActorDatabaseTest::aNegativeLimitIsRefused()
{
    for (const qint64 limit : {qint64(-1), std::numeric_limits<qint64>::min()}) {
        QCOMPARE(outcomeOf(m_database->list({}, KvOrder::Ascending, limit)),
                 QStringLiteral("kv-limit"));
    }
}

void ActorDatabaseTest::aListEndsAt16384RowsOnItsOwn()
{
    m_database.reset();
    RawDatabase(path()).run(QStringLiteral(
        "WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 19999) "
        "INSERT INTO kv SELECT CAST(printf('%05d', i) AS BLOB), x'00' FROM n"));
    m_database = open();
    const KvPage page = *m_database->list({});
    QCOMPARE(page.rows.size(), 16384);
    QVERIFY(page.more);
    QCOMPARE(page.rows.last().key, QByteArray("16383"));
    QCOMPARE(m_database->list({}, KvOrder::Ascending, 20'000)->rows.size(), 20'000);
    QCOMPARE(*m_database->totals(), (KvTotals{20'000, 120'000}));
}

void ActorDatabaseTest::aPrefixOverItsLimitIsRefused()
{
    const QByteArray longest(2046, 'k');
    QCOMPARE(outcomeOf(m_database->list(KvRange::ofPrefix(longest))), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(m_database->list(KvRange::ofPrefix(longest + 'k'))),
             QStringLiteral("kv-limit"));
    QCOMPARE(outcomeOf(m_database->removeRange({longest + 'k', std::nullopt})),
             QStringLiteral("kv-limit"));
    QCOMPARE(outcomeOf(m_database->removeRange({"", longest + 'k'})), QStringLiteral("kv-limit"));
}

void ActorDatabaseTest::theTotalsEqualAFreshCount()
{
    QRandomGenerator random(43);
    QMap<QByteArray, QByteArray> model;
    const auto anyKey = [&] {
        return QByteArray(random.bounded(3), char('a' + random.bounded(4)));
    };
    QCOMPARE(*m_database->totals(), KvTotals());
    for (int round = 0; round < 400; ++round) {
        switch (random.bounded(4)) {
        case 0:
        case 1: {
            KvEntries entries;
            for (int i = random.bounded(6); i > 0; --i)
                entries.append({anyKey(), QByteArray(random.bounded(50), 'v')});
            QCOMPARE(outcomeOf(m_database->put(entries)), QStringLiteral("ok"));
            for (const KvEntry &entry : entries)
                model.insert(entry.key, entry.value);
            break;
        }
        case 2: {
            const QList<QByteArray> keys{anyKey(), anyKey()};
            QCOMPARE(outcomeOf(m_database->remove(keys)), QStringLiteral("ok"));
            for (const QByteArray &key : keys)
                model.remove(key);
            break;
        }
        default: {
            if (random.bounded(4) != 0)
                break;
            const KvRange range{anyKey(), anyKey()};
            QCOMPARE(outcomeOf(m_database->removeRange(range)), QStringLiteral("ok"));
            model.removeIf([&](const auto &entry) { return range.contains(entry.key()); });
        }
        }
        KvTotals expected{model.size(), 0};
        for (auto entry = model.begin(); entry != model.end(); ++entry)
            expected.bytes += entry.key().size() + entry->size();
        QCOMPARE(*m_database->totals(), expected);
        if (round % 50 == 0) { // a new object counts afresh
            m_database.reset();
            m_database = open();
            QCOMPARE(*m_database->totals(), expected);
        }
    }
    QCOMPARE(keysOf(*m_database->list({})), model.keys());
}

void ActorDatabaseTest::rowsSurviveClosing()
{
    QCOMPARE(outcomeOf(m_database->put({{"k", "v"}})), QStringLiteral("ok"));
    m_database.reset();
    QVERIFY(!QFile::exists(StorageLayout::walOf(path())));
    QVERIFY(!QFile::exists(StorageLayout::shmOf(path())));
    m_database = open();
    QCOMPARE(m_database->get({"k"})->first().value(), QByteArray("v"));
}

void ActorDatabaseTest::theJournalIsAWal()
{
    QCOMPARE(outcomeOf(m_database->put({{"k", "v"}})), QStringLiteral("ok"));
    QVERIFY(QFileInfo(StorageLayout::walOf(path())).size() > 0);
    QCOMPARE(RawDatabase(path()).values(QStringLiteral("PRAGMA journal_mode")),
             QVariantList{QStringLiteral("wal")});
}

void ActorDatabaseTest::memoryIsNoFile()
{
    auto memory = ActorDatabase::open(QStringLiteral(":memory:"), Durability::Power);
    QCOMPARE(outcomeOf(memory), QStringLiteral("ok"));
    QCOMPARE(outcomeOf((*memory)->put({{"k", "v"}})), QStringLiteral("ok"));
    QCOMPARE((*memory)->get({"k"})->first().value(), QByteArray("v"));
    QVERIFY(!QFile::exists(QStringLiteral(":memory:")));
    auto another = ActorDatabase::open(QStringLiteral(":memory:"), Durability::Process);
    QCOMPARE(outcomeOf(another), QStringLiteral("ok"));
    QVERIFY(!(*another)->get({"k"})->first());
}

QTEST_GUILESS_MAIN(ActorDatabaseTest)
#include "ActorDatabaseTest.moc"
