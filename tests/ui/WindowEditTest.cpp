#include "Actors.h"
#include "FakeSource.h"
#include "Fixture.h"
#include "FolderSource.h"
#include "KvTableModel.h"
#include "ModelText.h"
#include "PersistedActor.h"
#include "StateSplice.h"
#include "StorageFolder.h"
#include "WindowDriver.h"
#include "Workspace.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace greenroom;

/// Staging, applying and giving up edits, by hand.
class WindowEditTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void anEditIsShownUntilItIsAppliedAndThenDone();
    void keysAreAddedAndDeleted();
    void stepsAreTakenBack();
    void draftsBelongToTheirActor();
    void aRefreshDoesNotReachWhatIsBeingTyped();
    void whatCannotBeStoredIsNotStaged();
    void aConflictShowsBothAndLosesNothing();
    void mineIsKeptOrTheirsIsTaken_data();
    void mineIsKeptOrTheirsIsTaken();
    void aFailureKeepsTheEdits();
    void whatIsNoUsersIsOnlyLookedAt();
    void whereNothingCanBeEditedTheReasonIsTold();
    void theStateIsEditedFromItsTab();
    void closingWithPendingEditsAsks();
    void destroyingAnActorTakesItsEditsAlong();
    void applyingChangesOneEntryOfARealFolder();

private:
    [[nodiscard]] QString id(int actor = 1) const { return fileNameOf(actor); }
    void open();
    void chooseKey(int row);
    [[nodiscard]] QDialog *dialog() const;
    [[nodiscard]] QPlainTextEdit *editor() const;
    void type(const QString &text);
    void press(QWidget *widget, Qt::Key key) const;
    [[nodiscard]] QString bar() const;
    [[nodiscard]] QStringList column(KvTableModel::Column column) const;
    [[nodiscard]] QString stored(const QByteArray &key, int actor = 1) const;
    void write(const QByteArray &key, const QByteArray &value);

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

KvRow kvOf(const QByteArray &key, const QByteArray &value)
{
    return {.key = key, .value = value, .valueSize = value.size()};
}

QByteArray recordOf(const char *stateHex)
{
    return *encodePersistedActor(
        {.input = "\x05", .hasInitialized = true, .state = QByteArray::fromHex(stateHex)});
}

} // namespace

void WindowEditTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(3));
    m_source->startRunning();
    m_source->setRows(id(1), {kvOf("\1", recordOf("a16161f7")), kvOf("\3", "s3cret"),
                              kvOf("\4a", "one"), kvOf("\4b", "two")});
    m_source->setRows(id(2), {kvOf("\4a", "of another")});
}

void WindowEditTest::cleanup()
{
    if (m_driver && m_driver->window().workspace())
        m_driver->window().workspace()->session().drafts().discardAll();
    m_driver.reset();
}

/// The window on actor 1 with its four keys in sight.
void WindowEditTest::open()
{
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(id(1)));
    m_driver->showTab(DetailsTab::Kv);
    QTRY_COMPARE(m_driver->keyValues()->model()->rowCount(), 4);
}

void WindowEditTest::chooseKey(int row)
{
    m_driver->keyValues()->setCurrentIndex(
        m_driver->keyValues()->model()->index(row, KvTableModel::KeyColumn));
    m_driver->keyValues()->setFocus();
}

QDialog *WindowEditTest::dialog() const
{
    for (QDialog *dialog : m_driver->window().findChildren<QDialog *>()) {
        if (dialog->isVisible())
            return dialog;
    }
    return nullptr;
}

QPlainTextEdit *WindowEditTest::editor() const
{
    QDialog *shown = dialog();
    for (QPlainTextEdit *edit :
         shown ? shown->findChildren<QPlainTextEdit *>() : QList<QPlainTextEdit *>()) {
        if (edit->accessibleName() == QLatin1String("Value to edit"))
            return edit;
    }
    return nullptr;
}

void WindowEditTest::press(QWidget *widget, Qt::Key key) const
{
    // Keys go to the active window alone, and nothing makes one active when a dialog goes.
    widget->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(widget->window()));
    widget->setFocus();
    QTest::keyClick(widget, key, key == Qt::Key_Return ? Qt::ControlModifier : Qt::NoModifier);
}

