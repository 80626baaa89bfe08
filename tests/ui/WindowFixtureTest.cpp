#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "ActorPath.h"
#include "ActorTableModel.h"
#include "FolderSource.h"
#include "Printable.h"
#include "WindowDriver.h"

#include <QSet>
#include <QTableView>
#include <QTest>

using namespace greenroom;

/// Every folder that rivetkit has written, good or damaged, seen through the window.
class WindowFixtureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void everyFolderIsShownAndLeftAsItIs_data();
    void everyFolderIsShownAndLeftAsItIs();

private:
    void lookAt(const FolderSource &source, const QJsonObject &actor);
    void lookAtKv(const QJsonObject &actor);

    // One for all, as a user goes from folder to folder.
    StorageFolder m_settings;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

const QString StateFile = QStringLiteral("stateFile");
const QString ErrorKey = QStringLiteral("error");

QString errorOf(const QJsonObject &actor, const QString &part)
{
    return actor.value(part).toObject().value(ErrorKey).toString();
}

QJsonArray entriesOf(const QJsonObject &actor, const QString &part)
{
    return actor.value(part).toObject().value(QStringLiteral("entries")).toArray();
}

/// How many rows the driver would see: those of the database, else those still in the record.
int rowCountOf(const QJsonObject &actor)
{
    if (const QJsonArray rows = entriesOf(actor, QStringLiteral("kv")); !rows.isEmpty())
        return int(rows.size());
    QSet<QString> keys;
    for (const QJsonValue &entry : entriesOf(actor, QStringLiteral("legacyKv")))
        keys << entry[QStringLiteral("keyHex")].toString();
    return int(keys.size());
}

} // namespace

void WindowFixtureTest::initTestCase()
{
    m_driver = std::make_unique<WindowDriver>(m_settings.path(QStringLiteral("settings.ini")));
}

void WindowFixtureTest::cleanupTestCase()
{
    m_driver.reset();
}

void WindowFixtureTest::everyFolderIsShownAndLeftAsItIs_data()
{
    QTest::addColumn<QString>("name");
    const QStringList names = Fixture::names();
    QVERIFY(names.size() >= 77);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << name;
}

void WindowFixtureTest::everyFolderIsShownAndLeftAsItIs()
{
    QFETCH(QString, name);
    const Fixture fixture(name);
    const StorageFolder folder(fixture.path());
    const auto before = FolderSnapshot::of(folder.path());
    const auto source = FolderSource::open(folder.path());
    QVERIFY(source);
    QVERIFY(m_driver->open(folder.path()));
    int shown = 0;
    for (const QJsonObject &actor : fixture.actors()) {
        if (!actor.value(StateFile).isObject())
            continue;
        ++shown;
        lookAt(**source, actor);
        if (QTest::currentTestFailed())
            return;
    }
    QCOMPARE(m_driver->actors()->model()->rowCount(), shown);
    QVERIFY(m_driver->refresh());
    QCOMPARE(m_driver->actors()->model()->rowCount(), shown);
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void WindowFixtureTest::lookAt(const FolderSource &source, const QJsonObject &actor)
{
    const QString fileName = actor.value(QStringLiteral("id")).toString();
    m_driver->showTab(DetailsTab::Overview);
    QVERIFY(m_driver->choose(fileName));
    const QModelIndex row = m_driver->actors()->currentIndex();
    const QString status = row.siblingAtColumn(ActorTableModel::StatusColumn).data().toString();
    const QString name = row.siblingAtColumn(ActorTableModel::NameColumn).data().toString();

    const auto details = source.actor(*ActorId::fromText(fileName));
    QVERIFY(details);
    const QString error = errorOf(actor, StateFile);
    if (error.isEmpty()) {
        const ActorRecord &record = *details->entry.record;
        QVERIFY(status != QStringLiteral("Damaged"));
        QCOMPARE(name, printable(record.name));
        QTRY_VERIFY(m_driver->visibleTexts().contains(actorPath(record.name, record.key)));
    } else {
        QCOMPARE(status, QStringLiteral("Damaged"));
        QCOMPARE(name, error);
        QTRY_VERIFY(m_driver->visibleTexts().contains(printable(details->entry.error->message)));
        QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("Damaged record")));
    }
    lookAtKv(actor);
    m_driver->showTab(DetailsTab::Alarm);
}

void WindowFixtureTest::lookAtKv(const QJsonObject &actor)
{
    const QString database = QStringLiteral("database");
    QString error = errorOf(actor, database);
    if (error.isEmpty() && !actor.value(database).isObject())
        error = errorOf(actor, StateFile);
    m_driver->showTab(DetailsTab::Kv);
    const QTableView *table = m_driver->keyValues();
    if (!error.isEmpty()) {
        QTRY_VERIFY2(m_driver->visibleTexts().contains(error), qPrintable(error));
        QVERIFY(!table->isVisible());
    } else if (const int rows = rowCountOf(actor); rows > 0) {
        QTRY_COMPARE(table->model()->rowCount(), std::min(rows, 200));
        QVERIFY(table->isVisible());
    } else {
        QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("No key-values")));
        QVERIFY(!table->isVisible());
    }
}

QTEST_MAIN(WindowFixtureTest)
#include "WindowFixtureTest.moc"
