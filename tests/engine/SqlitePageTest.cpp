#include "SqlitePage.h"

#include "NodeText.h"
#include "OutlineCheck.h"
#include "RawDatabase.h"
#include "StorageFolder.h"

#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;

/// Pages as SQLite itself writes them, and damaged ones.
class SqlitePageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void theFirstPageHasTheFilesHeader();
    void rowsAreReadWithTheirColumns();
    void everyTreePageIsDecodedWhole();
    void otherPagesAreSaidToBeNone();
    void whatIsNoPageIsSaidToBeNone_data();
    void whatIsNoPageIsSaidToBeNone();
    void damagedPagesStayWithinTheirBytes();

private:
    [[nodiscard]] QByteArray page(int number) const
    {
        return m_file.mid(qsizetype(number) * 4096, 4096);
    }
    [[nodiscard]] int pages() const { return int(m_file.size() / 4096); }
    [[nodiscard]] static SqlitePlace placeOf(int number)
    {
        return number == 0 ? SqlitePlace::FirstPage : SqlitePlace::LaterPage;
    }

    QByteArray m_file;
};

namespace {

/// The value of the node that these names lead to.
QString valueAt(const Outline &outline, const QStringList &path)
{
    NodeId node = Outline::Root;
    for (const QString &name : path) {
        quint32 row = 0;
        while (row < outline.at(node).childCount &&
               nodeName(outline, outline.child(node, row)) != name)
            ++row;
        if (row == outline.at(node).childCount)
            return QStringLiteral("(no %1)").arg(name);
        node = outline.child(node, row);
    }
    return nodeValue(outline, node);
}

} // namespace