/// Edits the chosen key's value to @p text and stages it.
void WindowEditTest::type(const QString &text)
{
    press(m_driver->keyValues(), Qt::Key_F2);
    QTRY_VERIFY(editor());
    editor()->setPlainText(text);
    press(editor(), Qt::Key_Return);
    QTRY_VERIFY(!dialog());
}

QString WindowEditTest::bar() const
{
    auto *label = m_driver->named<QLabel>("How many edits are pending");
    return label->isVisible() ? label->text() : QString();
}

QStringList WindowEditTest::column(KvTableModel::Column column) const
{
    return columnOf(*m_driver->keyValues()->model(), column);
}

QString WindowEditTest::stored(const QByteArray &key, int actor) const
{
    for (const KvRow &row : m_source->rows(id(actor))) {
        if (row.key == key)
            return QString::fromUtf8(row.value);
    }
    return QStringLiteral("-");
}

/// As the actor does.
void WindowEditTest::write(const QByteArray &key, const QByteArray &value)
{
    QList<KvRow> rows = m_source->rows(id());
    for (KvRow &row : rows) {
        if (row.key == key)
            row = kvOf(key, value);
    }
    m_source->setRows(id(), rows);
}

void WindowEditTest::anEditIsShownUntilItIsAppliedAndThenDone()
{
    open();
    QCOMPARE(bar(), QString());
    chooseKey(2);
    type(QStringLiteral("changed"));
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    QCOMPARE(column(KvTableModel::KindColumn).value(2), QStringLiteral("Edited · User KV"));
    QCOMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"changed\""));
    QTRY_COMPARE(m_driver->named<QPlainTextEdit>("Value")->toPlainText(),
                 QStringLiteral("changed"));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("As edited; not applied yet.")));
    QCOMPARE(stored("\4a"), QStringLiteral("one"));
    QVERIFY(m_driver->refresh());
    QCOMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"changed\""));

    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_COMPARE(bar(), QString());
    QCOMPARE(stored("\4a"), QStringLiteral("changed"));
    QTRY_COMPARE(column(KvTableModel::KindColumn).value(2), QStringLiteral("User KV"));
    QTRY_COMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"changed\""));
    QCOMPARE(m_driver->keyValues()->currentIndex().row(), 2);
}

void WindowEditTest::keysAreAddedAndDeleted()
{
    open();
    chooseKey(3);
    press(m_driver->keyValues(), Qt::Key_Delete);
    QTRY_COMPARE(bar(), QStringLiteral("1 pending edit"));
    QCOMPARE(column(KvTableModel::KindColumn).value(3), QStringLiteral("Deleted · User KV"));

    m_driver->action("Add key…")->trigger();
    QTRY_VERIFY(editor());
    auto *key = m_driver->named<QLineEdit>("The new key");
    key->setText(QStringLiteral("a"));
    QTRY_VERIFY(m_driver->visibleTexts().contains(
        QStringLiteral("This key exists already; edit it instead.")));
    QVERIFY(!m_driver->button("Stage")->isEnabled());
    key->setText(QStringLiteral(R"(a\xff)"));
    editor()->setPlainText(QStringLiteral("new"));
    press(editor(), Qt::Key_Return);
    QTRY_VERIFY(!dialog());
    QCOMPARE(bar(), QStringLiteral("2 pending edits"));
    QCOMPARE(column(KvTableModel::KindColumn),
             (QStringList{QStringLiteral("Persisted data"), QStringLiteral("Inspector token"),
                          QStringLiteral("User KV"), QStringLiteral("New · User KV"),
                          QStringLiteral("Deleted · User KV")}));

    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_COMPARE(stored("\4a\xff"), QStringLiteral("new"));
    QCOMPARE(stored("\4b"), QStringLiteral("-"));
    QTRY_COMPARE(column(KvTableModel::KindColumn).value(3), QStringLiteral("User KV"));
    QCOMPARE(m_driver->keyValues()->model()->rowCount(), 4);
}

