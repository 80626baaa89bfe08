#include "ActorTableModel.h"
#include "Actors.h"
#include "AlarmRecord.h"
#include "AlarmTableModel.h"
#include "AlarmsDock.h"
#include "Colors.h"
#include "ModelText.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

using namespace greenroom;

class WindowAlarmsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_driver.reset(); }

    void theDockListsTheSoonestFirst();
    void activatingAnAlarmChoosesItsActor();
    void aFilterThatHidesTheActorIsCleared();
    void activatingAnOrphanChoosesNothing();
    void theAlarmTabCountsDown();
    void aRefreshKeepsTheChosenAlarm();
    void withoutAlarmsTheDockSaysSo();

private:
    void activate(const QString &fileName);

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

AlarmEntry alarmOf(const QString &fileName, quint64 ms)
{
    AlarmEntry alarm;
    alarm.fileName = fileName;
    alarm.timestamp = Timestamp{ms};
    return alarm;
}

} // namespace

void WindowAlarmsTest::init()
{
    AlarmEntry orphan = alarmOf(QStringLiteral("orphan"), ~0ull);
    orphan.orphan = true;
    AlarmEntry damaged = alarmOf(fileNameOf(9), 0);
    damaged.timestamp.reset();
    damaged.error = Error{ErrorCode::Truncated, QStringLiteral("ends early")};
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(500));
    m_source->setAlarms({damaged, alarmOf(fileNameOf(400), TestNow + 60'000), orphan,
                         alarmOf(fileNameOf(3), TestNow - 35'000)});
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
}

/// As Return or a double click does.
void WindowAlarmsTest::activate(const QString &fileName)
{
    QTableView *table = m_driver->alarms();
    const int row = rowOf(*table, fileName);
    QVERIFY(row >= 0);
    table->setCurrentIndex(table->model()->index(row, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
}

void WindowAlarmsTest::theDockListsTheSoonestFirst()
{
    QVERIFY(m_driver->alarms()->isVisible());
    const QAbstractItemModel &shown = *m_driver->alarms()->model();
    QCOMPARE(columnOf(shown, AlarmTableModel::DueColumn),
             QStringList({QStringLiteral("overdue by 35 s"), QStringLiteral("in 1 min 00 s"),
                          QStringLiteral("in 584942360 y 147 d"), QStringLiteral("Unknown")}));
    QCOMPARE(columnOf(shown, AlarmTableModel::ActorColumn),
             QStringList({QStringLiteral("worker/3"), QStringLiteral("worker/400"), QString(),
                          QStringLiteral("worker/9")}));
    QCOMPARE(m_driver->window().findChild<AlarmsDock *>()->windowTitle(),
             QStringLiteral("Pending alarms (4)"));
}

void WindowAlarmsTest::activatingAnAlarmChoosesItsActor()
{
    activate(fileNameOf(400));
    QCOMPARE(m_driver->current(), fileNameOf(400));
    const QTableView *table = m_driver->actors();
    QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("worker/400")));
    activate(fileNameOf(9));
    QCOMPARE(m_driver->current(), fileNameOf(9));
}

void WindowAlarmsTest::aFilterThatHidesTheActorIsCleared()
{
    m_driver->filter()->setText(fileNameOf(3));
    QVERIFY(rowOf(*m_driver->actors(), fileNameOf(400)) < 0);
    activate(fileNameOf(3)); // not hidden: the filter stays
    QCOMPARE(m_driver->filter()->text(), fileNameOf(3));
    activate(fileNameOf(400));
    QCOMPARE(m_driver->filter()->text(), QString());
    QCOMPARE(m_driver->current(), fileNameOf(400));
}

void WindowAlarmsTest::activatingAnOrphanChoosesNothing()
{
    QVERIFY(m_driver->choose(fileNameOf(7)));
    activate(QStringLiteral("orphan"));
    QCOMPARE(m_driver->current(), fileNameOf(7));
}

void WindowAlarmsTest::theAlarmTabCountsDown()
{
    const StorageFolder folder; // the tab shows what a real alarm file says
    folder.makeParts();
    ActorRecord record;
    record.actorId = fileNameOf(1);
    record.name = QStringLiteral("timer");
    folder.write("state/" + fileNameOf(1).toLatin1(), *encodeActorRecord(record));
    AlarmRecord alarm;
    alarm.actorId = fileNameOf(1);
    alarm.timestamp = {TestNow + 61'000};
    folder.write("alarms/" + fileNameOf(1).toLatin1(), *encodeAlarmRecord(alarm));
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
    QVERIFY(m_driver->open(folder.path()));
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->showTab(DetailsTab::Alarm);

    QLabel *left = m_driver->named<QLabel>("Time to the alarm");
    const QColor red = toneColor(Tone::Danger, left->palette());
    QTRY_COMPARE(left->text(), QStringLiteral("in 1 min 01 s"));
    m_driver->clock().advance(2000);
    m_driver->window().workspace()->tick();
    QCOMPARE(left->text(), QStringLiteral("in 59 s"));
    QVERIFY(left->palette().color(QPalette::WindowText) != red);
    m_driver->clock().advance(120'000);
    m_driver->window().workspace()->tick();
    QCOMPARE(left->text(), QStringLiteral("overdue by 1 min 01 s"));
    QCOMPARE(left->palette().color(QPalette::WindowText), red);
}

void WindowAlarmsTest::aRefreshKeepsTheChosenAlarm()
{
    QTableView *table = m_driver->alarms();
    table->selectRow(rowOf(*table, fileNameOf(400)));
    table->setColumnWidth(AlarmTableModel::ActorColumn, 222);
    m_source->setAlarms({alarmOf(fileNameOf(1), TestNow), alarmOf(fileNameOf(2), TestNow - 1),
                         alarmOf(fileNameOf(400), TestNow + 9'000'000)});
    QVERIFY(m_driver->refresh());
    QCOMPARE(table->currentIndex().data(FileNameRole).toString(), fileNameOf(400));
    QCOMPARE(table->currentIndex().row(), 2);
    QCOMPARE(table->columnWidth(AlarmTableModel::ActorColumn), 222);
}

void WindowAlarmsTest::withoutAlarmsTheDockSaysSo()
{
    m_source->setAlarms({});
    QVERIFY(m_driver->refresh());
    QVERIFY(!m_driver->alarms()->isVisible());
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("No alarm is pending")));
    QCOMPARE(m_driver->window().findChild<AlarmsDock *>()->windowTitle(),
             QStringLiteral("Pending alarms"));
}

QTEST_MAIN(WindowAlarmsTest)
#include "WindowAlarmsTest.moc"
