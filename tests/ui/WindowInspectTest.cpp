#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "ActorDetailsPanel.h"
#include "Actors.h"
#include "EntryList.h"
#include "EntryTableModel.h"
#include "ModelText.h"
#include "OutlineView.h"
#include "PartTab.h"
#include "SearchDock.h"
#include "StateTab.h"
#include "WindowDriver.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace greenroom;

/// What an actor keeps, as the window shows it decoded, and the search through all of them.
class WindowInspectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();

    void theStateIsATreeBesideItsBytes();
    void plansAreJoinedWithTheAlarm();
    void aDamagedStateShowsThePartAndWhy();
    void aRefreshKeepsWhatIsChosenInTheState();
    void everyPartIsListedAndItsBytesShown_data();
    void everyPartIsListedAndItsBytesShown();
    void tabsOfPartsThatAreNotThereAreHidden();
    void thePartThatIsLookedAtStaysThoughAnotherActorHasNone();
    void aTableOfAPartKeepsItsRows();
    void whatIsFoundOpensAtTheHit();
    void aKeyThatIsFoundIsChosen();
    void nonsenseIsSaidAndSearchesNothing();
    void anotherFolderForgetsWhatWasFound();
    void lookingLeavesNoTrace();

private:
    void openFixture(const QString &name);
    [[nodiscard]] SearchDock *search() { return m_driver->window().findChild<SearchDock *>(); }
    [[nodiscard]] StateTab *state() { return m_driver->window().findChild<StateTab *>(); }
    [[nodiscard]] PartTab *part(ActorPart part);
    [[nodiscard]] QStringList visibleTabs();
    void find(const QString &terms);

    std::unique_ptr<StorageFolder> m_settings;
    std::unique_ptr<StorageFolder> m_folder;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

const QString Rich = QStringLiteral("v2.2.1-rich");
const QString RichProfile = QStringLiteral("268648ebff16f39b");
const QString SeveralReminders = QStringLiteral("c40737c0f4a4ece0");

/// The first actor with such an entry.
QString actorWith(const QString &kind)
{
    for (const QJsonObject &actor : Fixture(Rich).actors()) {
        for (const QJsonValue &row :
             actor[QLatin1String("kv")][QLatin1String("entries")].toArray()) {
            if (row[QLatin1String("kind")].toString() == kind)
                return actor[QLatin1String("id")].toString();
        }
    }
    qFatal("no actor has such an entry");
}

QString pathOfChosen(const OutlineView &view)
{
    const OutlineNode &node = view.outline().at(view.chosen());
    return node.key == NoNode ? QString::fromUtf8(node.field)
                              : QString::fromUtf8(view.outline().content(node.key));
}

} // namespace

void WindowInspectTest::init()
{
    m_driver.reset();
    m_settings = std::make_unique<StorageFolder>();
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
}

void WindowInspectTest::openFixture(const QString &name)
{
    m_folder = std::make_unique<StorageFolder>(Fixture(name).path());
    QVERIFY(m_driver->open(m_folder->path()));
}

PartTab *WindowInspectTest::part(ActorPart part)
{
    for (PartTab *tab : m_driver->window().findChildren<PartTab *>()) {
        if (tab->part() == part)
            return tab;
    }
    qFatal("there is no such tab");
}

QStringList WindowInspectTest::visibleTabs()
{
    QStringList titles;
    const QTabWidget *tabs = m_driver->window().findChild<ActorDetailsPanel *>()->tabs();
    for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->isTabVisible(i))
            titles << tabs->tabText(i);
    }
    return titles;
}

void WindowInspectTest::find(const QString &terms)
{
    search()->ask();
    search()->field()->setText(terms);
    QTest::keyClick(search()->field(), Qt::Key_Return);
    QTRY_VERIFY(search()->status().contains(QStringLiteral("found in")) &&
                !search()->status().endsWith(QStringLiteral("…")));
}

void WindowInspectTest::theStateIsATreeBesideItsBytes()
{
    openFixture(Rich);
    QVERIFY(m_driver->choose(RichProfile));
    m_driver->showTab(DetailsTab::State);
    QTRY_VERIFY(state()->value()->hasTree());
    const Outline &outline = state()->value()->outline();
    const NodeId value = outline.find(Outline::Root, "state");
    QVERIFY(value != NoNode);
    // A byte in the state chooses what it belongs to, and a part lights up its bytes.
    const NodeId first = outline.child(value, 0);
    state()->value()->choose(first);
    QCOMPARE(state()->value()->chosen(), first);
    QCOMPARE(pathOfChosen(*state()->value()), QStringLiteral("fromInput"));
}

