#include "Actors.h"
#include "Badge.h"
#include "EventFeed.h"
#include "EventTableModel.h"
#include "ModelText.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <thread>

using namespace greenroom;
using namespace std::chrono_literals;
using Kind = ActorEvent::Kind;

/// What happens is seen as it happens, and nothing moves under the user's hands.
class WindowEventsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eventsComeToTheDockAndTheTab();
    void aChangeOfLifeRefreshesTheListSoon();
    void writesRefreshTheKeyValuesButNotTheList();
    void aFloodIsReadAFewTimesASecond();
    void whilePausedNothingMovesAndChangesAreCounted();
    void pausedEventsAreCountedAndComeLater();
    void clearingLeavesOnlyWhatComes();
    void theNewestIsFollowedOnlyAtTheEnd();
    void whatIsReadStaysWhenTheOldestGo();
    void rowsAreCopiedAsText();
    void aFilterLeavesWhatMatches();
    void anEventLeadsToItsActor();
    void aLiveListKeepsSelectionAndScroll();

private:
    [[nodiscard]] QTableView *dock() { return m_driver->named<QTableView>("Events"); }
    [[nodiscard]] QTableView *tab() { return m_driver->named<QTableView>("This actor's events"); }
    [[nodiscard]] QToolButton *tool(const char *text);
    [[nodiscard]] QString badge();
    void tellMany(int count);

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowEventsTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    ActorBatch actors = manyActors(300);
    for (ActorEntry &actor : actors)
        actor.live = liveOf(Lifecycle::Awake);
    m_source->setActors(actors);
    m_source->startRunning();
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    for (QDockWidget *widget : m_driver->window().findChildren<QDockWidget *>()) {
        if (widget->objectName() == QStringLiteral("events-dock"))
            widget->raise();
    }
    m_driver->action("Live")->setChecked(true);
}

void WindowEventsTest::cleanup()
{
    m_driver.reset();
}

/// The visible button of the dock with this text.
QToolButton *WindowEventsTest::tool(const char *text)
{
    QWidget *view = dock()->parentWidget();
    for (QToolButton *button : view->findChildren<QToolButton *>()) {
        if (button->text() == QString::fromUtf8(text))
            return button;
    }
    qFatal("no button says %s", text);
}

QString WindowEventsTest::badge()
{
    for (const Badge *badge : m_driver->window().findChildren<Badge *>()) {
        if (badge->isVisible() && badge->words().startsWith(QStringLiteral("Paused")))
            return badge->words();
    }
    return {};
}

void WindowEventsTest::tellMany(int count)
{
    for (int i = 0; i < count; ++i)
        m_source->tell(fileNameOf(i % 300), Kind::Message, QString::number(i));
}

void WindowEventsTest::eventsComeToTheDockAndTheTab()
{
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->showTab(DetailsTab::Events);
    m_source->tell(fileNameOf(1), Kind::Started, QStringLiteral("woken by its alarm"));
    m_source->tell(fileNameOf(2), Kind::Failed, QStringLiteral("boom"));
    QTRY_COMPARE(dock()->model()->rowCount(), 2);
    QCOMPARE(columnOf(*dock()->model(), EventTableModel::ActorColumn),
             QStringList({QStringLiteral("worker/1"), QStringLiteral("worker/2")}));
    QCOMPARE(columnOf(*tab()->model(), EventTableModel::EventColumn),
             QStringList(QStringLiteral("Started")));
    QVERIFY(tab()->isColumnHidden(EventTableModel::ActorColumn));
    QVERIFY(m_driver->choose(fileNameOf(2)));
    QCOMPARE(columnOf(*tab()->model(), EventTableModel::EventColumn),
             QStringList(QStringLiteral("Failed")));
}

void WindowEventsTest::aChangeOfLifeRefreshesTheListSoon()
{
    QTest::qWait(400);
    m_source->forgetCalls();
    QElapsedTimer timer;
    timer.start();
    m_source->setLive(fileNameOf(1), liveOf(Lifecycle::StartingSleep));
    m_source->tell(fileNameOf(1), Kind::Slept);
    QTRY_VERIFY(m_source->calls().contains(QStringLiteral("list")));
    QVERIFY(timer.elapsed() < 1500); // the plain interval is two seconds
    QTRY_COMPARE(m_driver->actors()
                     ->model()
                     ->index(::rowOf(*m_driver->actors(), fileNameOf(1)), 0)
                     .data()
                     .toString(),
                 QStringLiteral("Going to sleep"));
}

