#include "StorageFolder.h"

#include "ActorTableModel.h"
#include "Actors.h"
#include "AlarmTableModel.h"
#include "AlarmsDock.h"
#include "EventTableModel.h"
#include "EventsDock.h"
#include "Theme.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QScreen>
#include <QTableView>
#include <QTest>

using namespace greenroom;

class WindowLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_driver.reset(); }

    void aFirstWindowFitsItsScreen();
    void aSecondWindowLooksLikeTheFirst();
    void aSecondFolderLooksLikeTheFirst();
    void theWidthsOfTheAlarmsSurviveANewFolder();
    void theColumnsOfTheEventsAreKept();
    void aHiddenDockStaysHidden();
    void theEventsDockComesAndGoes();
    void restoringTheLayoutBringsEverythingBack();
    void damagedSettingsDoNotHarm();
    void theThemeChangesAtOnceAndIsKept();

private:
    void start();
    [[nodiscard]] AlarmsDock *dock() { return m_driver->window().findChild<AlarmsDock *>(); }
    [[nodiscard]] QHeaderView *header() { return m_driver->actors()->horizontalHeader(); }

    std::unique_ptr<StorageFolder> m_settings;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowLayoutTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    start();
}

/// A new window with the same settings, as after a restart.
void WindowLayoutTest::start()
{
    if (m_driver)
        m_driver->window().close();
    m_driver.reset();
    const auto source = std::make_shared<FakeSource>();
    source->setActors(manyActors(20));
    AlarmEntry alarm;
    alarm.fileName = fileNameOf(1);
    alarm.timestamp = Timestamp{TestNow};
    source->setAlarms({alarm});
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), source);
    QVERIFY(m_driver->open());
}

void WindowLayoutTest::aFirstWindowFitsItsScreen()
{
    const QMainWindow &window = m_driver->window();
    const QSize screen = window.screen()->availableSize();
    QCOMPARE(window.size(), QSize(1400, 860).boundedTo(screen));
}

void WindowLayoutTest::aSecondWindowLooksLikeTheFirst()
{
    m_driver->window().setGeometry(40, 50, 1000, 700);
    QTRY_COMPARE(m_driver->window().size(), QSize(1000, 700));
    m_driver->actors()->setColumnWidth(ActorTableModel::NameColumn, 217);
    m_driver->actors()->hideColumn(ActorTableModel::StartedColumn);
    header()->moveSection(header()->visualIndex(ActorTableModel::IdColumn), 0);
    m_driver->actors()->sortByColumn(ActorTableModel::KeyColumn, Qt::DescendingOrder);
    m_driver->window().workspace()->setSizes({420, 580});
    const QList<int> sizes = m_driver->window().workspace()->sizes();
    const QByteArray columns = header()->saveState();
    const QRect geometry = m_driver->window().geometry();

    start();
    QCOMPARE(m_driver->window().geometry(), geometry);
    QCOMPARE(m_driver->actors()->columnWidth(ActorTableModel::NameColumn), 217);
    QVERIFY(m_driver->actors()->isColumnHidden(ActorTableModel::StartedColumn));
    QCOMPARE(header()->visualIndex(ActorTableModel::IdColumn), 0);
    QCOMPARE(header()->sortIndicatorSection(), int(ActorTableModel::KeyColumn));
    QCOMPARE(header()->sortIndicatorOrder(), Qt::DescendingOrder);
    QCOMPARE(header()->saveState(), columns);
    QCOMPARE(m_driver->window().workspace()->sizes(), sizes);
    // Not the mark alone: the rows are sorted so.
    QCOMPARE(m_driver->actors()->model()->index(0, 0).data(FileNameRole).toString(),
             fileNameOf(19));
    QVERIFY(dock()->isVisible());
}

void WindowLayoutTest::aSecondFolderLooksLikeTheFirst()
{
    m_driver->actors()->setColumnWidth(ActorTableModel::NameColumn, 217);
    m_driver->actors()->sortByColumn(ActorTableModel::KeyColumn, Qt::DescendingOrder);
    QVERIFY(m_driver->open());
    QCOMPARE(m_driver->actors()->columnWidth(ActorTableModel::NameColumn), 217);
    QCOMPARE(m_driver->actors()->model()->index(0, 0).data(FileNameRole).toString(),
             fileNameOf(19));
}

