#include "LegacyKv.h"

#include <QTest>

using namespace greenroom;

class LegacyKvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysAreSortedByteByByte();
    void theLastOfEqualKeysWins();
    void noEntriesAreNowhere();
    void aRangeIsKept_data();
    void aRangeIsKept();
    void everyPageSizeVisitsEachRowOnce_data();
    void everyPageSizeVisitsEachRowOnce();
    void limitZeroGivesNoRows();
    void aPreviewIsCutAndKnowsItsSize();
    void aPageEndsAtItsBytes();
    void aRowIsFoundByItsBytes();

private:
    static QString keysOf(const KvPage &page)
    {
        QStringList keys;
        for (const KvRow &row : page.rows)
            keys << QString::fromLatin1(row.key.toHex());
        return keys.join(u' ');
    }

    [[nodiscard]] std::optional<KvRow> row(const QByteArray &key,
                                           StorageClass keyClass = StorageClass::Blob) const
    {
        return m_kv.row({key, keyClass}, WholeValue);
    }

    const LegacyKv m_kv{{{"b", "2"},
                         {"\xff", "6"},
                         {"a", "1"},
                         {"", "0"},
                         {"\x80", "5"},
                         {"b", "3"},
                         {QByteArray("b\0", 2), "4"}}};
};

void LegacyKvTest::keysAreSortedByteByByte()
{
    const KvPage page = m_kv.page({});
    QCOMPARE(keysOf(page), QStringLiteral(" 61 62 6200 80 ff"));
    QCOMPARE(page.origin, KvOrigin::Record);
    QVERIFY(!page.more);
    for (const KvRow &row : page.rows) {
        QCOMPARE(row.keyClass, StorageClass::Blob);
        QCOMPARE(row.valueClass, StorageClass::Blob);
        QVERIFY(row.isWhole());
    }
}

void LegacyKvTest::theLastOfEqualKeysWins()
{
    QCOMPARE(row("b")->value, QByteArray("3"));
    QCOMPARE(m_kv.totals(), (KvTotals{6, 12}));
}

void LegacyKvTest::noEntriesAreNowhere()
{
    const LegacyKv none({});
    QCOMPARE(none.page({}).origin, KvOrigin::Nowhere);
    QVERIFY(none.page({}).rows.isEmpty());
    QVERIFY(!none.page({}).more);
    QCOMPARE(none.totals(), KvTotals());
}

void LegacyKvTest::aRangeIsKept_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("end"); // "none" for no end
    QTest::addColumn<QString>("keys");
    QTest::newRow("a to b") << QByteArray("a") << QByteArray("b") << QStringLiteral("61");
    QTest::newRow("b to the end") << QByteArray("b") << QByteArray("none")
                                  << QStringLiteral("62 6200 80 ff");
    QTest::newRow("prefix b") << QByteArray("b") << QByteArray("c") << QStringLiteral("62 6200");
    QTest::newRow("empty") << QByteArray("b") << QByteArray("b") << QString();
    QTest::newRow("backwards") << QByteArray("c") << QByteArray("a") << QString();
}

void LegacyKvTest::aRangeIsKept()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, end);
    QFETCH(QString, keys);
    KvQuery query;
    query.range = KvRange{start, end == "none" ? std::nullopt : std::optional(end)};
    QCOMPARE(keysOf(m_kv.page(query)), keys);
    query.order = KvOrder::Descending;
    QStringList reversed = keys.split(u' ');
    std::reverse(reversed.begin(), reversed.end());
    QCOMPARE(keysOf(m_kv.page(query)), reversed.join(u' '));
}

void LegacyKvTest::everyPageSizeVisitsEachRowOnce_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<bool>("ascending");
    for (const int limit : {1, 2, 3, 5, 6, 7}) {
        QTest::addRow("%d up", limit) << limit << true;
        QTest::addRow("%d down", limit) << limit << false;
    }
}

void LegacyKvTest::everyPageSizeVisitsEachRowOnce()
{
    QFETCH(int, limit);
    QFETCH(bool, ascending);
    KvQuery query;
    query.limit = limit;
    query.order = ascending ? KvOrder::Ascending : KvOrder::Descending;
    QStringList keys;
    for (int pages = 0; pages < 20; ++pages) {
        const KvPage page = m_kv.page(query);
        QVERIFY(!page.rows.isEmpty());
        QCOMPARE_LE(page.rows.size(), limit);
        keys << keysOf(page);
        if (!page.more)
            break;
        query.after = page.end();
    }
    QCOMPARE(keys.join(u' '),
             ascending ? QStringLiteral(" 61 62 6200 80 ff") : QStringLiteral("ff 80 6200 62 61 "));
}

void LegacyKvTest::limitZeroGivesNoRows()
{
    KvQuery query;
    query.limit = 0;
    QVERIFY(m_kv.page(query).rows.isEmpty());
}

void LegacyKvTest::aPreviewIsCutAndKnowsItsSize()
{
    const LegacyKv kv(KvEntries{{"k", "0123456789"}});
    KvQuery query;
    query.previewBytes = 4;
    const KvRow row = kv.page(query).rows.first();
    QCOMPARE(row.value, QByteArray("0123"));
    QCOMPARE(row.valueSize, 10);
    QVERIFY(!row.isWhole());
    QCOMPARE(kv.row({"k"}, 4).value(), row);
    QVERIFY(kv.row({"k"}, WholeValue)->isWhole());
}

void LegacyKvTest::aPageEndsAtItsBytes()
{
    const LegacyKv kv(
        {{"a", QByteArray(100, 'x')}, {"b", QByteArray(100, 'x')}, {"c", QByteArray(100, 'x')}});
    KvQuery query;
    query.pageBytes = 150;
    const KvPage page = kv.page(query);
    QCOMPARE(page.rows.size(), 2);
    QVERIFY(page.more);
    query.pageBytes = 0;
    QCOMPARE(kv.page(query).rows.size(), 1);
}

void LegacyKvTest::aRowIsFoundByItsBytes()
{
    QCOMPARE(row("")->value, QByteArray("0"));
    QCOMPARE(row(QByteArray("b\0", 2))->value, QByteArray("4"));
    QVERIFY(!row("c"));
    QVERIFY(!row("b", StorageClass::Text));
}

QTEST_GUILESS_MAIN(LegacyKvTest)
#include "LegacyKvTest.moc"