void WindowEventsTest::writesRefreshTheKeyValuesButNotTheList()
{
    KvRow row;
    row.key = QByteArray("\4a");
    row.value = QByteArray("1");
    row.valueSize = 1;
    m_source->setRows(fileNameOf(1), {row});
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->showTab(DetailsTab::Kv);
    QTRY_COMPARE(m_driver->keyValues()->model()->rowCount(), 1);
    QTest::qWait(2500); // just after a plain refresh there is room
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    QVERIFY(refreshed.wait());
    m_source->forgetCalls();
    for (int i = 0; i < 60; ++i) {
        m_source->tell(fileNameOf(1), Kind::KvWritten);
        QTest::qWait(20);
    }
    const QStringList calls = m_source->calls();
    QVERIFY(calls.count(QStringLiteral("list")) <= 1);
    const auto pages = calls.count(QStringLiteral("page ") + fileNameOf(1));
    QVERIFY2(pages >= 2 && pages <= 5, qPrintable(QString::number(pages)));
}

void WindowEventsTest::aFloodIsReadAFewTimesASecond()
{
    m_source->forgetCalls();
    QSignalSpy inserted(dock()->model(), &QAbstractItemModel::rowsInserted);
    std::jthread flood([this](std::stop_token stop) {
        for (int i = 0; !stop.stop_requested(); ++i) {
            m_source->tell(fileNameOf(i % 300), i % 2 == 0 ? Kind::Slept : Kind::Started);
            if (i % 50 == 0)
                std::this_thread::sleep_for(1ms);
        }
    });
    QTest::qWait(2000);
    flood.request_stop();
    flood.join();
    const auto lists = m_source->calls().count(QStringLiteral("list"));
    QVERIFY2(lists >= 2 && lists <= 8, qPrintable(QString::number(lists)));
    QVERIFY2(inserted.size() >= 3 && inserted.size() <= 12,
             qPrintable(QString::number(inserted.size())));
    QVERIFY(dock()->model()->rowCount() <= EventTableModel::Capacity);
}

void WindowEventsTest::whilePausedNothingMovesAndChangesAreCounted()
{
    m_driver->action("Live")->setChecked(false);
    QCOMPARE(badge(), QStringLiteral("Paused"));
    QTest::qWait(300);
    m_source->forgetCalls();
    tellMany(12);
    QTRY_COMPARE(badge(), QStringLiteral("Paused  ·  12 changes"));
    tellMany(30);
    QTRY_COMPARE(badge(), QStringLiteral("Paused  ·  42 changes"));
    QCOMPARE(dock()->model()->rowCount(), 0);
    QCOMPARE(m_source->calls(), QStringList());
    m_driver->action("Live")->setChecked(true);
    QTRY_COMPARE(dock()->model()->rowCount(), 42);
    QCOMPARE(badge(), QString());
}

void WindowEventsTest::pausedEventsAreCountedAndComeLater()
{
    tellMany(5);
    QTRY_COMPARE(dock()->model()->rowCount(), 5);
    tool("Pause the events")->click();
    tellMany(7);
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Paused  ·  7 new")));
    QCOMPARE(dock()->model()->rowCount(), 5);
    tool("Pause the events")->click();
    QCOMPARE(dock()->model()->rowCount(), 12);
    QVERIFY(m_driver->visibleTexts().filter(QStringLiteral("new")).isEmpty());
}

void WindowEventsTest::clearingLeavesOnlyWhatComes()
{
    tellMany(5);
    QTRY_COMPARE(dock()->model()->rowCount(), 5);
    tool("Clear the events")->click();
    QCOMPARE(dock()->model()->rowCount(), 0);
    tellMany(2);
    QTRY_COMPARE(dock()->model()->rowCount(), 2);
}