void WindowInspectTest::plansAreJoinedWithTheAlarm()
{
    openFixture(Rich);
    QVERIFY(m_driver->choose(SeveralReminders));
    m_driver->showTab(DetailsTab::State);
    auto *calls = m_driver->named<QTableView>("Planned calls");
    QTRY_VERIFY(calls->model()->rowCount() > 1);
    const QAbstractItemModel &model = *calls->model();
    QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("set for this call"));
    QVERIFY(model.index(1, 3).data().toString().isEmpty());

    // Without its alarm file, the plan is said to wait.
    QVERIFY(QFile::remove(m_folder->layout().alarmFile(*ActorId::fromText(SeveralReminders))));
    QVERIFY(m_driver->refresh());
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("there is no alarm")).isEmpty());
}

void WindowInspectTest::aDamagedStateShowsThePartAndWhy()
{
    openFixture(QStringLiteral("damaged/persist-bad-cbor"));
    for (const QJsonObject &actor : Fixture(QStringLiteral("damaged/persist-bad-cbor")).actors()) {
        QVERIFY(m_driver->choose(actor[QLatin1String("id")].toString()));
        m_driver->showTab(DetailsTab::State);
        QTRY_VERIFY(state()->value()->hasTree());
        if (!state()->value()->outline().failures().isEmpty())
            break;
    }
    QTRY_VERIFY(!m_driver->visibleTexts().filter(QStringLiteral("CBOR at byte")).isEmpty());
    QVERIFY(state()->value()->outline().find(Outline::Root, "hasInitialized") != NoNode);
}

void WindowInspectTest::aRefreshKeepsWhatIsChosenInTheState()
{
    openFixture(Rich);
    QVERIFY(m_driver->choose(RichProfile));
    m_driver->showTab(DetailsTab::State);
    QTRY_VERIFY(state()->value()->hasTree());
    const Outline &outline = state()->value()->outline();
    const NodeId chosen = outline.child(outline.find(Outline::Root, "state"), 0);
    state()->value()->choose(chosen);
    QVERIFY(m_driver->refresh());
    QTest::qWait(100);
    QCOMPARE(state()->value()->chosen(), chosen);
}

void WindowInspectTest::everyPartIsListedAndItsBytesShown_data()
{
    QTest::addColumn<ActorPart>("which");
    QTest::addColumn<DetailsTab>("tab");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("table");
    QTest::newRow("connections") << ActorPart::Connections << DetailsTab::Connections
                                 << QStringLiteral("connection") << QStringLiteral("Connections");
    QTest::newRow("queue") << ActorPart::Queue << DetailsTab::Queue
                           << QStringLiteral("queue-message") << QStringLiteral("Queue");
    QTest::newRow("workflow") << ActorPart::Workflow << DetailsTab::Workflow
                              << QStringLiteral("workflow") << QStringLiteral("Workflow");
    QTest::newRow("traces") << ActorPart::Traces << DetailsTab::Traces << QStringLiteral("trace")
                            << QStringLiteral("Traces");
}

void WindowInspectTest::everyPartIsListedAndItsBytesShown()
{
    QFETCH(ActorPart, which);
    QFETCH(DetailsTab, tab);
    QFETCH(QString, kind);
    QFETCH(QString, table);
    openFixture(Rich);
    QVERIFY(m_driver->choose(actorWith(kind)));
    QTRY_VERIFY(visibleTabs().contains(table));
    m_driver->showTab(tab);
    auto *rows = m_driver->named<QTableView>(qPrintable(table));
    QTRY_VERIFY(rows->model()->rowCount() > 0);
    for (int column = 0; column < 2; ++column)
        QVERIFY(!rows->model()->index(0, column).data().toString().isEmpty());
    rows->setCurrentIndex(rows->model()->index(0, 0));
    auto *value = part(which)->findChild<OutlineView *>();
    QTRY_VERIFY(value->hasTree());
    QVERIFY(value->outline().failures().isEmpty());
}

void WindowInspectTest::tabsOfPartsThatAreNotThereAreHidden()
{
    openFixture(Rich);
    QVERIFY(m_driver->choose(RichProfile));
    const QStringList always = {QStringLiteral("Overview"), QStringLiteral("State"),
                                QStringLiteral("KV"),       QStringLiteral("Queue"),
                                QStringLiteral("Alarm"),    QStringLiteral("Events")};
    QTRY_COMPARE(visibleTabs(), always);
    QVERIFY(m_driver->choose(actorWith(QStringLiteral("workflow"))));
    QTRY_VERIFY(visibleTabs().contains(QStringLiteral("Workflow")));
    QVERIFY(m_driver->choose(RichProfile));
    QTRY_COMPARE(visibleTabs(), always);
}

