#include "ActorActions.h"
#include "ActorExport.h"
#include "FolderSource.h"

#include "Fixture.h"
#include "Outcome.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QFileDialog>
#include <QPushButton>
#include <QTest>

using namespace greenroom;

/// An actor's way out of a real folder and back, by the window.
class WindowBundleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_driver.reset(); }

    void anActorIsExportedWithoutItsToken();
    void anActorIsExportedWithItsTokenIfAskedFor();
    void oneActorIsExportedAtATime();
    void anActorIsImportedUnderAnotherKey();
    void anActorInTheWayHasToBeReplacedByName();
    void whatIsNoBundleIsSaid();
    void aFolderThatIsRunElsewhereIsNamed();

private:
    /// The visible dialog with this title.
    [[nodiscard]] QDialog *dialog(const char *title)
    {
        for (auto *found : m_driver->window().findChildren<QDialog *>()) {
            if (found->isVisible() && found->windowTitle() == QString::fromUtf8(title))
                return found;
        }
        return nullptr;
    }
    /// For the actors selected in the table; the selected alarms' actors have one as well.
    [[nodiscard]] QAction *exporting()
    {
        return m_driver->window().workspace()->actions().action(ActorCommand::Export);
    }
    [[nodiscard]] static QCheckBox *box(QDialog *dialog)
    {
        return dialog->findChild<QCheckBox *>();
    }
    [[nodiscard]] bool says(const char *text)
    {
        return !m_driver->visibleTexts().filter(QString::fromUtf8(text)).isEmpty();
    }
    [[nodiscard]] Result<KvEntries> entriesOf(const QString &fileName) const
    {
        const auto source = FolderSource::open(m_folder->path());
        const auto page = (*source)->kvPage(*ActorId::fromText(fileName), {}, {});
        if (!page)
            return fail(page.error());
        KvEntries entries;
        for (const KvRow &row : page->rows)
            entries.append({row.key, row.value});
        return entries;
    }
    void exportThere(bool withToken);

    std::unique_ptr<StorageFolder> m_folder, m_outside;
    std::unique_ptr<WindowDriver> m_driver;
    QString m_id, m_file;
};

void WindowBundleTest::init()
{
    m_folder = std::make_unique<StorageFolder>(Fixture(QStringLiteral("v2.2.1-rich")).path());
    m_outside = std::make_unique<StorageFolder>();
    m_id = ActorId::of(QStringLiteral("profile"), {QStringLiteral("rich")}).text();
    m_file = m_outside->path(QStringLiteral("some.actor"));
    m_driver = std::make_unique<WindowDriver>(m_outside->path(QStringLiteral("settings.ini")));
    QVERIFY(m_driver->open(m_folder->path()));
    QVERIFY(m_driver->choose(m_id));
}

void WindowBundleTest::exportThere(bool withToken)
{
    // What is selected is looked at a little later.
    QTRY_VERIFY2(exporting()->isEnabled(), qPrintable(exporting()->toolTip()));
    exporting()->trigger();
    QDialog *asking = dialog("Export an actor");
    QVERIFY(asking);
    QVERIFY(says("Export profile/rich"));
    QVERIFY(!box(asking)->isChecked());
    box(asking)->setChecked(withToken);
    WindowDriver::button("Choose a file…")->click();
    auto *files = asking->findChild<QFileDialog *>();
    QVERIFY(files);
    QCOMPARE(QFileInfo(files->selectedFiles().value(0)).fileName(),
             QStringLiteral("profile-rich.actor"));
    files->selectFile(m_file);
    Q_EMIT files->fileSelected(m_file);
    QTRY_VERIFY(says("Exported profile/rich"));
    QTRY_VERIFY(!dialog("Export an actor"));
}

void WindowBundleTest::anActorIsExportedWithoutItsToken()
{
    exportThere(false);
    if (QTest::currentTestFailed())
        return;
    const auto bundle = lookAtBundle(m_file);
    QCOMPARE(messageOf(bundle), QString());
    QCOMPARE(bundle->head.actorId, m_id);
    QCOMPARE(bundle->head.secrets, BundleHead::Secrets::LeftOut);
    QCOMPARE(bundle->totals.entries, entriesOf(m_id)->size() - 1);
}

