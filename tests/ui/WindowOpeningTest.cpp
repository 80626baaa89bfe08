#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "Actors.h"
#include "FolderSession.h"
#include "WelcomePage.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QApplication>
#include <QCommandLinkButton>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <thread>

using namespace greenroom;

/// Closes every message box as soon as it is shown, and keeps what it said.
class BoxCloser : public QObject
{
public:
    BoxCloser() { qApp->installEventFilter(this); }

    [[nodiscard]] const QStringList &texts() const { return m_texts; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *box = qobject_cast<QMessageBox *>(watched);
        if (box && event->type() == QEvent::Show) {
            m_texts << box->text();
            QMetaObject::invokeMethod(box, &QMessageBox::reject, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QStringList m_texts;
};

/// Keeps the classes of the windows that are shown, if only for a moment.
class WindowWatch : public QObject
{
public:
    WindowWatch() { qApp->installEventFilter(this); }

    [[nodiscard]] const QStringList &shown() const { return m_shown; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const auto *widget = qobject_cast<QWidget *>(watched);
        if (widget && widget->isWindow() && event->type() == QEvent::Show)
            m_shown << QString::fromLatin1(widget->metaObject()->className());
        return QObject::eventFilter(watched, event);
    }

private:
    QStringList m_shown;
};

class WindowOpeningTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aFolderThatCannotBeOpenedIsAProblemOnTheWelcomePage();
    void aFolderThatCannotBeOpenedKeepsTheOldOne();
    void droppingAFolderOpensIt();
    void droppingATextDoesNothing();
    void openingAFolderShowsNoOtherWindow();
    void anotherFolderTakesThePlaceOfTheFirst();
    void theLastOfTwoOpeningsWins();
    void aClosedFolderGoesBackToTheWelcomePage();
    void openedFoldersAreOfferedAgain();
    void commandsSayWhyTheyAreDisabled();
    void closingTheWindowWhileReadingIsClean();
    void closingTheFolderWhileReadingIsClean();
    void closingTheWindowWhileOpeningIsClean();
    void leavingAFolderLeavesItAsItIs();

private:
    [[nodiscard]] QString settingsFile() const
    {
        return m_settings->path(QStringLiteral("settings.ini"));
    }
    void drop(const QMimeData &data);

    std::unique_ptr<StorageFolder> m_settings;
    std::unique_ptr<StorageFolder> m_folder;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowOpeningTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_folder = std::make_unique<StorageFolder>(Fixture(QStringLiteral("v2.2.1-basic")).path());
    m_driver = std::make_unique<WindowDriver>(settingsFile());
}

void WindowOpeningTest::cleanup()
{
    m_driver.reset();
    m_folder.reset();
}

void WindowOpeningTest::drop(const QMimeData &data)
{
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_driver->window(), &enter);
    QCOMPARE(enter.isAccepted(), data.hasUrls());
    QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_driver->window(), &event);
}

void WindowOpeningTest::aFolderThatCannotBeOpenedIsAProblemOnTheWelcomePage()
{
    const BoxCloser boxes;
    QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    const QString missing = m_settings->path(QStringLiteral("nothing here"));
    m_driver->window().openFolder(missing);
    QVERIFY(ended.wait());
    QVERIFY(!m_driver->window().workspace());
    QVERIFY(m_driver->window().findChild<WelcomePage *>()->isVisible());
    QCOMPARE(m_driver->visibleTexts().filter(missing).size(), 1);
    QCOMPARE(boxes.texts(), QStringList());

    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->window().workspace());
    m_driver->action("Close folder")->trigger();
    QCOMPARE(m_driver->visibleTexts().filter(missing).size(), 0);
}

