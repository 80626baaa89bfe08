#include "ActorTableModel.h"
#include "Actors.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialog>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using namespace greenroom;

/// What a user can have done to actors, and what the window says of it.
class WindowCommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aCommandGoesToTheSelectedActor_data();
    void aCommandGoesToTheSelectedActor();
    void aCommandThatWouldDoNothingSaysWhy_data();
    void aCommandThatWouldDoNothingSaysWhy();
    void destroyingAsksAndNamesTheActor();
    void destroyingSeveralAsksForTheirNumber();
    void aLongListOfNamesIsCut();
    void eachOfSeveralActorsHasItsOwnOutcome();
    void oneFailureIsABanner();
    void aDestroyThatLeavesTheActorIsAFailure();
    void whatIsUnderWayIsSeen();
    void onlyTheActorsThatCanAreSentToSleep();
    void deleteInAnotherViewDestroysNothing();
    void anAlarmIsSetFromNow();
    void anAlarmIsSetByTheCalendar();
    void anAlarmInThePastIsRefused();
    void theAlarmsDockActsOnItsOwnSelection();
    void aCreatedActorIsChosen();
    void aKeyPartMayBeEmptyOrHoldSlashes();
    void inputThatIsNoJsonIsRefused();
    void aFailedCreationKeepsTheDialog();
    void theActorMenuIsForTheOpenFolder();
    void closingTheFolderWithADialogOpenIsClean();

private:
    void select(const QList<int> &numbers);
    [[nodiscard]] QAction *command(const char *text) { return m_driver->action(text); }

    template <class Dialog = QDialog>
    [[nodiscard]] Dialog *dialog()
    {
        for (auto *found : m_driver->window().findChildren<Dialog *>()) {
            if (found->isVisible())
                return found;
        }
        return nullptr;
    }
    template <class Widget>
    [[nodiscard]] static Widget *in(QWidget *parent, const char *accessibleName)
    {
        for (Widget *widget : parent->findChildren<Widget *>()) {
            if (widget->accessibleName() == QString::fromUtf8(accessibleName))
                return widget;
        }
        return nullptr;
    }
    [[nodiscard]] static QString textOf(QWidget *parent)
    {
        QStringList all;
        for (const QLabel *label : parent->findChildren<QLabel *>()) {
            if (label->isVisible())
                all << label->text();
        }
        return all.join(u'\n');
    }
    [[nodiscard]] QStringList commands() const
    {
        QStringList calls = m_source->calls();
        calls.removeIf([](const QString &call) {
            return !call.startsWith(QStringLiteral("wake")) &&
                   !call.startsWith(QStringLiteral("sleep")) &&
                   !call.startsWith(QStringLiteral("destroy")) &&
                   !call.startsWith(QStringLiteral("fire")) &&
                   !call.startsWith(QStringLiteral("cancel")) &&
                   !call.startsWith(QStringLiteral("alarm ")) &&
                   !call.startsWith(QStringLiteral("create"));
        });
        return calls;
    }

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

/// Actors 0 to 39; odd ones run, every fifth has an alarm.
void WindowCommandsTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    ActorBatch actors = manyActors(40);
    QList<AlarmEntry> alarms;
    for (int i = 0; i < actors.size(); ++i) {
        actors[i].live = liveOf(i % 2 == 0 ? Lifecycle::Dormant : Lifecycle::Awake);
        if (i % 5 != 0)
            continue;
        actors[i].alarmAt = Timestamp{TestNow + 60'000};
        AlarmEntry alarm;
        alarm.fileName = fileNameOf(i);
        alarm.timestamp = actors[i].alarmAt;
        alarms << alarm;
    }
    m_source->setActors(actors);
    m_source->setAlarms(alarms);
    m_source->startRunning({QStringLiteral("counter"), QStringLiteral("worker")});
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
}

void WindowCommandsTest::cleanup()
{
    m_source->commands.open();
    m_driver.reset();
}

void WindowCommandsTest::select(const QList<int> &numbers)
{
    QTableView *table = m_driver->actors();
    table->clearSelection();
    for (const int number : numbers) {
        const QModelIndex index = table->model()->index(::rowOf(*table, fileNameOf(number)), 0);
        table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::Select |
                                                            QItemSelectionModel::Rows);
    }
    QCoreApplication::processEvents();
}