void WindowEditTest::stepsAreTakenBack()
{
    open();
    chooseKey(2);
    type(QStringLiteral("first"));
    type(QStringLiteral("second"));
    chooseKey(3);
    type(QStringLiteral("third"));
    QCOMPARE(bar(), QStringLiteral("2 pending edits"));
    m_driver->button("Undo")->click();
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    m_driver->button("Undo")->click();
    QCOMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"first\""));
    chooseKey(2);
    m_driver->action("Take back the edit")->trigger();
    QCOMPARE(bar(), QString());
    QCOMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"one\""));
    type(QStringLiteral("again"));
    m_driver->button("Discard")->click();
    QCOMPARE(bar(), QString());
    QVERIFY(!m_source->calls().join(u' ').contains(QStringLiteral("edit ")));
}

void WindowEditTest::draftsBelongToTheirActor()
{
    open();
    chooseKey(2);
    type(QStringLiteral("changed"));
    QVERIFY(m_driver->choose(id(2)));
    QTRY_COMPARE(column(KvTableModel::ValueColumn), QStringList{QStringLiteral("\"of another\"")});
    QCOMPARE(column(KvTableModel::KindColumn), QStringList{QStringLiteral("User KV")});
    QCOMPARE(bar(), QString());
    press(m_driver->keyValues(), Qt::Key_Return); // there is nothing to apply
    QVERIFY(m_driver->refresh());
    QVERIFY(m_driver->choose(id(1)));
    QTRY_COMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"changed\""));
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_COMPARE(stored("\4a", 1), QStringLiteral("changed"));
    QCOMPARE(stored("\4a", 2), QStringLiteral("of another"));
}

void WindowEditTest::aRefreshDoesNotReachWhatIsBeingTyped()
{
    open();
    chooseKey(2);
    press(m_driver->keyValues(), Qt::Key_F2);
    QTRY_VERIFY(editor());
    editor()->setPlainText(QStringLiteral("half-ty"));
    QTextCursor cursor = editor()->textCursor();
    cursor.setPosition(4);
    editor()->setTextCursor(cursor);
    write("\4a", "by the actor");
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"by the actor\""));
    QCOMPARE(editor()->toPlainText(), QStringLiteral("half-ty"));
    QCOMPARE(editor()->textCursor().position(), 4);

    // It was based on what the actor has written over: that is asked about.
    press(editor(), Qt::Key_Return);
    QTRY_VERIFY(!editor());
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_VERIFY(dialog());
    QCOMPARE(stored("\4a"), QStringLiteral("by the actor"));
    m_driver->button("Cancel")->click();
}

void WindowEditTest::whatCannotBeStoredIsNotStaged()
{
    open();
    chooseKey(2);
    press(m_driver->keyValues(), Qt::Key_F2);
    QTRY_VERIFY(editor());
    editor()->setPlainText(QString(131'073, u'x'));
    press(editor(), Qt::Key_Return);
    QTRY_VERIFY(!m_driver->visibleTexts()
                     .filter(QStringLiteral("has 131073 bytes; the limit is 131072 bytes"))
                     .isEmpty());
    QVERIFY(editor());
    QCOMPARE(bar(), QString());

    auto *form = m_driver->named<QComboBox>("Form to edit in");
    editor()->setPlainText(QStringLiteral("grün"));
    QTRY_VERIFY(form->isEnabled());
    form->setCurrentIndex(form->findText(QStringLiteral("Hex")));
    Q_EMIT form->activated(form->currentIndex());
    QTRY_COMPARE(editor()->toPlainText(), QStringLiteral("67 72 c3 bc 6e"));
    editor()->setPlainText(QStringLiteral("67\n7x"));
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("line 2, column 2")).isEmpty());
    QVERIFY(!m_driver->button("Stage")->isEnabled());
    editor()->setPlainText(QStringLiteral("67 72"));
    press(editor(), Qt::Key_Return);
    QTRY_COMPARE(column(KvTableModel::ValueColumn).value(2), QStringLiteral("\"gr\""));
}

void WindowEditTest::aConflictShowsBothAndLosesNothing()
{
    open();
    chooseKey(2);
    type(QStringLiteral("mine"));
    chooseKey(3);
    type(QStringLiteral("mine, too"));
    write("\4a", "theirs");
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_VERIFY(dialog());
    const auto text = [&](const char *name) {
        return m_driver->named<QPlainTextEdit>(name)->toPlainText();
    };
    QCOMPARE(text("What your edit was based on"), QStringLiteral("one"));
    QCOMPARE(text("What is there now"), QStringLiteral("theirs"));
    QCOMPARE(text("Your edit"), QStringLiteral("mine"));
    QVERIFY(!m_driver->button("Apply so")->isEnabled());
    m_driver->button("Cancel")->click();
    QTRY_VERIFY(!dialog());
    QCOMPARE(bar(), QStringLiteral("2 pending edits"));
    QCOMPARE(stored("\4a"), QStringLiteral("theirs"));
    QCOMPARE(stored("\4b"), QStringLiteral("two"));
}