void WindowOpeningTest::aFolderThatCannotBeOpenedKeepsTheOldOne()
{
    QVERIFY(m_driver->open(m_folder->path()));
    const QString chosen = QStringLiteral("fba8133d7cf809b4");
    QVERIFY(m_driver->choose(chosen));
    const BoxCloser boxes;
    QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    const QString missing = m_settings->path(QStringLiteral("nothing here"));
    m_driver->window().openFolder(missing);
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(boxes.texts().size(), 1);
    QVERIFY(boxes.texts().first().contains(missing));
    QCOMPARE(m_driver->window().workspace()->session().location(), m_folder->path());
    QCOMPARE(m_driver->current(), chosen);
    QVERIFY(m_driver->refresh());
    QCOMPARE(m_driver->actors()->model()->rowCount(), 12);
}

void WindowOpeningTest::droppingAFolderOpensIt()
{
    QMimeData data;
    data.setUrls(
        {QUrl(QStringLiteral("https://example.org/")), QUrl::fromLocalFile(m_folder->path())});
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    drop(data);
    QVERIFY(refreshed.wait());
    QCOMPARE(m_driver->window().workspace()->session().location(), m_folder->path());
    QCOMPARE(m_driver->actors()->model()->rowCount(), 12);
}

void WindowOpeningTest::droppingATextDoesNothing()
{
    QMimeData data;
    data.setText(m_folder->path());
    const QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    drop(data);
    QVERIFY(m_driver->open(m_folder->path())); // would come after it
    QCOMPARE(ended.size(), 1);
}

/// A page that is shown before it has its place would be a window of its own.
void WindowOpeningTest::openingAFolderShowsNoOtherWindow()
{
    const WindowWatch watch;
    QVERIFY(m_driver->open(m_folder->path()));
    QCOMPARE(watch.shown().join(u' '), QString());
}

void WindowOpeningTest::anotherFolderTakesThePlaceOfTheFirst()
{
    const StorageFolder other(Fixture(QStringLiteral("v2.2.1-rich")).path());
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->choose(QStringLiteral("fba8133d7cf809b4")));
    QVERIFY(m_driver->open(other.path()));
    QCOMPARE(m_driver->actors()->model()->rowCount(), 41);
    QCOMPARE(m_driver->current(), QString());
    QVERIFY(m_driver->visibleTexts().contains(other.path()));
    QVERIFY(m_driver->window().windowTitle().contains(QFileInfo(other.path()).fileName()));
}

void WindowOpeningTest::theLastOfTwoOpeningsWins()
{
    const StorageFolder other(Fixture(QStringLiteral("v2.2.1-rich")).path());
    QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    m_driver->window().openFolder(m_folder->path());
    m_driver->window().openFolder(other.path());
    QVERIFY(ended.wait());
    QCOMPARE(m_driver->window().workspace()->session().location(), other.path());
    QVERIFY(m_driver->refresh());
    QCOMPARE(ended.size(), 1);
}

void WindowOpeningTest::aClosedFolderGoesBackToTheWelcomePage()
{
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->action("Refresh")->isEnabled());
    m_driver->action("Close folder")->trigger();
    QVERIFY(!m_driver->window().workspace());
    QVERIFY(m_driver->window().findChild<WelcomePage *>()->isVisible());
    QVERIFY(!m_driver->action("Refresh")->isEnabled());
    QCOMPARE(m_driver->window().windowTitle(), QStringLiteral("Greenroom"));
    QCOMPARE(m_driver->alarms()->model()->rowCount(), 0);
}

void WindowOpeningTest::openedFoldersAreOfferedAgain()
{
    QVERIFY(m_driver->open(m_folder->path()));
    m_driver->window().close();
    m_driver = std::make_unique<WindowDriver>(settingsFile());
    const auto buttons = m_driver->window().findChildren<QCommandLinkButton *>();
    QCOMPARE(buttons.size(), 1);
    QCOMPARE(buttons.first()->description(), m_folder->path());
    QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    QTest::mouseClick(buttons.first(), Qt::LeftButton);
    QVERIFY(refreshed.wait());
    QCOMPARE(m_driver->window().workspace()->session().location(), m_folder->path());
}

