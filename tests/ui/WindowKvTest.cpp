#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "Actors.h"
#include "HexView.h"
#include "KeyText.h"
#include "KvTab.h"
#include "KvTableModel.h"
#include "ModelText.h"
#include "WindowDriver.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace greenroom;

class WindowKvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup();

    void aRealActorsRowsAndValuesAreShown();
    void theTokenIsMaskedUntilItIsRevealed();
    void theTokenIsMaskedAgainForAnotherKey();
    void pagesAreTurnedByTheButtons();
    void keysAreFoundByTheirBeginning();
    void aRefreshKeepsWhereTheUserIs();
    void aChosenKeyThatGoesIsNotReplacedByAnother();
    void aRefreshKeepsTheComplaintAboutASearch();
    void aFailureStaysUntilItIsOver();
    void aLargeValueIsLoadedWhenAskedFor();

private:
    void showFake(const QList<KvRow> &rows);
    void chooseKey(int row);
    [[nodiscard]] QString value() const
    {
        return m_driver->named<QPlainTextEdit>("Value")->toPlainText();
    }
    [[nodiscard]] QToolButton *button(const char *text) const;
    [[nodiscard]] QStringList keys() const
    {
        return columnOf(*m_driver->keyValues()->model(), KvTableModel::KeyColumn);
    }

    std::unique_ptr<StorageFolder> m_settings;
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<WindowDriver> m_driver;
};

namespace {

KvRow kvOf(const QByteArray &key, const QByteArray &value)
{
    return {.key = key, .value = value, .valueSize = value.size()};
}

QList<KvRow> numbered(int count)
{
    QList<KvRow> rows;
    for (int number = 0; number < count; ++number) {
        const QByteArray text = QByteArray::number(number).rightJustified(4, '0');
        rows << kvOf("\x04k" + text, "value " + text);
    }
    return rows;
}

} // namespace

void WindowKvTest::init()
{
    m_settings = std::make_unique<StorageFolder>();
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(3));
}

void WindowKvTest::cleanup()
{
    m_driver.reset();
}

QToolButton *WindowKvTest::button(const char *text) const
{
    for (QToolButton *button : m_driver->window().findChildren<QToolButton *>()) {
        if (button->toolTip() == QString::fromUtf8(text))
            return button;
    }
    qFatal("no button %s", text);
}

/// Opens the window on actor 1 with these key-values in sight.
void WindowKvTest::showFake(const QList<KvRow> &rows)
{
    m_source->setRows(fileNameOf(1), rows);
    m_driver =
        std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")), m_source);
    QVERIFY(m_driver->open());
    QVERIFY(m_driver->choose(fileNameOf(1)));
    m_driver->showTab(DetailsTab::Kv);
    QTRY_COMPARE(m_driver->keyValues()->model()->rowCount(), std::min(200, int(rows.size())));
}

void WindowKvTest::chooseKey(int row)
{
    const QTableView *table = m_driver->keyValues();
    const QRect cell = table->visualRect(table->model()->index(row, KvTableModel::KeyColumn));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(table->currentIndex().row(), row);
}