void WindowCommandsTest::aCommandGoesToTheSelectedActor_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("actor");
    QTest::addColumn<QString>("call");
    QTest::newRow("wake") << QStringLiteral("Wake") << 2 << QStringLiteral("wake ");
    QTest::newRow("sleep") << QStringLiteral("Sleep") << 3 << QStringLiteral("sleep ");
    QTest::newRow("fire") << QStringLiteral("Fire alarm now") << 5 << QStringLiteral("fire ");
    QTest::newRow("cancel") << QStringLiteral("Cancel alarm") << 5 << QStringLiteral("cancel ");
}

void WindowCommandsTest::aCommandGoesToTheSelectedActor()
{
    QFETCH(QString, text);
    QFETCH(int, actor);
    QFETCH(QString, call);
    select({actor});
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    QAction *action = command(qPrintable(text));
    QVERIFY(action->isEnabled());
    action->trigger();
    QTRY_COMPARE(commands(), QStringList(call + fileNameOf(actor)));
    QTRY_VERIFY(!refreshed.isEmpty()); // the truth is read again
    QVERIFY(!dialog());
}

void WindowCommandsTest::aCommandThatWouldDoNothingSaysWhy_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("actor");
    QTest::addColumn<QString>("reason");
    QTest::newRow("wake a running one")
        << QStringLiteral("Wake") << 3 << QStringLiteral("it runs already");
    QTest::newRow("put a sleeping one to sleep")
        << QStringLiteral("Sleep") << 2 << QStringLiteral("it does not run");
    QTest::newRow("fire nothing") << QStringLiteral("Fire alarm now") << 2
                                  << QStringLiteral("it has no alarm");
    QTest::newRow("cancel nothing")
        << QStringLiteral("Cancel alarm") << 2 << QStringLiteral("it has no alarm");
}

void WindowCommandsTest::aCommandThatWouldDoNothingSaysWhy()
{
    QFETCH(QString, text);
    QFETCH(int, actor);
    QFETCH(QString, reason);
    select({actor});
    QAction *action = command(qPrintable(text));
    QVERIFY(!action->isEnabled());
    QVERIFY2(action->toolTip().contains(reason), qPrintable(action->toolTip()));
}

void WindowCommandsTest::destroyingAsksAndNamesTheActor()
{
    select({3});
    m_driver->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_driver->window()));
    m_driver->actors()->setFocus();
    QTest::keyClick(m_driver->actors(), Qt::Key_Delete);
    QTRY_VERIFY(dialog());
    QVERIFY(textOf(dialog()).contains(QStringLiteral("worker/3")));
    QVERIFY(WindowDriver::button("Cancel")->isDefault());
    QTest::mouseClick(WindowDriver::button("Cancel"), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    QCOMPARE(commands(), QStringList());

    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    QTest::mouseClick(WindowDriver::button("Destroy"), Qt::LeftButton);
    QTRY_COMPARE(commands(), QStringList(QStringLiteral("destroy ") + fileNameOf(3)));
    QTRY_COMPARE(m_driver->actors()->model()->rowCount(), 39);
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Destroyed worker/3")));
}

void WindowCommandsTest::destroyingSeveralAsksForTheirNumber()
{
    select({3, 4, 5});
    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    for (const char *name : {"worker/3", "worker/4", "worker/5"})
        QVERIFY(textOf(dialog()).contains(QString::fromUtf8(name)));
    QPushButton *destroy = WindowDriver::button("Destroy");
    auto *typed = in<QLineEdit>(dialog(), "The number of actors, to confirm");
    QVERIFY(!destroy->isEnabled());
    typed->setText(QStringLiteral("4"));
    QVERIFY(!destroy->isEnabled());
    typed->setText(QStringLiteral("3"));
    QVERIFY(destroy->isEnabled());
    // What is destroyed is what was asked about, whatever is selected by now.
    select({7});
    QTest::mouseClick(destroy, Qt::LeftButton);
    QTRY_COMPARE(commands(), QStringList({QStringLiteral("destroy ") + fileNameOf(3),
                                          QStringLiteral("destroy ") + fileNameOf(4),
                                          QStringLiteral("destroy ") + fileNameOf(5)}));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Destroyed 3 actors")));
    QCOMPARE(m_driver->current(), fileNameOf(7));
}