void WindowOpeningTest::commandsSayWhyTheyAreDisabled()
{
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->choose(QStringLiteral("fba8133d7cf809b4")));
    int commands = 0;
    for (const QToolButton *button : m_driver->window().findChildren<QToolButton *>()) {
        const QString text = button->text();
        if (text != QStringLiteral("Wake") && text != QStringLiteral("Sleep") &&
            text != QStringLiteral("Destroy…"))
            continue;
        ++commands;
        QVERIFY(button->isVisible());
        QVERIFY(!button->isEnabled());
        const QString start = QStringLiteral("%1 is not possible: ").arg(text).remove(u'…');
        QVERIFY(button->toolTip().startsWith(start));
        QVERIFY(button->toolTip().size() > start.size());
    }
    QCOMPARE(commands, 3);
}

void WindowOpeningTest::closingTheWindowWhileReadingIsClean()
{
    const auto source = std::make_shared<FakeSource>();
    source->setActors(manyActors(1000));
    m_driver = std::make_unique<WindowDriver>(settingsFile(), source);
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(fileNameOf(1)));
    for (Gate *gate : {&source->listing, &source->details})
        gate->close();
    QVERIFY(m_driver->choose(fileNameOf(2)));
    m_driver->window().workspace()->session().refresh();
    QTRY_COMPARE(source->listing.waiting(), 1);
    QTRY_COMPARE(source->details.waiting(), 1);
    m_driver->window().close();
    std::thread later([&] {
        source->listing.open();
        source->details.open();
    });
    m_driver.reset();
    later.join();
    QCoreApplication::processEvents();
    QCOMPARE(source->calls().count(QStringLiteral("list")), 2);
}

void WindowOpeningTest::closingTheFolderWhileReadingIsClean()
{
    const auto source = std::make_shared<FakeSource>();
    source->setActors(manyActors(1000));
    source->listing.close();
    m_driver = std::make_unique<WindowDriver>(settingsFile(), source);
    m_driver->window().openFolder(QStringLiteral("/fake"));
    QTRY_COMPARE(source->listing.waiting(), 1);
    const QSignalSpy refreshed(&m_driver->window(), &MainWindow::refreshed);
    std::thread later([&] { source->listing.open(); });
    m_driver->action("Close folder")->trigger();
    later.join();
    QVERIFY(!m_driver->window().workspace());
    QCoreApplication::processEvents();
    QCOMPARE(refreshed.size(), 0);
    QVERIFY(m_driver->open());
    QCOMPARE(m_driver->actors()->model()->rowCount(), 1000);
}

void WindowOpeningTest::closingTheWindowWhileOpeningIsClean()
{
    Gate gate;
    gate.close();
    QSettings settings(settingsFile(), QSettings::IniFormat);
    auto window = std::make_unique<MainWindow>(
        SourceOpeners{.look = [&](const QString &) -> Result<std::shared_ptr<ActorSource>> {
                          gate.pass();
                          return std::make_shared<FakeSource>();
                      },
                      .run = nullptr},
        std::make_shared<FakeClock>(TestNow), settings);
    window->show();
    window->openFolder(QStringLiteral("/fake"));
    QTRY_COMPARE(gate.waiting(), 1);
    window->close();
    std::thread later([&] { gate.open(); });
    window.reset();
    later.join();
    QCoreApplication::processEvents();
    QCOMPARE(gate.waiting(), 0);
}

void WindowOpeningTest::leavingAFolderLeavesItAsItIs()
{
    m_driver.reset();
    const auto before = FolderSnapshot::of(m_folder->path());
    m_driver = std::make_unique<WindowDriver>(settingsFile());
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->choose(QStringLiteral("fba8133d7cf809b4")));
    m_driver->showTab(DetailsTab::Kv);
    QTRY_VERIFY(m_driver->keyValues()->model()->rowCount() > 0);
    for (int times = 0; times < 3; ++times)
        QVERIFY(m_driver->refresh());
    m_driver->action("Close folder")->trigger();
    QVERIFY(m_driver->open(m_folder->path()));
    m_driver->window().close();
    m_driver.reset();
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

QTEST_MAIN(WindowOpeningTest)
#include "WindowOpeningTest.moc"
