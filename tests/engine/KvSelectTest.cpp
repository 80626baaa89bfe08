#include "KvSelect.h"
#include "DatabaseView.h"
#include "Outcome.h"
#include "RawDatabase.h"
#include "StorageFolder.h"

#include <QLocale>
#include <QTest>

using namespace greenroom;

/// Tables as other tools may have filled them, read through DatabaseView.
class KvSelectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void rowsComeInSqlitesOrder();
    void eachRowTellsItsTypes();
    void everyPageSizeVisitsEachRowOnce_data();
    void everyPageSizeVisitsEachRowOnce();
    void everyNumberIsPagedAndFound_data();
    void everyNumberIsPagedAndFound();
    void aRangeHasBlobKeysOnly();
    void aRowIsFoundByItsTypedKey();
    void aRowOfAnotherTypeIsNotFound();
    void aPreviewIsCutAndKnowsItsSize_data();
    void aPreviewIsCutAndKnowsItsSize();
    void aPageEndsAtItsBytes();
    void limitZeroGivesNoRows();
    void anEmptyPageOfAFullTableIsStillTheDatabases();
    void anEmptyTableIsNowhere();
    void theTotalsCountEveryByte();
    void anyRowAtAllIsNoticed();
    void badTablesHaveTheirCodes_data();
    void badTablesHaveTheirCodes();

private:
    [[nodiscard]] QString make(const char *name, const QStringList &statements) const
    {
        const QString path = m_folder.path(QString::fromUtf8(name));
        RawDatabase raw(path);
        for (const QString &statement : statements) {
            const QString complaint = raw.run(statement);
            if (!complaint.isEmpty())
                qFatal("%s", qPrintable(complaint));
        }
        return path;
    }

    template <class Answer>
    [[nodiscard]] static Result<Answer>
    ask(const QString &path, const std::function<Result<Answer>(const SqlConnection &)> &question)
    {
        std::optional<Answer> answer;
        const Result<void> read =
            readDatabase(path, [&](const SqlConnection &database) -> Result<void> {
                Result<Answer> found = question(database);
                if (!found)
                    return fail(found.error());
                answer = std::move(*found);
                return {};
            });
        if (!read)
            return fail(read.error());
        return *answer;
    }

    [[nodiscard]] static Result<KvPage> page(const QString &path, const KvQuery &query)
    {
        return ask<KvPage>(path, [&](const SqlConnection &db) { return selectPage(db, query); });
    }
    [[nodiscard]] static Result<std::optional<KvRow>> row(const QString &path, const KvCursor &key,
                                                          qint64 maxBytes = WholeValue)
    {
        return ask<std::optional<KvRow>>(
            path, [&](const SqlConnection &db) { return selectRow(db, key, maxBytes); });
    }

    // Each row's value names its place in SQLite's order.
    const StorageFolder m_folder;
    QString m_mixed;
    QString m_empty;
};