void WindowCommandsTest::aLongListOfNamesIsCut()
{
    m_driver->actors()->selectAll();
    QCoreApplication::processEvents();
    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    QVERIFY(textOf(dialog()).contains(QStringLiteral("and 30 more")));
    dialog()->reject();
}

void WindowCommandsTest::eachOfSeveralActorsHasItsOwnOutcome()
{
    m_source->failCommands(fileNameOf(4),
                           Error{ErrorCode::TimedOut, QStringLiteral("onStop did not end")});
    select({3, 4, 5});
    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    in<QLineEdit>(dialog(), "The number of actors, to confirm")->setText(QStringLiteral("3"));
    QTest::mouseClick(WindowDriver::button("Destroy"), Qt::LeftButton);
    QTableWidget *outcomes = nullptr;
    QTRY_VERIFY((outcomes = m_driver->window().findChild<QTableWidget *>()));
    QCOMPARE(outcomes->rowCount(), 3);
    QStringList lines;
    for (int row = 0; row < 3; ++row)
        lines << outcomes->item(row, 0)->text() + u' ' + outcomes->item(row, 1)->text();
    QCOMPARE(lines,
             QStringList({QStringLiteral("worker/4 onStop did not end"),
                          QStringLiteral("worker/3 Done"), QStringLiteral("worker/5 Done")}));
    QTRY_COMPARE(m_driver->actors()->model()->rowCount(), 38);
    dialog()->reject();
}

void WindowCommandsTest::oneFailureIsABanner()
{
    m_source->failCommands(fileNameOf(2), Error{ErrorCode::DefinitionNotFound,
                                                QStringLiteral("nothing is called worker")});
    select({2});
    command("Wake")->trigger();
    const QString text = QStringLiteral("Not woken: worker/2: nothing is called worker");
    QTRY_VERIFY(m_driver->visibleTexts().contains(text));
    for (QToolButton *button : m_driver->window().findChildren<QToolButton *>()) {
        if (button->isVisible() && button->text() == QStringLiteral("Hide this message"))
            button->click();
    }
    QVERIFY(!m_driver->visibleTexts().contains(text));
}

void WindowCommandsTest::aDestroyThatLeavesTheActorIsAFailure()
{
    m_source->destroyNothing();
    select({3});
    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    QTest::mouseClick(WindowDriver::button("Destroy"), Qt::LeftButton);
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("still there")).isEmpty());
    QVERIFY(!m_driver->visibleTexts().contains(QStringLiteral("Destroyed worker/3")));
}

void WindowCommandsTest::whatIsUnderWayIsSeen()
{
    m_source->commands.close();
    select({3, 7});
    command("Sleep")->trigger();
    QTRY_COMPARE(m_source->commands.waiting(), 1);
    QVERIFY(
        m_driver->visibleTexts().contains(QStringLiteral("Putting 2 actors to sleep: 0 done…")));
    // The window goes on meanwhile.
    QVERIFY(m_driver->refresh());
    QVERIFY(m_driver->choose(fileNameOf(20)));
    m_source->commands.open();
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Put 2 actors to sleep")));
}

void WindowCommandsTest::onlyTheActorsThatCanAreSentToSleep()
{
    select({2, 3, 4, 5});
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("4 selected:")));
    command("Sleep")->trigger();
    QTRY_COMPARE(commands(), QStringList({QStringLiteral("sleep ") + fileNameOf(3),
                                          QStringLiteral("sleep ") + fileNameOf(5)}));
}

void WindowCommandsTest::deleteInAnotherViewDestroysNothing()
{
    select({3});
    m_driver->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_driver->window()));
    for (QWidget *view :
         {static_cast<QWidget *>(m_driver->alarms()), static_cast<QWidget *>(m_driver->filter())}) {
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Delete);
        QCoreApplication::processEvents();
        QVERIFY(!dialog());
    }
}

