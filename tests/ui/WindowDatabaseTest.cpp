#include "ChunkRows.h"
#include "DatabaseTab.h"
#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "Actors.h"
#include "ModelText.h"
#include "SqlRowsModel.h"
#include "WindowDriver.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace greenroom;

/// The tab of an actor's own SQL database.
class WindowDatabaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup();

    void aRealDatabaseIsShownAndLeftAlone();
    void anActorWithoutADatabaseSaysSo();
    void nothingIsReadBeforeTheTabIsSeen();
    void missingChunksAreTold();
    void aDatabaseThatCannotBeReadSaysWhy();
    void pagesAreTurnedByTheButtons();
    void rowsAreSortedByTheHeader();
    void aRefreshKeepsTheChosenRow();
    void aTableThatGoesLetsNothingBeChosen();
    void aStatementIsRunAndItsFaultsAreTold();
    void aLongStatementIsCancelled();
    void aLargeValueIsShownByItsFirstBytes();
    void anotherActorStartsAfresh();

private:
    void showFake(const QStringList &statements);
    void write(const QStringList &statements);
    void choose(const char *object);
    void runStatement(const QString &sql);
    [[nodiscard]] QTableView *objects()
    {
        return m_driver->named<QTableView>("Tables, views, indexes and triggers");
    }
    [[nodiscard]] QTableView *rows() { return m_driver->named<QTableView>("Rows"); }
    [[nodiscard]] QTableView *answer() { return m_driver->named<QTableView>("Rows of the query"); }
    [[nodiscard]] QToolButton *button(const char *toolTip) const;
    [[nodiscard]] bool says(const char *text)
    {
        return m_driver->visibleTexts().join(u'\n').contains(QString::fromUtf8(text));
    }
    [[nodiscard]] QString value()
    {
        for (const auto *pane : m_driver->window().findChildren<QPlainTextEdit *>()) {
            if (pane->isVisible() &&
                pane->accessibleName() == QStringLiteral("Value of the column"))
                return pane->toPlainText();
        }
        return {};
    }

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
    int m_writes = 0;
};

namespace {

QString S(const char *text)
{
    return QString::fromUtf8(text);
}

const char Thousand[] =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) "
    "INSERT INTO t SELECT i, 'row ' || i FROM n";

} // namespace

void WindowDatabaseTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(3));
}

void WindowDatabaseTest::cleanup()
{
    m_driver.reset();
}

QToolButton *WindowDatabaseTest::button(const char *toolTip) const
{
    for (QToolButton *button : m_driver->window().findChildren<QToolButton *>()) {
        if (button->isVisible() && button->toolTip() == S(toolTip))
            return button;
    }
    qFatal("no button %s", toolTip);
}

/// Gives actor 1 the database that these statements make.
void WindowDatabaseTest::write(const QStringList &statements)
{
    m_source->setRows(fileNameOf(1), chunkRows(SqliteFileKind::Main, databaseOf(statements)));
    m_source->setStamp(fileNameOf(1), QByteArray::number(++m_writes));
}