void WindowInspectTest::thePartThatIsLookedAtStaysThoughAnotherActorHasNone()
{
    openFixture(Rich);
    QVERIFY(m_driver->choose(actorWith(QStringLiteral("workflow"))));
    m_driver->showTab(DetailsTab::Workflow);
    auto *rows = m_driver->named<QTableView>("Workflow");
    QTRY_VERIFY(rows->model()->rowCount() > 0);
    QVERIFY(m_driver->choose(RichProfile));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("No workflow")));
    QVERIFY(visibleTabs().contains(QStringLiteral("Workflow")));
}

void WindowInspectTest::aTableOfAPartKeepsItsRows()
{
    EntryTableModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    EntryTable table;
    table.columns = {QStringLiteral("A"), QStringLiteral("B")};
    const auto row = [](const char *key, const char *text) {
        EntryTableRow made;
        made.key = key;
        made.cells = {{QString::fromLatin1(text)}, {{}, Timestamp{5}}};
        return made;
    };
    table.rows = {row("a", "1"), row("c", "3")};
    model.show(table);
    const QPersistentModelIndex last = model.index(1, 0);
    table.rows = {row("a", "1"), row("b", "2"), row("c", "4")};
    model.show(table);
    QCOMPARE(last.row(), 2);
    QCOMPARE(last.data(RawRole).toString(), QStringLiteral("4"));
    QVERIFY(model.index(0, 1).data(RawRole).canConvert<Timestamp>());
    table.columns << QStringLiteral("C");
    for (EntryTableRow &shown : table.rows)
        shown.cells.emplaceBack();
    model.show(table);
    QCOMPARE(model.columnCount(), 3);
    QVERIFY(!last.isValid());
}

void WindowInspectTest::whatIsFoundOpensAtTheHit()
{
    openFixture(Rich);
    find(QStringLiteral("state.fromInput.nested.list[0]=1"));
    QTableView *results = search()->results()->table();
    QCOMPARE(results->model()->rowCount(), 1);
    results->setCurrentIndex(results->model()->index(0, 0));
    QTRY_COMPARE(m_driver->current(), RichProfile);
    QTRY_VERIFY(state()->value()->hasTree() && state()->value()->chosen() != NoNode);
    const Outline &outline = state()->value()->outline();
    QCOMPARE(outline.bytesOf(state()->value()->chosen()), QByteArrayView("\x01", 1));
}

void WindowInspectTest::aKeyThatIsFoundIsChosen()
{
    openFixture(QStringLiteral("v2.2.1-basic"));
    find(QStringLiteral("kv:last"));
    QTableView *results = search()->results()->table();
    QVERIFY(results->model()->rowCount() > 0);
    results->setCurrentIndex(results->model()->index(0, 0));
    QTRY_VERIFY(m_driver->keyValues()->currentIndex().isValid());
    QVERIFY(m_driver->keyValues()->currentIndex().siblingAtColumn(1).data().toString().contains(
        QStringLiteral("last")));
}

void WindowInspectTest::nonsenseIsSaidAndSearchesNothing()
{
    openFixture(QStringLiteral("v2.2.1-basic"));
    search()->ask();
    search()->field()->setText(QStringLiteral("status:awake"));
    QTest::keyClick(search()->field(), Qt::Key_Return);
    QVERIFY(!m_driver->visibleTexts().filter(QStringLiteral("a status is one of")).isEmpty());
    QCOMPARE(search()->results()->table()->model()->rowCount(), 0);
}

void WindowInspectTest::anotherFolderForgetsWhatWasFound()
{
    openFixture(QStringLiteral("v2.2.1-basic"));
    find(QString());
    QVERIFY(search()->results()->table()->model()->rowCount() > 5);
    openFixture(QStringLiteral("damaged/db-cut"));
    QCOMPARE(search()->results()->table()->model()->rowCount(), 0);
}

void WindowInspectTest::lookingLeavesNoTrace()
{
    openFixture(Rich);
    const FolderSnapshot before = FolderSnapshot::of(m_folder->path());
    QVERIFY(m_driver->choose(actorWith(QStringLiteral("workflow"))));
    for (int tab = 0; tab < DetailsTabs; ++tab) {
        m_driver->showTab(DetailsTab(tab));
        QTest::qWait(50);
    }
    find(QStringLiteral("kv:zz state.**=zz"));
    QCOMPARE(before.changesIn(FolderSnapshot::of(m_folder->path())), QString());
}

QTEST_MAIN(WindowInspectTest)
#include "WindowInspectTest.moc"