void WindowCommandsTest::anAlarmIsSetFromNow()
{
    select({2});
    command("Set alarm…")->trigger();
    QTRY_VERIFY(dialog());
    QVERIFY(textOf(dialog()).contains(QStringLiteral("worker/2")));
    dialog()->findChild<QSpinBox *>()->setValue(3);
    in<QComboBox>(dialog(), "Unit")->setCurrentIndex(2);
    QVERIFY(textOf(dialog()).contains(QStringLiteral("in 3 h 00 min")));
    m_driver->clock().advance(1000); // from the moment it is set
    QTest::mouseClick(WindowDriver::button("Set alarm"), Qt::LeftButton);
    QTRY_COMPARE(
        commands(),
        QStringList(
            QStringLiteral("alarm %1 %2").arg(fileNameOf(2)).arg(TestNow + 1000 + 3 * 3'600'000)));
    QTRY_VERIFY(!dialog());
}

void WindowCommandsTest::anAlarmIsSetByTheCalendar()
{
    select({2});
    command("Set alarm…")->trigger();
    QTRY_VERIFY(dialog());
    const QDateTime date = QDateTime::fromMSecsSinceEpoch(qint64(TestNow) + 86'400'000);
    dialog()->findChild<QDateTimeEdit *>()->setDateTime(date);
    QTest::mouseClick(WindowDriver::button("Set alarm"), Qt::LeftButton);
    QTRY_COMPARE(
        commands(),
        QStringList(
            QStringLiteral("alarm %1 %2").arg(fileNameOf(2)).arg(date.toMSecsSinceEpoch())));
}

