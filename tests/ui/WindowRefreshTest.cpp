#include "ActorTableModel.h"
#include "Actors.h"
#include "FolderSession.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace greenroom;

/// The folder changes under the user's hands; where the user is does not.
class WindowRefreshTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aRefreshKeepsWhereTheUserIs();
    void aRefreshKeepsAHalfTypedFilter();
    void aRefreshKeepsTheWholeSelection();
    void aChosenActorThatGoesIsNotReplacedByAnother();
    void anActorThatMovesInTheOrderStaysTheCurrentOne();
    void anActorThatGoesBeforeItsDetailsAreReadLeavesNoOthersDetails();
    void aFailedRefreshKeepsWhatIsShown();
    void aTickKeepsWhereTheUserIs();

private:
    [[nodiscard]] QStringList selected() const;

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowRefreshTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(1000));
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    QCOMPARE(m_driver->actors()->model()->rowCount(), 1000);
}

void WindowRefreshTest::cleanup()
{
    m_source->details.open();
    m_driver.reset();
}

QStringList WindowRefreshTest::selected() const
{
    QStringList names;
    for (const QModelIndex &row : m_driver->actors()->selectionModel()->selectedRows())
        names << row.data(FileNameRole).toString();
    names.sort();
    return names;
}

void WindowRefreshTest::aRefreshKeepsWhereTheUserIs()
{
    QTableView *table = m_driver->actors();
    QHeaderView *header = table->horizontalHeader();
    m_driver->filter()->setText(QStringLiteral("worker"));
    header->moveSection(header->visualIndex(ActorTableModel::IdColumn), 1);
    table->setColumnWidth(ActorTableModel::NameColumn, 211);
    table->hideColumn(ActorTableModel::SleptColumn);
    table->sortByColumn(ActorTableModel::StatusColumn, Qt::DescendingOrder);
    QVERIFY(m_driver->choose(fileNameOf(300)));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/300")));
    const int scroll = table->verticalScrollBar()->maximum() / 3;
    table->verticalScrollBar()->setValue(scroll);
    table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum() / 2);
    const int sideways = table->horizontalScrollBar()->value();
    const QByteArray columns = header->saveState();

    ActorWorld coming(5); // its actors come and go among the others
    for (int times = 0; times < 40; ++times) {
        coming.change();
        ActorBatch actors = manyActors(1000).mid(ActorWorld::Numbers);
        actors = coming.actors() + actors;
        actors.removeAt(ActorWorld::Numbers + times * 17 % 200 + 400); // never the 300th
        actors.last().record->name = QStringLiteral("worker of refresh %1").arg(times);
        m_source->setActors(actors);
        QVERIFY(m_driver->refresh());
        m_driver->clock().advance(1000);

        QCOMPARE(m_driver->current(), fileNameOf(300));
        QCOMPARE(selected(), QStringList(fileNameOf(300)));
        QCOMPARE(table->verticalScrollBar()->value(), scroll);
        QCOMPARE(table->horizontalScrollBar()->value(), sideways);
        QCOMPARE(header->saveState(), columns);
        QCOMPARE(m_driver->filter()->text(), QStringLiteral("worker"));
    }
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/300")));
}

void WindowRefreshTest::aRefreshKeepsAHalfTypedFilter()
{
    QLineEdit *filter = m_driver->filter();
    m_driver->window().activateWindow();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("work er"));
    filter->setCursorPosition(3);
    QTest::keyClick(filter, Qt::Key_Right, Qt::ShiftModifier);
    m_source->setActors(manyActors(700));
    QVERIFY(m_driver->refresh());
    QCOMPARE(filter->text(), QStringLiteral("work er"));
    QCOMPARE(filter->cursorPosition(), 4);
    QCOMPARE(filter->selectedText(), QStringLiteral("k"));
    QTRY_VERIFY(filter->hasFocus());
}