void WindowEditTest::mineIsKeptOrTheirsIsTaken_data()
{
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("value");
    QTest::newRow("mine") << QStringLiteral("Keep mine") << QStringLiteral("mine");
    QTest::newRow("theirs") << QStringLiteral("Take what is there now") << QStringLiteral("theirs");
}

void WindowEditTest::mineIsKeptOrTheirsIsTaken()
{
    QFETCH(QString, choice);
    open();
    chooseKey(2);
    type(QStringLiteral("mine"));
    chooseKey(3);
    type(QStringLiteral("mine, too"));
    write("\4a", "theirs");
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_VERIFY(dialog());
    for (QRadioButton *button : dialog()->findChildren<QRadioButton *>()) {
        if (button->text().remove(u'&') == choice)
            button->click();
    }
    m_driver->button("Apply so")->click();
    QTRY_COMPARE(stored("\4b"), QStringLiteral("mine, too"));
    QTEST(stored("\4a"), "value");
    QTRY_COMPARE(bar(), QString());
}

void WindowEditTest::aFailureKeepsTheEdits()
{
    open();
    chooseKey(2);
    type(QStringLiteral("mine"));
    m_source->failCommands(id(), Error{ErrorCode::StillRunning, QStringLiteral("it runs")});
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_VERIFY(
        !m_driver->visibleTexts().filter(QStringLiteral("Put it to sleep first")).isEmpty());
    QVERIFY(m_driver->button("Put to sleep")->isVisible());
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    m_source->failCommands(id(), Error{ErrorCode::FolderHeld, QStringLiteral("node runs it")});
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("node runs it")).isEmpty());
    m_source->failCommands(id(), std::nullopt);
    press(m_driver->keyValues(), Qt::Key_Return);
    QTRY_COMPARE(bar(), QString());
    QCOMPARE(stored("\4a"), QStringLiteral("mine"));
}

void WindowEditTest::whatIsNoUsersIsOnlyLookedAt()
{
    open();
    chooseKey(1);
    QVERIFY(!m_driver->action("Edit…\tF2")->isEnabled());
    press(m_driver->keyValues(), Qt::Key_F2);
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("A secret is not edited.")));
    press(m_driver->keyValues(), Qt::Key_Delete);
    QCOMPARE(bar(), QString());
    chooseKey(0);
    press(m_driver->keyValues(), Qt::Key_Delete);
    QVERIFY(
        !m_driver->visibleTexts().filter(QStringLiteral("The state cannot be deleted")).isEmpty());
    QCOMPARE(bar(), QString());
}

void WindowEditTest::whereNothingCanBeEditedTheReasonIsTold()
{
    m_source->stopRunning();
    open();
    chooseKey(2);
    QAction *add = m_driver->action("Add key…");
    QVERIFY(!add->isEnabled());
    QVERIFY(add->toolTip().contains(QStringLiteral("nothing runs in this folder")));
    press(m_driver->keyValues(), Qt::Key_F2);
    QVERIFY(
        !m_driver->visibleTexts().filter(QStringLiteral("nothing runs in this folder")).isEmpty());
    QVERIFY(!dialog());
}

void WindowEditTest::theStateIsEditedFromItsTab()
{
    open();
    m_driver->showTab(DetailsTab::State);
    QAction *edit = m_driver->action("Edit state…");
    QTRY_VERIFY(edit->isEnabled());
    edit->trigger();
    QTRY_VERIFY(editor());
    QCOMPARE(editor()->toPlainText(), QStringLiteral("{\n  \"a\": {\"$undefined\":true}\n}"));
    editor()->setPlainText(QStringLiteral("{\"a\": {\"$undefined\":true}, \"b\": }"));
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("line 1, column 33")).isEmpty());
    editor()->setPlainText(QStringLiteral("{\"a\": {\"$bigint\":\"5\"}}"));
    press(editor(), Qt::Key_Return);
    QTRY_VERIFY(!dialog());
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    press(m_driver->window().workspace(), Qt::Key_Return); // elsewhere it means nothing
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));
    m_driver->button("Apply")->click();
    QTRY_COMPARE(bar(), QString());
    QByteArray record;
    for (const KvRow &row : m_source->rows(id())) {
        if (row.key == "\1")
            record = row.value;
    }
    QCOMPARE(record.toHex(), recordOf("a161611b0000000000000005").toHex());
}