/// Opens the window on actor 1 and its database.
void WindowDatabaseTest::showFake(const QStringList &statements)
{
    write(statements);
    m_driver = std::make_unique<WindowDriver>(m_settings->path(S("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->showTab(DetailsTab::Database);
    QTRY_VERIFY(objects()->model()->rowCount() > 0);
}

void WindowDatabaseTest::choose(const char *object)
{
    const QAbstractItemModel *model = objects()->model();
    const int row = int(columnOf(*model, 0).indexOf(S(object)));
    QVERIFY(row >= 0);
    const QRect cell = objects()->visualRect(model->index(row, 0));
    QTest::mouseClick(objects()->viewport(), Qt::LeftButton, {}, cell.center());
}

void WindowDatabaseTest::runStatement(const QString &sql)
{
    auto *statement = m_driver->named<QPlainTextEdit>("SQL statement");
    for (QTabWidget *tabs : m_driver->window().findChildren<QTabWidget *>()) {
        if (tabs->count() == 3 && tabs->tabText(2) == S("Query"))
            tabs->setCurrentIndex(2);
    }
    QVERIFY(statement->isVisible());
    statement->setPlainText(sql);
    QTest::keyClick(statement, Qt::Key_Return, Qt::ControlModifier);
}

void WindowDatabaseTest::aRealDatabaseIsShownAndLeftAlone()
{
    const StorageFolder folder(Fixture(S("v2.2.1-rich")).path());
    const auto before = FolderSnapshot::of(folder.path());
    m_driver = std::make_unique<WindowDriver>(m_settings->path(S("settings.ini")));
    QVERIFY(m_driver->open(folder.path()));
    QVERIFY(m_driver->choose(S("2f52fe97e184092f")));
    m_driver->showTab(DetailsTab::Database);
    QTRY_COMPARE(textOf(*objects()->model()),
                 QStringList({S("accounts | 50"), S("attachments | 44"), S("entries | 3000"),
                              S("sqlite_sequence | 1"), S("v_totals | 50"),
                              S("ix_accounts_name | "), S("ix_entries_ref | "), S("tr_touch | ")}));
    QCOMPARE(titlesOf(*rows()->model()),
             QStringList({S("id"), S("name"), S("balance"), S("flags")}));
    QCOMPARE(rows()->model()->rowCount(), 50);
    QTRY_VERIFY(says("Rows 1 to 50 of 50"));

    choose("entries");
    QTRY_COMPARE(rows()->model()->rowCount(), 200);
    QTRY_VERIFY(says("Rows 1 to 200 of 3000"));
    QCOMPARE(textOf(*rows()->model()).first(), S("1 | 28 | 43.89 | NULL | 1700000000000"));

    choose("ix_entries_ref");
    QVERIFY(m_driver->named<QPlainTextEdit>("SQL that made it")->isVisible());
    QVERIFY(m_driver->named<QPlainTextEdit>("SQL that made it")
                ->toPlainText()
                .startsWith(S("CREATE INDEX ix_entries_ref")));
    m_driver.reset();
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void WindowDatabaseTest::anActorWithoutADatabaseSaysSo()
{
    showFake({S("CREATE TABLE t(a)")});
    QVERIFY(m_driver->choose(fileNameOf(2)));
    QTRY_VERIFY(says("This actor keeps no SQL database"));
    QVERIFY(m_driver->choose(fileNameOf(1)));
    QTRY_COMPARE(textOf(*objects()->model()), QStringList(S("t | 0")));
    QVERIFY(!says("This actor keeps no SQL database"));
}

void WindowDatabaseTest::nothingIsReadBeforeTheTabIsSeen()
{
    write({S("CREATE TABLE t(a)")});
    m_driver = std::make_unique<WindowDriver>(m_settings->path(S("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(fileNameOf(1)));
    QVERIFY(m_driver->refresh());
    // What was read told whether there is one, no more: there is not even a page for it.
    QVERIFY(!m_driver->window().findChild<DatabaseTab *>());
    m_driver->showTab(DetailsTab::Database);
    QTRY_COMPARE(objects()->model()->rowCount(), 1);

    // Nor anew, as long as nothing was written.
    m_source->forgetCalls();
    QVERIFY(m_driver->refresh());
    QVERIFY(!m_source->calls().contains(S("page ") + fileNameOf(1)));
}

void WindowDatabaseTest::missingChunksAreTold()
{
    const StorageFolder folder(Fixture(S("damaged/vfs-chunk-missing")).path());
    m_driver = std::make_unique<WindowDriver>(m_settings->path(S("settings.ini")));
    QVERIFY(m_driver->open(folder.path()));
    QVERIFY(m_driver->choose(S("fba8133d7cf809b4")));
    m_driver->showTab(DetailsTab::Database);
    QTRY_VERIFY(says("1 of 9 chunks missing (3)"));
    QTRY_VERIFY(textOf(*objects()->model()).contains(S("sqlite_sequence | ?")));
    QVERIFY(textOf(*objects()->model()).contains(S("accounts | 50")));
    choose("sqlite_sequence");
    QTRY_VERIFY(says("database disk image is malformed"));
    choose("accounts");
    QTRY_COMPARE(rows()->model()->rowCount(), 50);
    QVERIFY(!says("database disk image is malformed"));
}

void WindowDatabaseTest::aDatabaseThatCannotBeReadSaysWhy()
{
    showFake({S("CREATE TABLE t(a)")});
    m_source->failKv(Error{ErrorCode::DatabaseBusy, S("someone is at it")});
    m_source->setStamp(fileNameOf(1), "later");
    QVERIFY(m_driver->refresh());
    QTRY_VERIFY(says("someone is at it"));
    QCOMPARE(objects()->model()->rowCount(), 1); // as it was
    QVERIFY(m_driver->choose(fileNameOf(2)));
    QTRY_VERIFY(says("The database cannot be read"));

    m_source->failKv(std::nullopt);
    QVERIFY(m_driver->refresh());
    QTRY_VERIFY(says("This actor keeps no SQL database"));
    QVERIFY(!says("someone is at it"));
}

void WindowDatabaseTest::pagesAreTurnedByTheButtons()
{
    showFake({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"), S(Thousand)});
    const QAbstractItemModelTester tester(rows()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto firstId = [&] { return rows()->model()->index(0, 0).data().toString(); };
    QTRY_VERIFY(says("Rows 1 to 200 of 1000"));
    QVERIFY(!button("Previous rows")->isEnabled());
    button("Next rows")->click();
    QTRY_VERIFY(says("Rows 201 to 400 of 1000"));
    QCOMPARE(firstId(), S("201"));
    button("Last rows")->click();
    QTRY_VERIFY(says("Rows 801 to 1000 of 1000"));
    QCOMPARE(firstId(), S("801"));
    QVERIFY(!button("Next rows")->isEnabled());
    button("Previous rows")->click();
    QTRY_VERIFY(says("Rows 601 to 800 of 1000"));
    QCOMPARE(firstId(), S("601"));
    button("First rows")->click();
    QTRY_VERIFY(says("Rows 1 to 200 of 1000"));
    QCOMPARE(firstId(), S("1"));
}

void WindowDatabaseTest::rowsAreSortedByTheHeader()
{
    showFake({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"), S(Thousand)});
    QTRY_COMPARE(rows()->model()->rowCount(), 200);
    const auto ids = [&] { return columnOf(*rows()->model(), 0).first(2); };
    QHeaderView *header = rows()->horizontalHeader();
    header->setSortIndicator(1, Qt::DescendingOrder);
    QTRY_COMPARE(ids(), QStringList({S("999"), S("998")}));
    button("Next rows")->click();
    QTRY_VERIFY(says("Rows 201 to 400 of 1000"));

    write({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"), S(Thousand),
           S("DELETE FROM t WHERE id = 5")});
    QVERIFY(m_driver->refresh());
    QTRY_VERIFY(says("Rows 201 to 400 of 999"));
    QCOMPARE(header->sortIndicatorSection(), 1);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    QTRY_COMPARE(ids(), QStringList({S("1"), S("2")}));
}

void WindowDatabaseTest::aRefreshKeepsTheChosenRow()
{
    showFake({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"),
              S("INSERT INTO t VALUES(10,'ten'),"
                "(20,'twenty'),(30,'thirty')"),
              S("CREATE TABLE u(b)")});
    QTRY_COMPARE(rows()->model()->rowCount(), 3);
    rows()->setCurrentIndex(rows()->model()->index(1, 1));
    QCOMPARE(value(), S("twenty"));

    write({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"),
           S("INSERT INTO t VALUES(5,'five'),(20,'twenty!'),(30,'thirty')"),
           S("CREATE TABLE a_new_one(b)"), S("CREATE TABLE u(b)")});
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(value(), S("twenty!"));
    QCOMPARE(rows()->currentIndex().row(), 1);
    QCOMPARE(rows()->currentIndex().column(), 1);
    QCOMPARE(columnOf(*rows()->model(), 0), QStringList({S("5"), S("20"), S("30")}));
    QCOMPARE(objects()->currentIndex().data().toString(), S("t"));
    QTRY_COMPARE(textOf(*objects()->model()),
                 QStringList({S("a_new_one | 0"), S("t | 3"), S("u | 0")}));

    // Its row gone, no other is chosen instead.
    write({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"), S("INSERT INTO t VALUES(5,'five')")});
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(rows()->model()->rowCount(), 1);
    QVERIFY(!rows()->currentIndex().isValid());
    QCOMPARE(value(), QString());
}

void WindowDatabaseTest::aTableThatGoesLetsNothingBeChosen()
{
    showFake({S("CREATE TABLE t(a)"), S("INSERT INTO t VALUES(1)"), S("CREATE TABLE u(b)")});
    QTRY_COMPARE(rows()->model()->rowCount(), 1);
    write({S("CREATE TABLE u(b)")});
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(objects()->model()->rowCount(), 1);
    QVERIFY(!objects()->currentIndex().isValid());
    QCOMPARE(rows()->model()->rowCount(), 0);
    choose("u");
    QTRY_VERIFY(says("No rows"));
}

void WindowDatabaseTest::aStatementIsRunAndItsFaultsAreTold()
{
    showFake({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)"), S(Thousand)});
    runStatement(S("SELECT count(*) AS n, max(a) FROM t"));
    QTRY_COMPARE(textOf(*answer()->model()), QStringList(S("1000 | row 999")));
    QCOMPARE(titlesOf(*answer()->model()), QStringList({S("n"), S("max(a)")}));

    runStatement(S("DELETE FROM t"));
    QTRY_VERIFY(says("it would change the table t"));
    runStatement(S("SELECT id\nFORM t"));
    QTRY_VERIFY(says("line 2, column 6"));

    runStatement(S("SELECT id FROM t WHERE id > 100"));
    QTRY_VERIFY(says("Rows 1 to 200, more follow"));
    QVERIFY(!says("line 2, column 6"));
    button("Next rows")->click();
    QTRY_VERIFY(says("Rows 201 to 400, more follow"));
    QCOMPARE(answer()->model()->index(0, 0).data().toString(), S("301"));

    // What is typed and shown stays, whatever the actor does.
    write({S("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")});
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(textOf(*objects()->model()), QStringList(S("t | 0")));
    QCOMPARE(answer()->model()->rowCount(), 200);
    QCOMPARE(m_driver->named<QPlainTextEdit>("SQL statement")->toPlainText(),
             S("SELECT id FROM t WHERE id > 100"));
}

void WindowDatabaseTest::aLongStatementIsCancelled()
{
    showFake({S("CREATE TABLE t(a)"), S("INSERT INTO t VALUES(1)")});
    QTRY_COMPARE(rows()->model()->rowCount(), 1);
    runStatement(S(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"));
    QPushButton *cancel = WindowDriver::button("Cancel");
    QTRY_VERIFY(cancel->isEnabled());
    QVERIFY(!WindowDriver::button("Run")->isEnabled());
    cancel->click();
    QVERIFY(says("Cancelled"));
    QVERIFY(!cancel->isEnabled());

    // The lane is free again.
    m_driver->named<QPlainTextEdit>("SQL statement")->setPlainText(S("SELECT 'next'"));
    WindowDriver::button("Run")->click();
    QTRY_COMPARE(textOf(*answer()->model()), QStringList(S("next")));
    QVERIFY(!says("Cancelled"));
}

void WindowDatabaseTest::aLargeValueIsShownByItsFirstBytes()
{
    showFake({S("CREATE TABLE t(a)"), S("INSERT INTO t VALUES(zeroblob(1000000))")});
    QTRY_COMPARE(rows()->model()->rowCount(), 1);
    rows()->setCurrentIndex(rows()->model()->index(0, 0));
    QVERIFY(says("BLOB, first 4096 of 1000000 bytes"));
    QVERIFY(value().startsWith(S("00000000  00 00")));
    button("Show more")->click();
    QTRY_VERIFY(says("BLOB, first 262144 of 1000000 bytes"));
}

void WindowDatabaseTest::anotherActorStartsAfresh()
{
    m_source->setRows(fileNameOf(2),
                      chunkRows(SqliteFileKind::Main, databaseOf({S("CREATE TABLE other(x)")})));
    showFake({S("CREATE TABLE t(a)"), S("INSERT INTO t VALUES(1)")});
    QTRY_COMPARE(rows()->model()->rowCount(), 1);
    rows()->setCurrentIndex(rows()->model()->index(0, 0));
    QVERIFY(m_driver->choose(fileNameOf(2)));
    QTRY_COMPARE(textOf(*objects()->model()), QStringList(S("other | 0")));
    QTRY_VERIFY(says("No rows"));
    QCOMPARE(rows()->model()->rowCount(), 0);
    QCOMPARE(value(), QString());
}

QTEST_MAIN(WindowDatabaseTest)
#include "WindowDatabaseTest.moc"