void WindowRefreshTest::aRefreshKeepsTheWholeSelection()
{
    QTableView *table = m_driver->actors();
    table->clearSelection();
    for (const int number : {12, 14, 400}) {
        const QModelIndex index = table->model()->index(::rowOf(*table, fileNameOf(number)), 0);
        table->selectionModel()->select(index,
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    ActorBatch actors = manyActors(900);
    actors.removeAt(13);
    actors.removeAt(2);
    actors.prepend(actorOf(QStringLiteral("0"), QStringLiteral("a new one")));
    std::sort(actors.begin(), actors.end(),
              [](const ActorEntry &a, const ActorEntry &b) { return a.fileName < b.fileName; });
    m_source->setActors(actors);
    QVERIFY(m_driver->refresh());
    QCOMPARE(selected(), QStringList({fileNameOf(12), fileNameOf(14), fileNameOf(400)}));
}

void WindowRefreshTest::aChosenActorThatGoesIsNotReplacedByAnother()
{
    QTableView *table = m_driver->actors();
    QVERIFY(m_driver->choose(fileNameOf(300)));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/300")));
    const int scroll = table->verticalScrollBar()->value();
    ActorBatch actors = manyActors(1000);
    actors.removeAt(300);
    m_source->setActors(actors);
    QVERIFY(m_driver->refresh());
    QCOMPARE(table->verticalScrollBar()->value(), scroll);
    QCOMPARE(selected(), QStringList());
    QCOMPARE(m_driver->current(), QString());
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("No actor is selected")));
}

void WindowRefreshTest::anActorThatMovesInTheOrderStaysTheCurrentOne()
{
    QTableView *table = m_driver->actors();
    table->sortByColumn(ActorTableModel::NameColumn, Qt::AscendingOrder);
    QVERIFY(m_driver->choose(fileNameOf(300)));
    const int scroll = table->verticalScrollBar()->value();
    ActorBatch actors = manyActors(1000);
    actors[300].record->name = QStringLiteral("zz");
    m_source->setActors(actors);
    QVERIFY(m_driver->refresh());
    QCOMPARE(m_driver->current(), fileNameOf(300));
    QCOMPARE(table->currentIndex().row(), 999);
    QCOMPARE(table->verticalScrollBar()->value(), scroll);
}

void WindowRefreshTest::anActorThatGoesBeforeItsDetailsAreReadLeavesNoOthersDetails()
{
    QVERIFY(m_driver->choose(fileNameOf(1)));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/1")));
    ActorBatch actors = manyActors(1000);
    actors.removeAt(2);
    m_source->setActors(actors); // the table does not know yet
    QVERIFY(m_driver->choose(fileNameOf(2)));
    QTRY_VERIFY(
        m_driver->visibleTexts().contains(QStringLiteral("there is no actor ") + fileNameOf(2)));
    QVERIFY(!m_driver->visibleTexts().contains(QStringLiteral("worker/1")));
    QVERIFY(!m_driver->visibleTexts().contains(fileNameOf(1)));
}

void WindowRefreshTest::aFailedRefreshKeepsWhatIsShown()
{
    QVERIFY(m_driver->choose(fileNameOf(300)));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/300")));
    m_source->failListing(Error{ErrorCode::Io, QStringLiteral("the disk is gone")});
    bool failed = false;
    FolderSession &session = m_driver->window().workspace()->session();
    connect(&session, &FolderSession::failed, this, [&] { failed = true; });
    session.refresh();
    QTRY_VERIFY(failed);
    QCOMPARE(m_driver->actors()->model()->rowCount(), 1000);
    QCOMPARE(m_driver->current(), fileNameOf(300));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/300")));
}

void WindowRefreshTest::aTickKeepsWhereTheUserIs()
{
    QTableView *table = m_driver->actors();
    QVERIFY(m_driver->choose(fileNameOf(300)));
    const int scroll = table->verticalScrollBar()->value();
    for (int seconds = 0; seconds < 100; ++seconds) {
        m_driver->clock().advance(1000);
        m_driver->window().workspace()->tick();
    }
    QCOMPARE(m_driver->current(), fileNameOf(300));
    QCOMPARE(table->verticalScrollBar()->value(), scroll);
}

QTEST_MAIN(WindowRefreshTest)
#include "WindowRefreshTest.moc"