void WindowBundleTest::anActorIsExportedWithItsTokenIfAskedFor()
{
    exportThere(true);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(lookAtBundle(m_file)->head.secrets, BundleHead::Secrets::Included);
    QCOMPARE(lookAtBundle(m_file)->totals.entries, entriesOf(m_id)->size());
}

void WindowBundleTest::oneActorIsExportedAtATime()
{
    m_driver->actors()->selectAll();
    QTRY_VERIFY(exporting()->toolTip().contains(QStringLiteral("more than one")));
    QVERIFY(!exporting()->isEnabled());
    QVERIFY(m_driver->choose(m_id));
    QTRY_VERIFY(exporting()->isEnabled());
}

void WindowBundleTest::anActorIsImportedUnderAnotherKey()
{
    exportThere(true);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(m_driver->action("Import actor…")->isEnabled());
    m_driver->window().workspace()->importFrom(m_file);
    QDialog *asking = dialog("Import an actor");
    QVERIFY(asking);
    auto *name = m_driver->named<QLineEdit>("Name of the imported actor");
    QTRY_COMPARE(name->text(), QStringLiteral("profile"));
    QVERIFY(says("some.actor, exported"));
    QPushButton *import = WindowDriver::button("Import");
    auto *part = m_driver->named<QLineEdit>("Key part 1");
    QCOMPARE(part->text(), QStringLiteral("rich"));
    QVERIFY(!import->isEnabled()); // it is there
    QVERIFY(box(asking)->isVisible());
    part->setText(QStringLiteral("copy"));
    QVERIFY(!box(asking)->isVisible());
    QVERIFY(import->isEnabled());
    name->clear();
    QVERIFY(!import->isEnabled());
    name->setText(QStringLiteral("profile"));
    import->click();
    const QString copy = ActorId::of(QStringLiteral("profile"), {QStringLiteral("copy")}).text();
    QTRY_COMPARE(m_driver->current(), copy);
    QVERIFY(!dialog("Import an actor"));
    QCOMPARE(*entriesOf(copy), *entriesOf(m_id));
}

void WindowBundleTest::anActorInTheWayHasToBeReplacedByName()
{
    exportThere(true);
    if (QTest::currentTestFailed())
        return;
    const KvEntries exported = *entriesOf(m_id);
    const auto source = FolderSource::open(m_folder->path());
    QVERIFY((*source)->edit(*ActorId::fromText(m_id), {{{"\4later", {}, QByteArray("x")}}}));
    m_driver->window().workspace()->importFrom(m_file);
    QDialog *asking = dialog("Import an actor");
    QTRY_VERIFY(box(asking)->isVisible());
    QVERIFY(says("There is an actor of this name and key"));
    QPushButton *import = WindowDriver::button("Import");
    QVERIFY(!import->isEnabled());
    box(asking)->setChecked(true);
    QVERIFY(import->isEnabled());
    import->click();
    QTRY_VERIFY(!dialog("Import an actor"));
    QCOMPARE(*entriesOf(m_id), exported);
}

void WindowBundleTest::whatIsNoBundleIsSaid()
{
    m_outside->write("some.actor", "something else");
    m_driver->window().workspace()->importFrom(m_file);
    QVERIFY(dialog("Import an actor"));
    QTRY_VERIFY(says("this is no actor bundle"));
    QVERIFY(!WindowDriver::button("Import")->isEnabled());
    WindowDriver::button("Cancel")->click();
    QVERIFY(!dialog("Import an actor"));
}

void WindowBundleTest::aFolderThatIsRunElsewhereIsNamed()
{
    exportThere(true);
    if (QTest::currentTestFailed())
        return;
    const QByteArray lock = QByteArray::number(QCoreApplication::applicationPid()) +
                            "\nWindowBundleTest\n" + QSysInfo::machineHostName().toUtf8() + '\n';
    m_folder->write("greenroom.lock", lock);
    m_driver->window().workspace()->importFrom(m_file);
    QDialog *asking = dialog("Import an actor");
    QTRY_VERIFY(box(asking)->isVisible());
    box(asking)->setChecked(true);
    WindowDriver::button("Import")->click();
    QTRY_VERIFY(says("runs the actors in this folder"));
    QVERIFY(dialog("Import an actor"));
    QVERIFY(WindowDriver::button("Import")->isEnabled());
}

QTEST_MAIN(WindowBundleTest)
#include "WindowBundleTest.moc"
