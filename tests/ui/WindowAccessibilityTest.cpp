#include "Fixture.h"
#include "StorageFolder.h"

#include "EventsDock.h"
#include "WindowDriver.h"

#include <QAccessible>
#include <QSet>
#include <QTableView>
#include <QTest>

using namespace greenroom;

class WindowAccessibilityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void whatCanHaveTheFocusHasAName_data();
    void whatCanHaveTheFocusHasAName();
    void theTabKeyGoesThroughEveryPartAndBack();

private:
    [[nodiscard]] QList<QWidget *> focusable() const;

    std::unique_ptr<StorageFolder> m_settings;
    std::unique_ptr<StorageFolder> m_folder;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

QString nameOf(QWidget *widget)
{
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
    return interface ? interface->text(QAccessible::Name) : QString();
}

QString describe(const QWidget *widget)
{
    QStringList chain;
    for (const QWidget *at = widget; at; at = at->parentWidget())
        chain << QString::fromUtf8(at->metaObject()->className());
    return chain.join(QStringLiteral(" in "));
}

} // namespace

void WindowAccessibilityTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_folder = std::make_unique<StorageFolder>(Fixture(QStringLiteral("v2.2.1-basic")).path());
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
}

void WindowAccessibilityTest::cleanup()
{
    m_driver.reset();
}

/// The visible widgets that take the focus themselves.
QList<QWidget *> WindowAccessibilityTest::focusable() const
{
    QList<QWidget *> widgets;
    for (QWidget *widget : m_driver->window().findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus &&
            !widget->focusProxy())
            widgets << widget;
    }
    return widgets;
}

void WindowAccessibilityTest::whatCanHaveTheFocusHasAName_data()
{
    QTest::addColumn<int>("tab");
    QTest::addColumn<QString>("actor");
    const QString actor = QStringLiteral("4087eddcf207a1c0"); // it has an alarm
    QTest::newRow("the welcome page") << -2 << QString();
    QTest::newRow("no actor") << -1 << QString();
    QTest::newRow("overview") << 0 << actor;
    QTest::newRow("key-values") << int(DetailsTab::Kv) << actor;
    QTest::newRow("state") << int(DetailsTab::State) << actor;
    QTest::newRow("queue") << int(DetailsTab::Queue) << actor;
    QTest::newRow("workflow") << int(DetailsTab::Workflow) << actor;
    QTest::newRow("alarm") << int(DetailsTab::Alarm) << actor;
    QTest::newRow("events") << int(DetailsTab::Events) << actor;
    QTest::newRow("database") << int(DetailsTab::Database) << QStringLiteral("fba8133d7cf809b4");
}

void WindowAccessibilityTest::whatCanHaveTheFocusHasAName()
{
    QFETCH(int, tab);
    QFETCH(QString, actor);
    if (tab >= -1)
        QVERIFY(m_driver->open(m_folder->path()));
    if (tab >= 0) {
        QVERIFY(m_driver->choose(actor));
        m_driver->showTab(DetailsTab(tab));
        QTRY_VERIFY(m_driver->visibleTexts().contains(tab == int(DetailsTab::Database)
                                                          ? QStringLiteral("ledger/small")
                                                          : QStringLiteral("counter/timer")));
    }
    if (tab == int(DetailsTab::Database))
        QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Rows 1 to 50 of 50")));
    if (tab == int(DetailsTab::Kv)) {
        QTRY_VERIFY(m_driver->keyValues()->model()->rowCount() > 0);
        m_driver->keyValues()->selectRow(0);
    }
    if (tab == 3)
        m_driver->window().findChild<EventsDock *>()->raise();
    QStringList nameless;
    const QList<QWidget *> widgets = focusable();
    for (QWidget *widget : widgets) {
        if (nameOf(widget).isEmpty())
            nameless << describe(widget);
    }
    QVERIFY(!widgets.isEmpty());
    QCOMPARE(nameless.join(u'\n'), QString());
}

void WindowAccessibilityTest::theTabKeyGoesThroughEveryPartAndBack()
{
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->choose(QStringLiteral("4087eddcf207a1c0")));
    m_driver->showTab(DetailsTab::Kv);
    QTRY_VERIFY(m_driver->keyValues()->model()->rowCount() > 0);
    m_driver->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_driver->window()));
    m_driver->actors()->setFocus();
    QTRY_VERIFY(m_driver->actors()->hasFocus());

    QSet<QWidget *> seen;
    QWidget *at = QApplication::focusWidget();
    while (at && !seen.contains(at) && seen.size() < 100) {
        seen << at;
        QTest::keyClick(at, Qt::Key_Tab);
        at = QApplication::focusWidget();
    }
    QCOMPARE(at, static_cast<QWidget *>(m_driver->actors())); // no trap on the way
    for (QWidget *part :
         {static_cast<QWidget *>(m_driver->actors()), static_cast<QWidget *>(m_driver->keyValues()),
          static_cast<QWidget *>(m_driver->alarms())})
        QVERIFY2(seen.contains(part), qPrintable(part->accessibleName()));
}

QTEST_MAIN(WindowAccessibilityTest)
#include "WindowAccessibilityTest.moc"
