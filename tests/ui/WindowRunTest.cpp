#include "ActorTableModel.h"
#include "Actors.h"
#include "Badge.h"
#include "EventTableModel.h"
#include "ModelText.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <thread>

using namespace greenroom;

/// A folder is looked at, run, and looked at again.
class WindowRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void withoutAnEngineThereIsNothingToRun();
    void runningAndStoppingKeepsWhereTheUserIs();
    void theOldReadersAreDoneBeforeTheEngineOpens();
    void aFolderThatCannotBeRunIsLookedAtOn();
    void startedRunningItRunsAtOnce();
    void startedRunningButHeldItIsLookedAt();
    void theWindowClosesOnceTheActorsHaveStopped();
    void theFolderClosesOnceTheActorsHaveStopped();
    void closingWhileStartingStopsThem();
    void anotherFolderOpensOnceTheActorsHaveStopped();
    void theLastEventsAreShownAfterTheStop();
    void whatOnlyAnEngineKnowsIsShownWhileItRuns();

private:
    [[nodiscard]] SourceOpeners openers();
    [[nodiscard]] RunSwitch::State state()
    {
        return m_driver->window().workspace()->runSwitch().state();
    }
    [[nodiscard]] bool says(const QString &words);
    void run();

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_look;
    std::shared_ptr<FakeSource> m_engine;
    std::optional<Error> m_notRun;
    Gate m_opening;
    std::atomic<bool> m_wasReading = false;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowRunTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_look = std::make_shared<FakeSource>();
    m_look->setActors(manyActors(200));
    m_engine = std::make_shared<FakeSource>();
    ActorBatch actors = manyActors(200);
    for (ActorEntry &actor : actors)
        actor.live = liveOf(Lifecycle::Awake);
    m_engine->setActors(actors);
    m_engine->startRunning();
    m_notRun.reset();
    m_wasReading = false;
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), openers());
}

void WindowRunTest::cleanup()
{
    m_opening.open();
    for (const auto &source : {m_look, m_engine}) {
        for (Gate *gate :
             {&source->listing, &source->details, &source->commands, &source->stopping})
            gate->open();
    }
    m_driver.reset();
}

SourceOpeners WindowRunTest::openers()
{
    return {
        .look = [this](const QString &) -> Result<std::shared_ptr<ActorSource>> { return m_look; },
        .run = [this](const QString &) -> Result<std::shared_ptr<ActorSource>> {
            if (m_look->listing.waiting() > 0 || m_look->details.waiting() > 0)
                m_wasReading = true;
            m_opening.pass();
            if (m_notRun)
                return fail(*m_notRun);
            return m_engine;
        }};
}

bool WindowRunTest::says(const QString &words)
{
    for (const Badge *badge : m_driver->window().findChildren<Badge *>()) {
        if (badge->isVisible() && badge->words().contains(words))
            return true;
    }
    return false;
}

void WindowRunTest::run()
{
    m_driver->action("Run")->trigger();
    QTRY_COMPARE(state(), RunSwitch::State::Running);
    QTRY_VERIFY(m_engine->calls().contains(QStringLiteral("list")));
}

void WindowRunTest::withoutAnEngineThereIsNothingToRun()
{
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_look);
    QVERIFY(!m_driver->action("Run")->isEnabled());
    QVERIFY(m_driver->open());
    QVERIFY(!m_driver->action("Run")->isEnabled());
    QVERIFY(m_driver->action("Run")->toolTip().contains(QStringLiteral("only look")));
}

void WindowRunTest::runningAndStoppingKeepsWhereTheUserIs()
{
    QVERIFY(m_driver->open());
    QTableView *table = m_driver->actors();
    m_driver->filter()->setText(QStringLiteral("work"));
    table->sortByColumn(ActorTableModel::StatusColumn, Qt::DescendingOrder);
    QVERIFY(m_driver->choose(fileNameOf(100)));
    table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum() / 2);
    const int scroll = table->verticalScrollBar()->value();
    QVERIFY(table->isColumnHidden(ActorTableModel::WritesColumn));

    run();
    QVERIFY(says(QStringLiteral("Running")));
    QVERIFY(m_driver->action("Stop")->isEnabled());
    QTRY_VERIFY(m_driver->window().workspace()->session().actors().row(0).live);
    QVERIFY(!table->isColumnHidden(ActorTableModel::WritesColumn));
    QCOMPARE(m_driver->current(), fileNameOf(100));
    QCOMPARE(m_driver->filter()->text(), QStringLiteral("work"));
    QCOMPARE(table->verticalScrollBar()->value(), scroll);

    m_driver->action("Stop")->trigger();
    QTRY_COMPARE(state(), RunSwitch::State::Looking);
    QVERIFY(m_engine->calls().contains(QStringLiteral("stop")));
    QVERIFY(!says(QStringLiteral("Running")));
    QTRY_VERIFY(!m_driver->window().workspace()->session().actors().row(0).live);
    QVERIFY(table->isColumnHidden(ActorTableModel::WritesColumn));
    QCOMPARE(m_driver->current(), fileNameOf(100));
    QCOMPARE(table->verticalScrollBar()->value(), scroll);
}