void WindowLayoutTest::theWidthsOfTheAlarmsSurviveANewFolder()
{
    m_driver->alarms()->setColumnWidth(AlarmTableModel::ActorColumn, 217);
    QVERIFY(m_driver->open());
    QCOMPARE(m_driver->alarms()->columnWidth(AlarmTableModel::ActorColumn), 217);
    start();
    QCOMPARE(m_driver->alarms()->columnWidth(AlarmTableModel::ActorColumn), 217);
}

void WindowLayoutTest::theColumnsOfTheEventsAreKept()
{
    m_driver->named<QTableView>("Events")->setColumnWidth(EventTableModel::ActorColumn, 217);
    m_driver->named<QTableView>("Events")->hideColumn(EventTableModel::TookColumn);
    QVERIFY(m_driver->open());
    start();
    QCOMPARE(m_driver->named<QTableView>("Events")->columnWidth(EventTableModel::ActorColumn), 217);
    QVERIFY(m_driver->named<QTableView>("Events")->isColumnHidden(EventTableModel::TookColumn));
    m_driver->action("Restore layout")->trigger();
    QVERIFY(!m_driver->named<QTableView>("Events")->isColumnHidden(EventTableModel::TookColumn));
}

void WindowLayoutTest::theEventsDockComesAndGoes()
{
    const auto events = [this] { return m_driver->window().findChild<EventsDock *>(); };
    QVERIFY(!events()->isHidden());
    events()->toggleViewAction()->trigger();
    QVERIFY(events()->isHidden());
    QVERIFY(dock()->isVisible());
    start();
    QVERIFY(events()->isHidden());
    m_driver->action("Restore layout")->trigger();
    QVERIFY(!events()->isHidden());
    QVERIFY(dock()->isVisible());
}

void WindowLayoutTest::aHiddenDockStaysHidden()
{
    QVERIFY(dock()->isVisible());
    dock()->toggleViewAction()->trigger();
    QVERIFY(!dock()->isVisible());
    start();
    QVERIFY(!dock()->isVisible());
    dock()->toggleViewAction()->trigger();
    QVERIFY(dock()->isVisible());
    start();
    QVERIFY(dock()->isVisible());
}

void WindowLayoutTest::restoringTheLayoutBringsEverythingBack()
{
    const int width = m_driver->actors()->columnWidth(ActorTableModel::NameColumn);
    m_driver->actors()->setColumnWidth(ActorTableModel::NameColumn, width + 50);
    m_driver->actors()->hideColumn(ActorTableModel::KeyColumn);
    dock()->toggleViewAction()->trigger();
    m_driver->action("Restore layout")->trigger();
    QVERIFY(dock()->isVisible());
    QVERIFY(!m_driver->actors()->isColumnHidden(ActorTableModel::KeyColumn));
    QCOMPARE(m_driver->actors()->columnWidth(ActorTableModel::NameColumn), width);
}

void WindowLayoutTest::damagedSettingsDoNotHarm()
{
    m_driver->window().close();
    for (const char *key : {"layout/geometry", "layout/window", "layout/workspace",
                            "layout/actorColumns", "theme", "recentFolders"})
        m_driver->settings().setValue(QString::fromUtf8(key), QByteArray("\xff\0nonsense", 10));
    m_driver->settings().sync();
    m_driver.reset();
    start();
    QCOMPARE(m_driver->actors()->model()->rowCount(), 20);
    QVERIFY(m_driver->actors()->isVisible());
    QVERIFY(m_driver->actors()->columnWidth(ActorTableModel::NameColumn) > 0);
}

void WindowLayoutTest::theThemeChangesAtOnceAndIsKept()
{
    m_driver->action("Light")->trigger();
    const QColor light = QApplication::palette().color(QPalette::Base);
    QVERIFY(light.lightness() > 128);
    QCOMPARE(m_driver->actors()->palette().color(QPalette::Base), light);
    m_driver->action("Dark")->trigger();
    const QColor dark = QApplication::palette().color(QPalette::Base);
    QVERIFY(dark.lightness() < 128);
    QCOMPARE(m_driver->actors()->palette().color(QPalette::Base), dark);
    QCOMPARE(m_driver->window().styleSheet(), themeSheet());
    // On the application it would be gone through with each widget that is put into another.
    QCOMPARE(qApp->styleSheet(), QString());

    QVERIFY(m_driver->action("Dark")->isChecked());
    start();
    QCOMPARE(QApplication::palette().color(QPalette::Base), dark);
    QVERIFY(m_driver->action("Dark")->isChecked());
    m_driver->action("System")->trigger();
    start();
    QVERIFY(m_driver->action("System")->isChecked());
}

QTEST_MAIN(WindowLayoutTest)
#include "WindowLayoutTest.moc"
