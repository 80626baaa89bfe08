#include "ActorTableModel.h"
#include "Actors.h"
#include "ModelText.h"
#include "StorageFolder.h"
#include "WindowDriver.h"

#include <QAction>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace greenroom;

class WindowFilterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup() { m_driver.reset(); }

    void typingNarrowsTheTable();
    void escapeClearsAndGoesToTheTable();
    void arrowDownGoesToTheFirstRow();
    void aFilterThatFitsNothingOffersToClearIt();
    void theShortcutPutsTheCursorIntoTheFilter_data();
    void theShortcutPutsTheCursorIntoTheFilter();
    void theCurrentActorStaysTheCurrentOneWhileItFits();
    void anEmptyFolderSaysSo();

private:
    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

void WindowFilterTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(
        {actorOf(QStringLiteral("aa11"), QStringLiteral("counter"),
                 {QStringLiteral("room"), QStringLiteral("1")}),
         actorOf(QStringLiteral("bb22"), QStringLiteral("chat-room"), {QStringLiteral("general")}),
         damagedActor(QStringLiteral("cc33"))});
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    m_driver->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_driver->window()));
}

void WindowFilterTest::typingNarrowsTheTable()
{
    const auto shown = [&] {
        QStringList names = columnOf(*m_driver->actors()->model(), ActorTableModel::IdColumn);
        names.sort();
        return names.join(u' ');
    };
    QCOMPARE(shown(), QStringLiteral("aa11 bb22 cc33"));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("3 actors")));
    QTest::keyClicks(m_driver->filter(), QStringLiteral("ROOM"));
    QCOMPARE(shown(), QStringLiteral("aa11 bb22"));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("2 of 3")));
    QTest::keyClicks(m_driver->filter(), QStringLiteral(" gen"));
    QCOMPARE(shown(), QStringLiteral("bb22"));
    for (int i = 0; i < 8; ++i)
        QTest::keyClick(m_driver->filter(), Qt::Key_Backspace);
    QTest::keyClicks(m_driver->filter(), QStringLiteral("damaged"));
    QCOMPARE(shown(), QStringLiteral("cc33"));
}

void WindowFilterTest::escapeClearsAndGoesToTheTable()
{
    m_driver->filter()->setFocus();
    QTest::keyClicks(m_driver->filter(), QStringLiteral("chat"));
    QCOMPARE(m_driver->actors()->model()->rowCount(), 1);
    QTest::keyClick(m_driver->filter(), Qt::Key_Escape);
    QCOMPARE(m_driver->filter()->text(), QString());
    QCOMPARE(m_driver->actors()->model()->rowCount(), 3);
    QTRY_VERIFY(m_driver->actors()->hasFocus());
}

void WindowFilterTest::arrowDownGoesToTheFirstRow()
{
    m_driver->filter()->setFocus();
    QTest::keyClicks(m_driver->filter(), QStringLiteral("chat"));
    QTest::keyClick(m_driver->filter(), Qt::Key_Down);
    QTRY_VERIFY(m_driver->actors()->hasFocus());
    QCOMPARE(m_driver->current(), QStringLiteral("bb22"));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("chat-room/general")));
}

void WindowFilterTest::aFilterThatFitsNothingOffersToClearIt()
{
    QTest::keyClicks(m_driver->filter(), QStringLiteral("<b>nobody"));
    QVERIFY(!m_driver->actors()->isVisible());
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("No actor matches")));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("0 of 3")));
    QVERIFY(m_driver->visibleTexts().contains(
        QStringLiteral("Nothing has “<b>nobody” in its name, key, id or status.")));
    for (QPushButton *button : m_driver->window().findChildren<QPushButton *>()) {
        if (button->isVisible() && button->text() == QStringLiteral("Clear filter")) {
            button->click();
            break;
        }
    }
    QCOMPARE(m_driver->filter()->text(), QString());
    QVERIFY(m_driver->actors()->isVisible());
}

void WindowFilterTest::theShortcutPutsTheCursorIntoTheFilter_data()
{
    QTest::addColumn<int>("modifiers");
    QTest::newRow("Ctrl+Shift+F") << int(Qt::ControlModifier | Qt::ShiftModifier);
    QTest::newRow("Ctrl+F, from the table") << int(Qt::ControlModifier);
}

void WindowFilterTest::theShortcutPutsTheCursorIntoTheFilter()
{
    QFETCH(int, modifiers);
    m_driver->filter()->setText(QStringLiteral("room"));
    m_driver->actors()->setFocus();
    QTest::keyClick(m_driver->actors(), Qt::Key_F, Qt::KeyboardModifiers(modifiers));
    QTRY_VERIFY(m_driver->filter()->hasFocus());
    QCOMPARE(m_driver->filter()->selectedText(), QStringLiteral("room"));
}

void WindowFilterTest::theCurrentActorStaysTheCurrentOneWhileItFits()
{
    QVERIFY(m_driver->choose(QStringLiteral("bb22")));
    QTest::keyClicks(m_driver->filter(), QStringLiteral("chat"));
    QCOMPARE(m_driver->current(), QStringLiteral("bb22"));
    m_driver->filter()->clear();
    QCOMPARE(m_driver->current(), QStringLiteral("bb22"));
}

void WindowFilterTest::anEmptyFolderSaysSo()
{
    m_source->setActors({});
    QVERIFY(m_driver->refresh());
    QVERIFY(!m_driver->actors()->isVisible());
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("No actors yet")));
}

QTEST_MAIN(WindowFilterTest)
#include "WindowFilterTest.moc"