void WindowKvTest::aRealActorsRowsAndValuesAreShown()
{
    const Fixture fixture(QStringLiteral("v2.2.1-basic"));
    const StorageFolder folder(fixture.path());
    const auto before = FolderSnapshot::of(folder.path());
    m_driver = std::make_unique<WindowDriver>(m_settings->path(QStringLiteral("settings.ini")));
    QVERIFY(m_driver->open(folder.path()));
    for (const QJsonObject &actor : fixture.actors()) {
        m_driver->showTab(DetailsTab::Kv);
        QVERIFY(m_driver->choose(actor.value(QStringLiteral("id")).toString()));
        const QJsonArray entries =
            actor.value(QStringLiteral("kv")).toObject().value(QStringLiteral("entries")).toArray();
        const QAbstractItemModel *model = m_driver->keyValues()->model();
        QTRY_COMPARE(model->rowCount(), int(entries.size()));
        for (int row = 0; row < model->rowCount(); ++row) {
            const QJsonObject entry = entries[row].toObject();
            const auto bytesOf = [&](const QString &what) {
                return QByteArray::fromHex(entry.value(what).toString().toLatin1());
            };
            const QByteArray key = bytesOf(QStringLiteral("keyHex"));
            const QByteArray bytes = bytesOf(QStringLiteral("valueHex"));
            const qint64 size = entry.value(QStringLiteral("valueLength")).toInteger(bytes.size());
            QCOMPARE(model->index(row, KvTableModel::KeyColumn).data(RawRole).toByteArray(), key);
            chooseKey(row);
            const QString told =
                size == 1 ? QStringLiteral("1 byte") : QStringLiteral("%1 bytes").arg(size);
            QTRY_VERIFY(m_driver->visibleTexts().contains(told));
            if (key == "\x03") {
                QTRY_COMPARE(value(), secretMask());
            } else if (!bytes.isEmpty()) {
                auto *hex = m_driver->window().findChild<KvTab *>()->findChild<HexView *>();
                // A part of the key space that is shown for the first time begins with Auto.
                const auto bytesInHex = [&] {
                    auto *format = m_driver->named<QComboBox>("Format of the value");
                    const int index = format->findText(QStringLiteral("Hex"));
                    if (format->currentIndex() != index) {
                        format->setCurrentIndex(index);
                        Q_EMIT format->activated(index);
                    }
                    return hex->bytes();
                };
                QTRY_COMPARE(bytesInHex(), bytes);
                const QByteArray first = bytes.first(std::min<qsizetype>(8, bytes.size()));
                QVERIFY(hex->isVisible());
                QVERIFY(hex->lineAt(0).startsWith(QStringLiteral("0000  ") +
                                                  QString::fromLatin1(first.toHex(' '))));
            }
        }
    }
    m_driver.reset();
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void WindowKvTest::theTokenIsMaskedUntilItIsRevealed()
{
    showFake({kvOf("\x01", "data"), kvOf("\x03", "s3cret"), kvOf("\x04k", "v")});
    QVERIFY(!textOf(*m_driver->keyValues()->model()).join(u' ').contains(QStringLiteral("s3cret")));
    chooseKey(1);
    QTRY_COMPARE(value(), secretMask());
    QVERIFY(!button("Copy value")->isEnabled());
    QVERIFY(!button("Save to file…")->isEnabled());
    QVERIFY(!m_driver->named<QComboBox>("Format of the value")->isEnabled());
    QVERIFY(m_driver->refresh());
    QCOMPARE(value(), secretMask());

    QVERIFY(button("Reveal")->isVisible());
    QTest::mouseClick(button("Reveal"), Qt::LeftButton);
    QCOMPARE(value(), QStringLiteral("s3cret"));
    QVERIFY(!button("Reveal")->isVisible());
    QTest::mouseClick(button("Copy value"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("s3cret"));
    QVERIFY(m_driver->refresh());
    QCOMPARE(value(), QStringLiteral("s3cret"));
}

void WindowKvTest::theTokenIsMaskedAgainForAnotherKey()
{
    showFake({kvOf("\x03", "s3cret"), kvOf("\x04k", "v")});
    chooseKey(0);
    QTRY_COMPARE(value(), secretMask());
    QTest::mouseClick(button("Reveal"), Qt::LeftButton);
    QCOMPARE(value(), QStringLiteral("s3cret"));
    chooseKey(1);
    QTRY_COMPARE(value(), QStringLiteral("v"));
    chooseKey(0);
    QTRY_COMPARE(value(), secretMask());
}

void WindowKvTest::pagesAreTurnedByTheButtons()
{
    showFake(numbered(450));
    const auto enabled = [&] {
        QStringList names;
        for (const char *name : {"First page", "Previous page", "Next page", "Last page"}) {
            if (button(name)->isEnabled())
                names << QString::fromUtf8(name).section(u' ', 0, 0);
        }
        return names.join(u' ');
    };
    QTRY_COMPARE(enabled(), QStringLiteral("Next Last"));
    button("Next page")->click();
    QTRY_COMPARE(keys().value(0), QStringLiteral("k0200"));
    QCOMPARE(enabled(), QStringLiteral("First Previous Next Last"));
    button("Last page")->click();
    QTRY_COMPARE(keys().value(0), QStringLiteral("k0250"));
    QCOMPARE(enabled(), QStringLiteral("First Previous"));
    button("Previous page")->click();
    QTRY_COMPARE(keys().value(0), QStringLiteral("k0050"));
    button("First page")->click();
    QTRY_COMPARE(keys().value(0), QStringLiteral("k0000"));
    QVERIFY(!m_driver->visibleTexts()
                 .filter(QStringLiteral("200 rows on this page  ·  450 entries in all"))
                 .isEmpty());
}

void WindowKvTest::keysAreFoundByTheirBeginning()
{
    showFake(QList<KvRow>{kvOf("\x01", "data")} + numbered(30));
    auto *part = m_driver->named<QComboBox>("Part of the key space");
    auto *search = m_driver->named<QLineEdit>("Keys that start with");
    part->setCurrentText(QStringLiteral("User KV"));
    QTRY_COMPARE(keys().size(), 30);
    QTest::keyClicks(search, QStringLiteral("k002"));
    QTRY_COMPARE(keys().size(), 10);
    QCOMPARE(keys().value(0), QStringLiteral("k0020"));
    search->setText(QStringLiteral("0x6b30303035"));
    QTRY_COMPARE(keys(), QStringList(QStringLiteral("k0005")));
    search->setText(QStringLiteral("none"));
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("No such keys")));
    search->clear();
    part->setCurrentIndex(0);
    QTRY_COMPARE(keys().size(), 31);
    search->setText(QStringLiteral("04 6b 30 30 31"));
    QTRY_COMPARE(keys().size(), 10);
}