void WindowRunTest::theOldReadersAreDoneBeforeTheEngineOpens()
{
    QVERIFY(m_driver->open());
    m_look->listing.close();
    m_look->details.close();
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->window().workspace()->session().refresh();
    QTRY_COMPARE(m_look->listing.waiting() + m_look->details.waiting(), 2);
    m_driver->action("Run")->trigger();
    QCOMPARE(state(), RunSwitch::State::Starting);
    QVERIFY(says(QStringLiteral("Starting")));
    QTest::qWait(50);
    QCOMPARE(m_opening.waiting(), 0);
    m_look->listing.open();
    QTest::qWait(50);
    QCOMPARE(state(), RunSwitch::State::Starting);
    m_look->details.open();
    QTRY_COMPARE(state(), RunSwitch::State::Running);
    QVERIFY(!m_wasReading);
    // What was interrupted is asked of the engine.
    QTRY_VERIFY(m_engine->calls().contains(QStringLiteral("list")));
    QTRY_VERIFY(m_engine->calls().contains(QStringLiteral("actor ") + fileNameOf(1)));
    const qsizetype before = m_look->calls().size();
    QVERIFY(m_driver->refresh());
    QCOMPARE(m_look->calls().size(), before);
}

void WindowRunTest::aFolderThatCannotBeRunIsLookedAtOn()
{
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(fileNameOf(7)));
    m_notRun = Error{ErrorCode::FolderHeld, QStringLiteral("node (4711) runs this folder")};
    m_driver->action("Run")->trigger();
    const QString text = QStringLiteral("Not running: node (4711) runs this folder");
    QTRY_VERIFY(m_driver->visibleTexts().contains(text));
    QCOMPARE(state(), RunSwitch::State::Looking);
    QVERIFY(m_driver->action("Run")->isEnabled());
    QCOMPARE(m_driver->current(), fileNameOf(7));
    QVERIFY(m_driver->refresh());
    m_notRun.reset();
    run();
    QTRY_VERIFY(!m_driver->visibleTexts().contains(text));
}

void WindowRunTest::startedRunningItRunsAtOnce()
{
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    m_driver->window().openFolder(QStringLiteral("/fake"), MainWindow::Mode::Run);
    QVERIFY(refreshed.wait());
    QCOMPARE(state(), RunSwitch::State::Running);
    QVERIFY(says(QStringLiteral("Running")));
    QCOMPARE(m_look->calls(), QStringList());
}

void WindowRunTest::startedRunningButHeldItIsLookedAt()
{
    m_notRun = Error{ErrorCode::FolderHeld, QStringLiteral("node (4711) runs this folder")};
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    m_driver->window().openFolder(QStringLiteral("/fake"), MainWindow::Mode::Run);
    QVERIFY(refreshed.wait());
    QCOMPARE(state(), RunSwitch::State::Looking);
    QVERIFY(!m_driver->visibleTexts().filter(QStringLiteral("node (4711)")).isEmpty());
}

void WindowRunTest::theWindowClosesOnceTheActorsHaveStopped()
{
    QVERIFY(m_driver->open());
    run();
    QVERIFY(m_driver->refresh());
    m_engine->stopping.close();
    m_driver->window().close();
    QVERIFY(m_driver->window().isVisible());
    QTRY_COMPARE(m_engine->stopping.waiting(), 1);
    QVERIFY(says(QStringLiteral("Stopping 200 actors")));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("Stopping 200 actors…")));
    m_driver->window().close(); // again: nothing new
    QVERIFY(m_driver->window().isVisible());
    QVERIFY(m_driver->refresh());
    m_engine->stopping.open();
    QTRY_VERIFY(!m_driver->window().isVisible());
    QCOMPARE(m_engine->calls().count(QStringLiteral("stop")), 1);
}