void WindowEditTest::closingWithPendingEditsAsks()
{
    open();
    chooseKey(2);
    type(QStringLiteral("mine"));
    m_driver->window().close();
    QTRY_VERIFY(dialog());
    QVERIFY(m_driver->window().isVisible());
    m_driver->button("Cancel")->click();
    QTRY_VERIFY(!dialog());
    QCOMPARE(bar(), QStringLiteral("1 pending edit"));

    m_driver->action("Close folder")->trigger();
    QTRY_VERIFY(dialog());
    m_driver->button("Give them up")->click();
    QTRY_VERIFY(!m_driver->window().workspace());
    QCOMPARE(stored("\4a"), QStringLiteral("one"));
}

void WindowEditTest::destroyingAnActorTakesItsEditsAlong()
{
    open();
    chooseKey(2);
    type(QStringLiteral("mine"));
    m_driver->action("Destroy…")->trigger();
    QTRY_VERIFY(dialog());
    QVERIFY(!m_driver->visibleTexts().filter(QStringLiteral("1 pending edit")).isEmpty());
    m_driver->button("Destroy")->click();
    QTRY_COMPARE(m_driver->window().workspace()->session().drafts().pending(), 0);
}

void WindowEditTest::applyingChangesOneEntryOfARealFolder()
{
    const Fixture fixture(QStringLiteral("v2.2.1-basic"));
    const StorageFolder folder(fixture.path());
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
    QVERIFY(m_driver->open(folder.path()));
    const auto entriesOf = [&](const ActorId &actor) {
        QMap<QByteArray, QByteArray> entries;
        const auto source = FolderSource::open(folder.path());
        for (const KvRow &row : (*source)->kvPage(actor, {}, {}).value_or(KvPage()).rows)
            entries.insert(row.key, row.value);
        return entries;
    };
    for (const QJsonObject &object : fixture.actors()) {
        const ActorId actor = *ActorId::fromText(object.value(QStringLiteral("id")).toString());
        QMap<QByteArray, QByteArray> entries = entriesOf(actor);
        const auto user = std::find_if(entries.keyBegin(), entries.keyEnd(),
                                       [](const QByteArray &key) { return key.startsWith('\4'); });
        if (user == entries.keyEnd())
            continue;
        const QByteArray key = *user;
        QVERIFY(m_driver->choose(actor.text()));
        m_driver->showTab(DetailsTab::Kv);
        QTRY_COMPARE(m_driver->keyValues()->model()->rowCount(), int(entries.size()));
        chooseKey(int(std::distance(entries.begin(), entries.find(key))));
        press(m_driver->keyValues(), Qt::Key_F2);
        QTRY_VERIFY(editor());
        auto *form = m_driver->named<QComboBox>("Form to edit in");
        QTRY_VERIFY(form->isEnabled());
        if (form->currentText() != QLatin1String("Hex")) {
            form->setCurrentIndex(form->findText(QStringLiteral("Hex")));
            Q_EMIT form->activated(form->currentIndex());
            QTRY_COMPARE(editor()->toPlainText().remove(u'\n').remove(u' '),
                         QString::fromLatin1(entries[key].toHex()));
        }
        editor()->setPlainText(QStringLiteral("00 ff 0a"));
        press(editor(), Qt::Key_Return);
        QTRY_COMPARE(bar(), QStringLiteral("1 pending edit"));
        press(m_driver->keyValues(), Qt::Key_Return);
        QTRY_COMPARE(bar(), QString());
        entries[key] = QByteArray("\0\xff\n", 3);
        QCOMPARE(entriesOf(actor), entries);
        return;
    }
    QFAIL("no actor of the fixture has a user's key");
}

QTEST_MAIN(WindowEditTest)
#include "WindowEditTest.moc"