namespace {

const QString Schema =
    QStringLiteral("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
const QByteArrayList MixedKeys = {"-9223372036854775808", "-1.5", "0.1", "7",  "1e+300", "",    "1",
                                  QByteArray("a\0b", 3),  "é",    "",    "\1", "\4",     "\xff"};

/// A key's bytes; a real number's in its shortest form, whatever number of digits it came with.
QByteArray plainKey(const KvRow &row)
{
    return row.keyClass == StorageClass::Real
               ? QByteArray::number(row.key.toDouble(), 'g', QLocale::FloatingPointShortest)
               : row.key;
}

QString keyOf(const KvRow &row)
{
    return QStringLiteral("%1:%2").arg(int(row.keyClass)).arg(QString::fromLatin1(row.key.toHex()));
}

} // namespace

void KvSelectTest::initTestCase()
{
    m_mixed =
        make("mixed.db", {Schema, QStringLiteral("INSERT INTO kv VALUES "
                                                 "(x'ff', x'3132'), (x'04', 11), (x'01', 10.5), "
                                                 "(x'', '9'), ('é', x'38'), "
                                                 "(CAST(x'610062' AS TEXT), '7'), ('1', 'six'), "
                                                 "('', x''), (1e300, x'34'), (7, -3), "
                                                 "(0.1, 'é' || char(0) || 'x'), (-1.5, x'00'), "
                                                 "(-9223372036854775808, zeroblob(1000))")});
    m_empty = make("empty.db", {Schema});
}

void KvSelectTest::rowsComeInSqlitesOrder()
{
    const Result<KvPage> all = page(m_mixed, {});
    QCOMPARE(outcomeOf(all), QStringLiteral("ok"));
    QByteArrayList keys;
    for (const KvRow &row : all->rows)
        keys << plainKey(row);
    QCOMPARE(keys, MixedKeys);
    QCOMPARE(all->origin, KvOrigin::Database);
    QVERIFY(!all->more);

    KvQuery query;
    query.order = KvOrder::Descending;
    keys.clear();
    const KvPage down = *page(m_mixed, query);
    for (const KvRow &row : down.rows)
        keys.prepend(plainKey(row));
    QCOMPARE(keys, MixedKeys);
}

void KvSelectTest::eachRowTellsItsTypes()
{
    using enum StorageClass;
    const QList<std::pair<StorageClass, StorageClass>> expected = {
        {Integer, Blob}, {Real, Blob},    {Real, Text}, {Integer, Integer}, {Real, Blob},
        {Text, Blob},    {Text, Text},    {Text, Text}, {Text, Blob},       {Blob, Text},
        {Blob, Real},    {Blob, Integer}, {Blob, Blob}};
    const QByteArrayList values = {QByteArray(1000, '\0'),
                                   QByteArray(1, '\0'),
                                   QByteArray("\xc3\xa9\0x", 4),
                                   "-3",
                                   "4",
                                   "",
                                   "six",
                                   "7",
                                   "8",
                                   "9",
                                   "10.5",
                                   "11",
                                   "12"};
    const KvPage all = *page(m_mixed, {});
    QCOMPARE(all.rows.size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const KvRow &row = all.rows[i];
        QVERIFY2(row.keyClass == expected[i].first, qPrintable(keyOf(row)));
        QVERIFY2(row.valueClass == expected[i].second, qPrintable(keyOf(row)));
        QCOMPARE(row.value, values[i]);
        QCOMPARE(row.valueSize, values[i].size());
    }
}

void KvSelectTest::everyPageSizeVisitsEachRowOnce_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<bool>("ascending");
    for (const int limit : {1, 2, 3, 5, 13, 14}) {
        QTest::addRow("%d up", limit) << limit << true;
        QTest::addRow("%d down", limit) << limit << false;
    }
}

void KvSelectTest::everyPageSizeVisitsEachRowOnce()
{
    QFETCH(int, limit);
    QFETCH(bool, ascending);
    KvQuery query;
    query.limit = limit;
    query.order = ascending ? KvOrder::Ascending : KvOrder::Descending;
    QByteArrayList keys;
    for (int pages = 0; pages < 20; ++pages) {
        const Result<KvPage> found = page(m_mixed, query);
        QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
        QVERIFY(!found->rows.isEmpty());
        QCOMPARE_LE(found->rows.size(), limit);
        for (const KvRow &row : found->rows) {
            if (ascending)
                keys.append(plainKey(row));
            else
                keys.prepend(plainKey(row));
        }
        if (!found->more)
            break;
        query.after = found->end();
    }
    QCOMPARE(keys, MixedKeys);
}

void KvSelectTest::everyNumberIsPagedAndFound_data()
{
    QTest::addColumn<QString>("number");
    for (const char *number :
         {"0.1", "1e-7", "3.14159", "1e300", "-1.5", "4611686018427387905", "9223372036854775807",
          "1e22", "2.2250738585072014e-308", "5e-324", "1.7976931348623157e308", "9e999", "-9e999"})
        QTest::newRow(number) << QString::fromUtf8(number);
}