void WindowCommandsTest::anAlarmInThePastIsRefused()
{
    select({2});
    command("Set alarm…")->trigger();
    QTRY_VERIFY(dialog());
    dialog()->findChild<QDateTimeEdit *>()->setDateTime(
        QDateTime::fromMSecsSinceEpoch(qint64(TestNow) - 60'000));
    QVERIFY(!WindowDriver::button("Set alarm")->isEnabled());
    QVERIFY(textOf(dialog()).contains(QStringLiteral("past")));
    dialog()->findChild<QSpinBox *>()->setValue(1);
    QVERIFY(WindowDriver::button("Set alarm")->isEnabled());
    dialog()->reject();
    QCOMPARE(commands(), QStringList());
}

void WindowCommandsTest::theAlarmsDockActsOnItsOwnSelection()
{
    select({2});
    QTableView *alarms = m_driver->alarms();
    alarms->selectRow(::rowOf(*alarms, fileNameOf(10)));
    QAction *cancel = nullptr;
    for (QAction *action : alarms->actions()) {
        if (action->text().remove(u'&') == QStringLiteral("Cancel alarm"))
            cancel = action;
    }
    QVERIFY(cancel);
    QVERIFY(cancel->isEnabled());
    cancel->trigger();
    QTRY_COMPARE(commands(), QStringList(QStringLiteral("cancel ") + fileNameOf(10)));
}

void WindowCommandsTest::aCreatedActorIsChosen()
{
    command("Create actor…")->trigger();
    QTRY_VERIFY(dialog());
    auto *name = in<QComboBox>(dialog(), "Name of the new actor");
    QCOMPARE(name->count(), 2);
    name->setCurrentText(QStringLiteral("counter"));
    QTest::mouseClick(WindowDriver::button("Add a key part"), Qt::LeftButton);
    in<QLineEdit>(dialog(), "Key part 1")->setText(QStringLiteral("new one"));
    in<QPlainTextEdit>(dialog(), "Input of the new actor, as JSON")
        ->setPlainText(QStringLiteral("{\"start\": 5}"));
    QTest::mouseClick(WindowDriver::button("Create"), Qt::LeftButton);
    QTRY_COMPARE(m_source->created().size(), 1);
    const NewActor made = m_source->created().first();
    QCOMPARE(made.name, QStringLiteral("counter"));
    QCOMPARE(made.key, QStringList(QStringLiteral("new one")));
    QCOMPARE(made.input->toHex(), QByteArray("b9000165737461727405"));
    QTRY_COMPARE(m_driver->current(), ActorId::of(made.name, made.key).text());
    QTRY_VERIFY(!dialog());
}

void WindowCommandsTest::aKeyPartMayBeEmptyOrHoldSlashes()
{
    command("Create actor…")->trigger();
    QTRY_VERIFY(dialog());
    for (int part = 0; part < 3; ++part)
        QTest::mouseClick(WindowDriver::button("Add a key part"), Qt::LeftButton);
    in<QLineEdit>(dialog(), "Key part 1")->setText(QStringLiteral("a/b"));
    in<QLineEdit>(dialog(), "Key part 3")->setText(QStringLiteral("gone"));
    for (QToolButton *remove : dialog()->findChildren<QToolButton *>()) {
        if (remove->text() == QStringLiteral("Remove this part") &&
            remove->parentWidget()->findChild<QLineEdit *>()->text() == QStringLiteral("gone"))
            remove->click();
    }
    QTest::mouseClick(WindowDriver::button("Create"), Qt::LeftButton);
    QTRY_COMPARE(m_source->created().size(), 1);
    QCOMPARE(m_source->created().first().key, QStringList({QStringLiteral("a/b"), QString()}));
    QVERIFY(!m_source->created().first().input);
}

void WindowCommandsTest::inputThatIsNoJsonIsRefused()
{
    command("Create actor…")->trigger();
    QTRY_VERIFY(dialog());
    auto *input = in<QPlainTextEdit>(dialog(), "Input of the new actor, as JSON");
    input->setPlainText(QStringLiteral("{\n\"start\": tru}"));
    QVERIFY(!WindowDriver::button("Create")->isEnabled());
    QVERIFY(textOf(dialog()).contains(QStringLiteral("line 2, column ")));
    input->setPlainText({});
    QVERIFY(WindowDriver::button("Create")->isEnabled());
    in<QComboBox>(dialog(), "Name of the new actor")->setCurrentText(QString());
    QVERIFY(!WindowDriver::button("Create")->isEnabled());
    dialog()->reject();
}

void WindowCommandsTest::aFailedCreationKeepsTheDialog()
{
    const ActorId id = ActorId::of(QStringLiteral("counter"), {});
    m_source->failCommands(id.text(),
                           Error{ErrorCode::DuplicateKey, QStringLiteral("it exists already")});
    command("Create actor…")->trigger();
    QTRY_VERIFY(dialog());
    QTest::mouseClick(WindowDriver::button("Create"), Qt::LeftButton);
    QTRY_VERIFY(textOf(dialog()).contains(QStringLiteral("it exists already")));
    m_source->failCommands(id.text(), std::nullopt);
    QTest::mouseClick(WindowDriver::button("Create"), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    QTRY_COMPARE(m_driver->current(), id.text());
}

void WindowCommandsTest::theActorMenuIsForTheOpenFolder()
{
    const auto entries = [this] {
        QStringList texts;
        for (const QMenu *menu : m_driver->window().findChildren<QMenu *>()) {
            if (menu->title() != QStringLiteral("&Actor"))
                continue;
            for (const QAction *action : menu->actions()) {
                if (!action->isSeparator())
                    texts << action->text().remove(u'&');
            }
        }
        return texts;
    };
    const QStringList all{QStringLiteral("Create actor…"),  QStringLiteral("Import actor…"),
                          QStringLiteral("Wake"),           QStringLiteral("Sleep"),
                          QStringLiteral("Fire alarm now"), QStringLiteral("Set alarm…"),
                          QStringLiteral("Cancel alarm"),   QStringLiteral("Export…"),
                          QStringLiteral("Destroy…")};
    QCOMPARE(entries(), all);
    QVERIFY(m_driver->open());
    QCOMPARE(entries(), all);
    m_driver->action("Close folder")->trigger();
    QTRY_COMPARE(entries(), QStringList(QStringLiteral("No folder is open")));
}

void WindowCommandsTest::closingTheFolderWithADialogOpenIsClean()
{
    select({3});
    command("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    m_driver.reset();
    QCOMPARE(commands(), QStringList());
}

QTEST_MAIN(WindowCommandsTest)
#include "WindowCommandsTest.moc"