void WindowKvTest::aRefreshKeepsWhereTheUserIs()
{
    showFake(numbered(450));
    button("Next page")->click();
    QTRY_COMPARE(keys().value(0), QStringLiteral("k0200"));
    QTableView *table = m_driver->keyValues();
    table->scrollTo(table->model()->index(150, 0), QAbstractItemView::PositionAtTop);
    chooseKey(151);
    QTRY_COMPARE(value(), QStringLiteral("value 0351"));
    const QModelIndex top = table->indexAt({1, 1});
    const int offset = table->visualRect(top).top();

    QList<KvRow> rows = numbered(450);
    rows[351].value = "changed";
    rows[351].valueSize = 7;
    rows.removeAt(390);
    rows.removeAt(10); // on the page before
    m_source->setRows(fileNameOf(1), rows);
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(value(), QStringLiteral("changed"));
    QTRY_COMPARE(keys().value(190), QStringLiteral("k0391"));
    QCOMPARE(keys().value(0), QStringLiteral("k0200"));
    QCOMPARE(table->currentIndex().row(), 151);
    QCOMPARE(table->indexAt({1, 1}).row(), top.row());
    QCOMPARE(table->visualRect(table->indexAt({1, 1})).top(), offset);
}

void WindowKvTest::aChosenKeyThatGoesIsNotReplacedByAnother()
{
    showFake(numbered(5));
    chooseKey(2);
    QTRY_COMPARE(value(), QStringLiteral("value 0002"));
    QList<KvRow> rows = numbered(5);
    rows.removeAt(2);
    m_source->setRows(fileNameOf(1), rows);
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(keys().size(), 4);
    QTRY_VERIFY(
        m_driver->visibleTexts().contains(QStringLiteral("This key has been deleted meanwhile.")));
    QVERIFY(!m_driver->keyValues()->currentIndex().isValid());
}

void WindowKvTest::aRefreshKeepsTheComplaintAboutASearch()
{
    showFake(numbered(5));
    const QString complaint = QStringLiteral("Type pairs of hexadecimal digits, such as 04 6c 61.");
    m_driver->named<QLineEdit>("Keys that start with")->setText(QStringLiteral("xyz"));
    QTRY_VERIFY(m_driver->visibleTexts().contains(complaint));
    QList<KvRow> rows = numbered(6);
    m_source->setRows(fileNameOf(1), rows);
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(keys().size(), 6);
    QVERIFY(m_driver->visibleTexts().contains(complaint));
}

void WindowKvTest::aFailureStaysUntilItIsOver()
{
    m_source->failKv(Error{ErrorCode::CorruptDatabase, QStringLiteral("the page is malformed")});
    showFake({});
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("the page is malformed")));
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("The key-values cannot be read")));
    QVERIFY(m_driver->refresh());
    QVERIFY(m_driver->visibleTexts().contains(QStringLiteral("the page is malformed")));

    m_source->failKv(std::nullopt);
    m_source->setRows(fileNameOf(1), numbered(3));
    QVERIFY(m_driver->refresh());
    QTRY_COMPARE(keys().size(), 3);
    QVERIFY(!m_driver->visibleTexts().contains(QStringLiteral("the page is malformed")));
}

void WindowKvTest::aLargeValueIsLoadedWhenAskedFor()
{
    showFake({kvOf("\x04k", QByteArray(1'048'577, 'x')), kvOf("\x04w", QByteArray(200'000, 'y'))});
    chooseKey(0);
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("first 65536 of 1048577 bytes")));
    QCOMPARE(value().size(), 65536);
    button("Load all")->click();
    QTRY_VERIFY(m_driver->visibleTexts().contains(QStringLiteral("1048577 bytes")));
    QVERIFY(!button("Load all")->isVisible());
    QCOMPARE(value().size(), 262144);
    QVERIFY(m_driver->visibleTexts().contains(
        QStringLiteral("Text shows the first 262144 bytes. Hex shows all of them.")));
    chooseKey(1);
    QTRY_COMPARE(value().size(), 200'000);
    QVERIFY(!button("Load all")->isVisible());
}

QTEST_MAIN(WindowKvTest)
#include "WindowKvTest.moc"