void KvSelectTest::everyNumberIsPagedAndFound()
{
    QFETCH(QString, number);
    const QString path =
        make(QTest::currentDataTag(), {Schema, QStringLiteral("INSERT INTO kv VALUES (%1, x'01'), "
                                                              "('text', x'02')")
                                                   .arg(number)});
    const KvPage all = *page(path, {});
    QCOMPARE(all.rows.size(), 2);
    const Result<std::optional<KvRow>> found = row(path, {all.rows[0].key, all.rows[0].keyClass});
    QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
    QVERIFY2(found->has_value(), all.rows[0].key.constData());

    KvQuery query;
    query.after = KvCursor{all.rows[0].key, all.rows[0].keyClass};
    QCOMPARE(page(path, query)->rows.size(), 1); // the text alone is behind it
    query.order = KvOrder::Descending;
    QCOMPARE(page(path, query)->rows.size(), 0);
}

void KvSelectTest::aRangeHasBlobKeysOnly()
{
    KvQuery query;
    query.range = KvRange();
    QByteArrayList keys;
    const KvPage blobs = *page(m_mixed, query);
    for (const KvRow &row : blobs.rows) {
        QCOMPARE(row.keyClass, StorageClass::Blob);
        keys << row.key;
    }
    QCOMPARE(keys, (QByteArrayList{"", "\1", "\4", "\xff"}));
    query.range = KvRange{"\1", "\xff"};
    query.after = KvCursor{"\1"};
    QCOMPARE(page(m_mixed, query)->rows.size(), 1);
}

void KvSelectTest::aRowIsFoundByItsTypedKey()
{
    const KvPage all = *page(m_mixed, {});
    for (const KvRow &expected : all.rows) {
        const Result<std::optional<KvRow>> found = row(m_mixed, {expected.key, expected.keyClass});
        QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
        QVERIFY2(found->has_value(), qPrintable(keyOf(expected)));
        QVERIFY2(**found == expected, qPrintable(keyOf(expected)));
    }
}

void KvSelectTest::aRowOfAnotherTypeIsNotFound()
{
    const KvCursor missing[] = {{"7", StorageClass::Text},  {"7", StorageClass::Blob},
                                {"1", StorageClass::Blob},  {"1", StorageClass::Integer},
                                {"\1", StorageClass::Text}, {"none", StorageClass::Blob}};
    for (const KvCursor &key : missing) {
        const Result<std::optional<KvRow>> found = row(m_mixed, key);
        QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
        QVERIFY2(!found->has_value(), key.key.constData());
    }
}

void KvSelectTest::aPreviewIsCutAndKnowsItsSize_data()
{
    QTest::addColumn<qint64>("bytes");
    for (const qint64 bytes : {0, 1, 3, 999, 1000, 1001})
        QTest::addRow("%lld", bytes) << bytes;
}

void KvSelectTest::aPreviewIsCutAndKnowsItsSize()
{
    QFETCH(qint64, bytes);
    const KvPage whole = *page(m_mixed, {});
    KvQuery query;
    query.previewBytes = bytes;
    const Result<KvPage> cut = page(m_mixed, query);
    QCOMPARE(outcomeOf(cut), QStringLiteral("ok"));
    QCOMPARE(cut->rows.size(), whole.rows.size());
    for (qsizetype i = 0; i < whole.rows.size(); ++i) {
        const QByteArray &value = whole.rows[i].value;
        QCOMPARE(cut->rows[i].value, value.first(std::min<qint64>(bytes, value.size())));
        QCOMPARE(cut->rows[i].valueSize, value.size());
        QCOMPARE(cut->rows[i].isWhole(), value.size() <= bytes);
        const KvCursor key{cut->rows[i].key, cut->rows[i].keyClass};
        QVERIFY(row(m_mixed, key, bytes)->value() == cut->rows[i]);
    }
}