void WindowRunTest::theFolderClosesOnceTheActorsHaveStopped()
{
    QVERIFY(m_driver->open());
    run();
    m_driver->action("Close folder")->trigger();
    QVERIFY(m_driver->window().workspace());
    QTRY_VERIFY(!m_driver->window().workspace());
    QVERIFY(m_engine->calls().contains(QStringLiteral("stop")));
    QVERIFY(m_driver->window().isVisible());
}

void WindowRunTest::closingWhileStartingStopsThem()
{
    QVERIFY(m_driver->open());
    m_opening.close();
    m_driver->action("Run")->trigger();
    QTRY_COMPARE(m_opening.waiting(), 1);
    m_driver->window().close();
    QVERIFY(m_driver->window().isVisible());
    m_opening.open();
    QTRY_VERIFY(!m_driver->window().isVisible());
    QVERIFY(m_engine->calls().contains(QStringLiteral("stop")));
}

void WindowRunTest::anotherFolderOpensOnceTheActorsHaveStopped()
{
    QVERIFY(m_driver->open());
    run();
    QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    m_driver->window().openFolder(QStringLiteral("/other"));
    QVERIFY(ended.wait());
    QVERIFY(m_engine->calls().contains(QStringLiteral("stop")));
    QCOMPARE(state(), RunSwitch::State::Looking);
}

void WindowRunTest::theLastEventsAreShownAfterTheStop()
{
    QVERIFY(m_driver->open());
    m_driver->action("Live")->setChecked(true);
    run();
    m_engine->stopping.close();
    m_driver->action("Stop")->trigger();
    QTRY_COMPARE(m_engine->stopping.waiting(), 1);
    m_engine->tell(fileNameOf(3), ActorEvent::Kind::Slept);
    m_engine->stopping.open();
    QTRY_COMPARE(state(), RunSwitch::State::Looking);
    QTableView *events = m_driver->named<QTableView>("Events");
    QCOMPARE(columnOf(*events->model(), EventTableModel::EventColumn),
             QStringList(QStringLiteral("Went to sleep")));
    QCOMPARE(columnOf(*events->model(), EventTableModel::ActorColumn),
             QStringList(QStringLiteral("worker/3")));
}

void WindowRunTest::whatOnlyAnEngineKnowsIsShownWhileItRuns()
{
    QVERIFY(m_driver->open());
    LiveStatus live = liveOf(Lifecycle::Crashed);
    live.error = Error{ErrorCode::ActorFailed, QStringLiteral("onStart threw: boom")};
    live.kvWritesPerSecond = 12.5;
    live.kvWrites = 1234;
    live.alarm = LiveStatus::Alarm::Retrying;
    live.alarmAt = Timestamp{TestNow};
    live.failedAttempts = 2;
    m_engine->setLive(fileNameOf(1), live);
    AlarmEntry alarm;
    alarm.fileName = fileNameOf(1);
    alarm.timestamp = Timestamp{TestNow};
    m_engine->setAlarms({alarm});
    run();
    QVERIFY(m_driver->refresh());
    QVERIFY(m_driver->choose(fileNameOf(1)));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("CRASHED")));
    for (const char *text :
         {"onStart threw: boom", "thread 2", "11111111-2222-3333-4444-555555555555",
          "Retrying: 2 failures", "1,234 since the start  ·  13/s"})
        QVERIFY2(m_driver->visibleTexts().contains(QString::fromUtf8(text)), text);
    const QModelIndex status =
        m_driver->actors()->currentIndex().siblingAtColumn(ActorTableModel::StatusColumn);
    QCOMPARE(status.data().toString(), QStringLiteral("Crashed"));
    for (const char *text : {"onStart threw: boom", "CRASHED", "thread 2", "generation 1111"})
        QVERIFY2(status.data(Qt::ToolTipRole).toString().contains(QString::fromUtf8(text)), text);
    QCOMPARE(status.siblingAtColumn(ActorTableModel::WritesColumn).data().toString(),
             QStringLiteral("13/s"));
    QVERIFY(::textOf(*m_driver->alarms()->model())[0].contains(QStringLiteral("2 failures")));
    m_driver->showTab(DetailsTab::Alarm);
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Retrying: 2 failures")));
}

QTEST_MAIN(WindowRunTest)
#include "WindowRunTest.moc"