void WindowEventsTest::theNewestIsFollowedOnlyAtTheEnd()
{
    QScrollBar *bar = dock()->verticalScrollBar();
    tellMany(100);
    QTRY_COMPARE(dock()->model()->rowCount(), 100);
    QTRY_VERIFY(bar->maximum() > 0);
    QTRY_COMPARE(bar->value(), bar->maximum());
    bar->setValue(bar->maximum() / 2);
    const int value = bar->value();
    tellMany(100);
    QTRY_COMPARE(dock()->model()->rowCount(), 200);
    QTest::qWait(50);
    QCOMPARE(bar->value(), value);
    bar->setValue(bar->maximum());
    tellMany(100);
    QTRY_COMPARE(dock()->model()->rowCount(), 300);
    QTRY_COMPARE(bar->value(), bar->maximum());
}

void WindowEventsTest::whatIsReadStaysWhenTheOldestGo()
{
    EventFeed &feed = m_driver->window().workspace()->session().events();
    ActorEvents events;
    for (int i = 0; i < EventTableModel::Capacity; ++i)
        events << eventOf(fileNameOf(i % 300), Kind::Message, QString::number(i));
    feed.model().append(events);
    QCoreApplication::processEvents();
    QScrollBar *bar = dock()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum() / 2);
    QCoreApplication::processEvents();
    const auto atTop = [this] {
        return dock()
            ->model()
            ->index(dock()->rowAt(0), EventTableModel::DetailColumn)
            .data()
            .toString();
    };
    const QString top = atTop();
    for (int i = 0; i < 5; ++i) {
        feed.model().append(events.first(500));
        QCoreApplication::processEvents();
        QCOMPARE(atTop(), top);
    }
}

void WindowEventsTest::rowsAreCopiedAsText()
{
    tellMany(3);
    QTRY_COMPARE(dock()->model()->rowCount(), 3);
    m_driver->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_driver->window()));
    dock()->setFocus();
    dock()->selectAll();
    QTest::keyClick(dock(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].contains(QStringLiteral("\tworker/1\tSays\t1")));
}

void WindowEventsTest::aFilterLeavesWhatMatches()
{
    tellMany(5);
    m_source->tell(fileNameOf(9), Kind::AlarmFailed, QStringLiteral("boom"));
    QTRY_COMPARE(dock()->model()->rowCount(), 6);
    auto *kinds = dock()->parentWidget()->findChild<QComboBox *>();
    kinds->setCurrentIndex(kinds->findText(QStringLiteral("Failures")));
    QCOMPARE(dock()->model()->rowCount(), 1);
    kinds->setCurrentIndex(0);
    m_driver->named<QLineEdit>("Filter events")->setText(QStringLiteral("worker/3"));
    QCOMPARE(dock()->model()->rowCount(), 1);
    m_driver->named<QLineEdit>("Filter events")->setText(QStringLiteral("nothing like it"));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("No event matches")));
}

void WindowEventsTest::anEventLeadsToItsActor()
{
    m_driver->filter()->setText(QStringLiteral("worker/1"));
    m_source->tell(fileNameOf(42), Kind::Started);
    QTRY_COMPARE(dock()->model()->rowCount(), 1);
    Q_EMIT dock()->activated(dock()->model()->index(0, 2));
    QCOMPARE(m_driver->current(), fileNameOf(42));
}

void WindowEventsTest::aLiveListKeepsSelectionAndScroll()
{
    QTableView *table = m_driver->actors();
    QVERIFY(m_driver->choose(fileNameOf(150)));
    table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum() / 2);
    const int scroll = table->verticalScrollBar()->value();
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    const Lifecycle states[] = {Lifecycle::Awake, Lifecycle::StartingSleep, Lifecycle::Crashed,
                                Lifecycle::Dormant};
    for (int times = 0; times < 4; ++times) {
        for (int i = 0; i < 300; ++i) {
            LiveStatus live = liveOf(states[(i + times) % 4]);
            live.kvWritesPerSecond = i * times;
            m_source->setLive(fileNameOf(i), live);
        }
        m_source->tell(fileNameOf(times), Kind::Slept);
        QVERIFY(refreshed.wait());
        QCOMPARE(m_driver->current(), fileNameOf(150));
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table->verticalScrollBar()->value(), scroll);
    }
}

QTEST_MAIN(WindowEventsTest)
#include "WindowEventsTest.moc"