void KvSelectTest::aPageEndsAtItsBytes()
{
    KvQuery query;
    query.pageBytes = 1'000; // the first row alone has more
    const KvPage first = *page(m_mixed, query);
    QCOMPARE(first.rows.size(), 1);
    QVERIFY(first.more);
    query.previewBytes = 10; // what is cut away does not count
    QCOMPARE(page(m_mixed, query)->rows.size(), MixedKeys.size());
    query.pageBytes = 0;
    QCOMPARE(page(m_mixed, query)->rows.size(), 1);
}

void KvSelectTest::limitZeroGivesNoRows()
{
    KvQuery query;
    query.limit = 0;
    const Result<KvPage> none = page(m_mixed, query);
    QCOMPARE(outcomeOf(none), QStringLiteral("ok"));
    QVERIFY(none->rows.isEmpty());
}

void KvSelectTest::anEmptyPageOfAFullTableIsStillTheDatabases()
{
    KvQuery query;
    query.range = KvRange{"x", "y"};
    const Result<KvPage> none = page(m_mixed, query);
    QCOMPARE(outcomeOf(none), QStringLiteral("ok"));
    QVERIFY(none->rows.isEmpty());
    QCOMPARE(none->origin, KvOrigin::Database);
}

void KvSelectTest::anEmptyTableIsNowhere()
{
    const Result<KvPage> none = page(m_empty, {});
    QCOMPARE(outcomeOf(none), QStringLiteral("ok"));
    QVERIFY(none->rows.isEmpty());
    QVERIFY(!none->more);
    QCOMPARE(none->origin, KvOrigin::Nowhere);
}

void KvSelectTest::theTotalsCountEveryByte()
{
    // In steps of a few rows, so that there are several.
    const auto totals = [](const QString &path) {
        KvCount count;
        while (!count.done) {
            count =
                *ask<KvCount>(path, [&](const SqlConnection &db) { return countOn(db, count, 4); });
        }
        return count.totals;
    };
    QCOMPARE(totals(m_empty), KvTotals());
    // Keys and values as SQLite's own text forms have them, an exact count for the blobs.
    RawDatabase raw(m_mixed);
    const qint64 bytes = raw.values(QStringLiteral("SELECT sum(length(CAST(key AS BLOB)) + "
                                                   "length(CAST(value AS BLOB))) FROM kv"))
                             .value(0)
                             .toLongLong();
    QCOMPARE_GE(bytes, 1000);
    QCOMPARE(totals(m_mixed), (KvTotals{13, bytes}));

    // With gaps and negative row ids.
    const QString many = make(
        "many.db",
        {Schema, QStringLiteral("WITH RECURSIVE n(i) AS (VALUES(-5) UNION ALL SELECT i + 1 FROM n "
                                "WHERE i < 94) INSERT INTO kv (rowid, key, value) "
                                "SELECT i * 3, CAST(printf('%07d', i) AS BLOB), x'0000' FROM n")});
    QCOMPARE(totals(many), (KvTotals{100, 900}));
}

void KvSelectTest::anyRowAtAllIsNoticed()
{
    const auto any = [](const QString &path) {
        return ask<bool>(path, [](const SqlConnection &db) { return selectAny(db); });
    };
    QVERIFY(*any(m_mixed));
    QVERIFY(!*any(m_empty));
    const QString text =
        make("text.db", {Schema, QStringLiteral("INSERT INTO kv VALUES ('t', 1)")});
    QVERIFY(*any(text));
}

void KvSelectTest::badTablesHaveTheirCodes_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("code");
    QTest::newRow("no table") << QStringLiteral("CREATE TABLE other (key, value)")
                              << QStringLiteral("no-such-table");
    QTest::newRow("other columns")
        << QStringLiteral("CREATE TABLE kv (a INT)") << QStringLiteral("no-such-column");
}

void KvSelectTest::badTablesHaveTheirCodes()
{
    QFETCH(QString, schema);
    const QString path = make(QTest::currentDataTag(), {schema});
    QTEST(outcomeOf(page(path, {})), "code");
    QTEST(outcomeOf(row(path, {"k"})), "code");
}

QTEST_GUILESS_MAIN(KvSelectTest)
#include "KvSelectTest.moc"