void SqlitePageTest::initTestCase()
{
    const StorageFolder folder;
    {
        RawDatabase database(folder.path(QStringLiteral("a.db")));
        const auto run = [&database](const char *sql, const QVariantList &values = {}) {
            QCOMPARE(database.run(QString::fromUtf8(sql), values), QString());
        };
        run("PRAGMA page_size = 4096");
        run("CREATE TABLE t(i, r REAL, s TEXT, b BLOB, n, one)");
        run("CREATE INDEX by_s ON t(s)");
        run("INSERT INTO t VALUES(-2, 0.5, 'first', x'00ff', NULL, 1)");
        for (int i = 0; i < 2000; ++i) {
            run("INSERT INTO t VALUES(?, 1.5, ?, x'', NULL, 0)",
                {i, QStringLiteral("text number %1").arg(i)});
        }
        run("INSERT INTO t VALUES(0, 0, ?, NULL, NULL, NULL)", {QString(20'000, u'x')});
    }
    m_file = folder.read(QStringLiteral("a.db"));
    QVERIFY(pages() > 20);
}

void SqlitePageTest::theFirstPageHasTheFilesHeader()
{
    const Outline outline = outlineOfSqlitePage(page(0), SqlitePlace::FirstPage);
    QCOMPARE(outline.failures().size(), 0);
    const auto header = [&](const char *field) {
        return valueAt(outline, {QStringLiteral("fileHeader"), QString::fromUtf8(field)});
    };
    QCOMPARE(header("magic"), QStringLiteral("\"SQLite format 3\\u{0}\""));
    QCOMPARE(header("pageSize"), QStringLiteral("4096"));
    QCOMPARE(header("pageCount"), QString::number(pages()));
    QCOMPARE(header("textEncoding"), QStringLiteral("1"));
    QVERIFY(header("sqliteVersion").startsWith(u'3'));
    QCOMPARE(valueAt(outline, {QStringLiteral("pageHeader"), QStringLiteral("type")}),
             QStringLiteral("table, leaf"));
    QCOMPARE(valueAt(outline, {QStringLiteral("pageHeader"), QStringLiteral("cellCount")}),
             QStringLiteral("2"));
}

void SqlitePageTest::rowsAreReadWithTheirColumns()
{
    // The leaf that has the first row: its bytes are the last ones of a page.
    for (int number = 1; number < pages(); ++number) {
        const Outline outline = outlineOfSqlitePage(page(number), SqlitePlace::LaterPage);
        const auto cell = [&](QStringList path) {
            path = QStringList({QStringLiteral("cells")}) + path;
            return valueAt(outline, path);
        };
        const NodeId cells = outline.find(Outline::Root, "cells");
        if (cells == NoNode || outline.at(cells).childCount == 0)
            continue;
        const QString last = QStringLiteral("[%1]").arg(outline.at(cells).childCount - 1);
        if (cell({last, QStringLiteral("rowid")}) != QStringLiteral("1") ||
            cell({last, QStringLiteral("leftPage")}) != QStringLiteral("(no leftPage)"))
            continue;
        QCOMPARE(cell({last, QStringLiteral("record"), QStringLiteral("columns")}),
                 QStringLiteral("(6) [-2, 0.5, \"first\", 00 ff, null, 1]"));
        return;
    }
    QFAIL("no page has the first row");
}

void SqlitePageTest::everyTreePageIsDecodedWhole()
{
    QSet<QString> types;
    int overflowing = 0;
    for (int number = 0; number < pages(); ++number) {
        if (!isTreePage(page(number), placeOf(number)))
            continue;
        const Outline outline = outlineOfSqlitePage(page(number), placeOf(number));
        const QString type =
            valueAt(outline, {QStringLiteral("pageHeader"), QStringLiteral("type")});
        if (!outline.failures().isEmpty()) // an overflow page may begin like a tree's
            continue;
        QCOMPARE(oddityOf(outline), QString());
        types << type;
        forEachNode(outline, [&](NodeId node) {
            const char *field = outline.at(node).field;
            overflowing += field && qstrcmp(field, "overflowPage") == 0;
        });
    }
    QCOMPARE(types, QSet<QString>({QStringLiteral("table, leaf"), QStringLiteral("table, inner"),
                                   QStringLiteral("index, leaf"), QStringLiteral("index, inner")}));
    QVERIFY(overflowing >= 2); // the long text, in the table and in the index
}

void SqlitePageTest::otherPagesAreSaidToBeNone()
{
    const QByteArray overflow = QByteArray::fromHex("00000009") + QByteArray(4092, 'x');
    QVERIFY(!isTreePage(overflow, SqlitePlace::LaterPage));
    const Outline outline = outlineOfSqlitePage(overflow, SqlitePlace::LaterPage);
    QCOMPARE(outline.failures().size(), 1);
    QVERIFY(outline.failures().first().message.contains(QStringLiteral("no b-tree page")));
}

void SqlitePageTest::whatIsNoPageIsSaidToBeNone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("short") << QByteArray("SQLite format 3");
    QTest::newRow("odd size") << QByteArray(4095, '\x0d');
    QTest::newRow("too large") << QByteArray(131'072, '\x0d');
}

void SqlitePageTest::whatIsNoPageIsSaidToBeNone()
{
    QFETCH(QByteArray, bytes);
    for (const SqlitePlace place : {SqlitePlace::FirstPage, SqlitePlace::LaterPage}) {
        const Outline outline = outlineOfSqlitePage(bytes, place);
        QCOMPARE(outline.failures().size(), 1);
        QCOMPARE(oddityOf(outline), QString());
    }
}

void SqlitePageTest::damagedPagesStayWithinTheirBytes()
{
    QRandomGenerator random(4);
    int failures = 0;
    for (int round = 0; round < 4000; ++round) {
        const int number = random.bounded(pages());
        QByteArray bytes = page(number);
        for (int i = 0; i < 4; ++i) // most often in the headers and pointers
            bytes[random.bounded(random.bounded(3) ? 200 : 4096)] = char(random.bounded(256));
        const Outline outline = outlineOfSqlitePage(bytes, placeOf(number));
        failures += !outline.failures().isEmpty();
        QCOMPARE(oddityOf(outline), QString());
    }
    QVERIFY(failures > 100);
}

QTEST_GUILESS_MAIN(SqlitePageTest)
#include "SqlitePageTest.moc"
