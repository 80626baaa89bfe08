#include "WindowDoor.h"
#include "Fixture.h"
#include "StorageFolder.h"

#include "FolderSession.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QDialog>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

using Answer = HandOver::Answer;

class WindowDoorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aFolderIsOpenedWhereNoneIs();
    void aMinimizedWindowComesBack();
    void anotherFolderReplacesOneThatIsLookedAt();
    void pendingEditsAreNotDisturbed();
    void aQuestionIsNotDisturbed();
    void aFolderThatIsBeingOpenedIsTheSame();
    void anActivationTokenIsUsed();

private:
    [[nodiscard]] Answer ask(const QString &folder)
    {
        HandOver request;
        request.folder = folder;
        return take(request, m_driver->window());
    }
    [[nodiscard]] QString shown() const
    {
        Workspace *workspace = m_driver->window().workspace();
        return workspace ? workspace->session().location() : QString();
    }

    std::unique_ptr<StorageFolder> m_settings;
    std::unique_ptr<StorageFolder> m_folder;
    std::unique_ptr<StorageFolder> m_other;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowDoorTest::init()
{
    const QString model = Fixture(QStringLiteral("v2.2.1-basic")).path();
    m_settings = std::make_unique<StorageFolder>();
    m_folder = std::make_unique<StorageFolder>(model);
    m_other = std::make_unique<StorageFolder>(model);
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
}

void WindowDoorTest::cleanup()
{
    m_driver.reset();
}

void WindowDoorTest::aFolderIsOpenedWhereNoneIs()
{
    QCOMPARE(ask({}), Answer::Taken);
    QCOMPARE(shown(), QString());
    QCOMPARE(ask(m_folder->path()), Answer::Taken);
    QTRY_COMPARE(shown(), m_folder->path());
}

void WindowDoorTest::aMinimizedWindowComesBack()
{
    m_driver->window().showMinimized();
    QCOMPARE(ask({}), Answer::Taken);
    QVERIFY(!m_driver->window().isMinimized());
    QVERIFY(m_driver->window().isVisible());
    QTRY_VERIFY(m_driver->window().isActiveWindow());
}

void WindowDoorTest::anotherFolderReplacesOneThatIsLookedAt()
{
    QVERIFY(m_driver->open(m_folder->path()));
    QCOMPARE(ask(m_other->path()), Answer::Taken);
    QTRY_COMPARE(shown(), m_other->path());
}

void WindowDoorTest::pendingEditsAreNotDisturbed()
{
    QVERIFY(m_driver->open(m_folder->path()));
    FolderSession &session = m_driver->window().workspace()->session();
    const auto id = ActorId::fromText(session.actors().row(0).fileName);
    QVERIFY(id);
    QVERIFY(session.drafts().stage(
        *id, {.key = QByteArray("\x04new"), .before = std::nullopt, .after = QByteArray("value")}));
    QCOMPARE(ask(m_other->path()), Answer::Busy);
    QCOMPARE(ask(m_folder->path()), Answer::Taken); // raised
    QCOMPARE(ask({}), Answer::Taken);
    QCoreApplication::processEvents();
    QCOMPARE(shown(), m_folder->path());
    QCOMPARE(session.drafts().pending(), 1);
    session.drafts().discardAll();
    QCOMPARE(ask(m_other->path()), Answer::Taken);
    QTRY_COMPARE(shown(), m_other->path());
}

void WindowDoorTest::aQuestionIsNotDisturbed()
{
    QVERIFY(m_driver->open(m_folder->path()));
    QDialog question(&m_driver->window());
    question.open();
    QVERIFY(QTest::qWaitForWindowExposed(&question));
    QCOMPARE(ask(m_other->path()), Answer::Busy);
    HandOver chooser;
    chooser.chooser = StartOptions::Chooser::Open;
    QCOMPARE(take(chooser, m_driver->window()), Answer::Busy);
    QCOMPARE(ask(m_folder->path()), Answer::Taken);
    question.close();
    QCOMPARE(ask(m_other->path()), Answer::Taken);
    QTRY_COMPARE(shown(), m_other->path());
}

void WindowDoorTest::aFolderThatIsBeingOpenedIsTheSame()
{
    QSignalSpy ended(&m_driver->window(), &MainWindow::openingEnded);
    m_driver->window().openFolder(m_folder->path());
    QCOMPARE(ask(m_folder->path()), Answer::Taken);
    QCOMPARE(ask(m_other->path()), Answer::Busy);
    QVERIFY(ended.wait());
    QCOMPARE(shown(), m_folder->path());
    QCOMPARE(ended.size(), 1); // once
}

void WindowDoorTest::anActivationTokenIsUsed()
{
    qunsetenv("XDG_ACTIVATION_TOKEN");
    HandOver request;
    request.activationToken = QStringLiteral("token");
    QCOMPARE(take(request, m_driver->window()), Answer::Taken);
    QCOMPARE(qgetenv("XDG_ACTIVATION_TOKEN"), QByteArray("token")); // where Qt looks for it
}

QTEST_MAIN(WindowDoorTest)
#include "WindowDoorTest.moc"
