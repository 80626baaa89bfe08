#include "ValueView.h"

#include "Actors.h"
#include "FakeSource.h"
#include "HexPane.h"
#include "HexView.h"
#include "KeyText.h"
#include "NodeText.h"
#include "OutlineView.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace greenroom;

/// One value and the ways to read it.
class ValueViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup();

    void aValueIsReadAsItSuggests_data();
    void aValueIsReadAsItSuggests();
    void formsThatCannotBeSayWhy_data();
    void formsThatCannotBeSayWhy();
    void aChosenFormStaysForKeysOfItsKind();
    void aValueThatDecodesInPartSaysWhereItStopped();
    void aPartIsCopiedInThreeForms();
    void whatIsNotWholeIsNotCopiedAsJson();
    void aSecretHasNoPartsAndNoCopies();
    void aRefreshKeepsWhatIsChosen();
    void aLargeValueIsDecodedOnceItIsLoaded();
    void aLargeValueIsNotReadAgainWhileNothingIsWritten();
    void aLateAnswerIsDropped();

private:
    void store(const QByteArray &key, const QByteArray &value)
    {
        m_source->setRows(fileNameOf(1), {{.key = key, .value = value, .valueSize = value.size()}});
    }
    void show(const QByteArray &key, const QByteArray &value);
    [[nodiscard]] QComboBox *format() const { return m_view->findChild<QComboBox *>(); }
    void choose(ValueForm form);
    [[nodiscard]] QString disabledReason(ValueForm form) const;
    [[nodiscard]] QString text() const { return m_view->findChild<HexPane *>()->toPlainText(); }
    [[nodiscard]] QStringList labels() const;
    void chooseNode(const QString &path);
    void copy(const char *how);

    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<SourceReader> m_reader;
    std::unique_ptr<ValueView> m_view;
};

namespace {

const QByteArray UserKey = "\4k";

QByteArray hex(const char *digits)
{
    return QByteArray::fromHex(digits);
}

/// Version 4: no input, initialised, this state, no schedule.
QByteArray persisted(const QByteArray &state)
{
    return hex("04000001") + char(state.size()) + state + '\0';
}

QByteArray emptyPage()
{
    QByteArray page(4096, '\0');
    page[0] = '\x0d';
    page[5] = '\x10'; // the content begins at the end
    return page;
}

} // namespace

void ValueViewTest::init()
{
    m_source = std::make_shared<FakeSource>();
    m_source->setActors(manyActors(2));
    m_reader = std::make_unique<SourceReader>(m_source);
    m_view = std::make_unique<ValueView>(*m_reader);
    m_view->resize(900, 400);
    m_view->setActor(ActorId::fromText(fileNameOf(1)).value());
    m_view->QWidget::show();
}

void ValueViewTest::cleanup()
{
    m_view.reset();
    m_reader.reset();
}

void ValueViewTest::show(const QByteArray &key, const QByteArray &value)
{
    store(key, value);
    m_view->show({key, StorageClass::Blob});
    QTRY_VERIFY(m_view->row() && m_view->row()->key == key &&
                m_view->row()->valueSize == value.size());
}

void ValueViewTest::choose(ValueForm form)
{
    const QSignalSpy shown(m_view.get(), &ValueView::shown);
    format()->setCurrentIndex(format()->findData(int(form)));
    Q_EMIT format()->activated(format()->currentIndex());
    QTRY_VERIFY(!shown.isEmpty());
}

QString ValueViewTest::disabledReason(ValueForm form) const
{
    const auto *items = static_cast<QStandardItemModel *>(format()->model());
    const QStandardItem *item = items->item(format()->findData(int(form)));
    return item->isEnabled() ? QString() : item->toolTip();
}

QStringList ValueViewTest::labels() const
{
    QStringList texts;
    for (const QLabel *label : m_view->findChildren<QLabel *>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts;
}

void ValueViewTest::chooseNode(const QString &path)
{
    const Outline &outline = m_view->parts()->outline();
    for (NodeId node = 1; node < NodeId(outline.size()); ++node) {
        if (nodePath(outline, Outline::Root, node) == path) {
            m_view->parts()->choose(node);
            return;
        }
    }
    QFAIL(qPrintable(QStringLiteral("there is no ") + path));
}

void ValueViewTest::copy(const char *how)
{
    QGuiApplication::clipboard()->setText(QStringLiteral("(nothing)"));
    for (QAction *action : m_view->findChild<QMenu *>()->actions()) {
        if (action->text() == QString::fromUtf8(how))
            action->trigger();
    }
}

void ValueViewTest::aValueIsReadAsItSuggests_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("form");
    const auto row = [](const char *name, const QByteArray &key, const QByteArray &value,
                        const char *form) {
        QTest::newRow(name) << key << value << QString::fromUtf8(form);
    };
    row("text", UserKey, "plain words", "Text");
    row("nothing", UserKey, "", "Text");
    row("number in text", UserKey, "42", "Text");
    row("JSON object", UserKey, "{\"a\": [1, 2]}\n", "JSON");
    row("JSON array", UserKey, "[]", "JSON");
    row("almost JSON", UserKey, "{\"a\": [1, 2}", "Text");
    row("JSON and more", UserKey, "{} {}", "Text");
    row("CBOR object", UserKey, hex("b90001616101"), "CBOR");
    row("CBOR Map", UserKey, hex("d90103a10102"), "CBOR");
    row("CBOR with more behind", UserKey, hex("b9000161610100"), "Hex");
    row("CBOR that is cut", UserKey, hex("b900016161"), "Hex");
    row("lone CBOR number", UserKey, hex("1b0000000000000001"), "Hex");
    row("text that would be CBOR", UserKey, "a", "Text");
    row("bytes", UserKey, hex("fffe00"), "Hex");
    row("persisted data", "\1", persisted(hex("f7")), "BARE record");
    row("damaged persisted data", "\1", hex("0900"), "BARE record");
    row("queue metadata", hex("050101"), hex("0400010000000000000000000000"), "BARE record");
    row("workflow name", hex("0601150115 01"), "step", "Text");
    row("workflow output", hex("060115031502"), hex("f7"), "CBOR");
    row("size of a database", hex("08010000"), hex("01000010000000000000"), "BARE record");
    row("tree page of a database", hex("0801010000000001"), emptyPage(), "SQLite page");
    row("other page of a database", hex("0801010000000001"), QByteArray(4096, '\0'), "Hex");
    row("page of a journal", hex("0801010100000001"), emptyPage(), "Hex");
    row("unknown part", hex("09"), hex("b90001616101"), "CBOR");
}

void ValueViewTest::aValueIsReadAsItSuggests()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QString, form);
    show(key, value);
    QCOMPARE(format()->currentText(), QStringLiteral("Auto: ") + form);
    const bool isText = form == QStringLiteral("Text");
    QCOMPARE(m_view->parts()->isVisible(), !isText);
    QCOMPARE(m_view->parts()->hasTree(), !isText && form != QStringLiteral("Hex"));
    if (isText)
        QCOMPARE(text(), QString::fromUtf8(value));
    else
        QCOMPARE(m_view->parts()->hex()->bytes(), value);
}

void ValueViewTest::formsThatCannotBeSayWhy_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QStringList>("disabled");
    const auto names = [](const char *text) {
        return QString::fromUtf8(text).split(u'|', Qt::SkipEmptyParts);
    };
    QTest::newRow("text") << UserKey << QByteArray("abc") << names("BARE record|SQLite page");
    QTest::newRow("bytes") << UserKey << hex("ff") << names("JSON|BARE record|Text|SQLite page");
    QTest::newRow("record") << QByteArray("\1") << persisted(hex("f7"))
                            << names("JSON|Text|SQLite page");
    QTest::newRow("page") << hex("0801010000000001") << emptyPage() << names("BARE record");
    QTest::newRow("nothing") << UserKey << QByteArray()
                             << names("JSON|CBOR|BARE record|SQLite page");
}

void ValueViewTest::formsThatCannotBeSayWhy()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QStringList, disabled);
    show(key, value);
    QStringList found;
    for (const ValueForm form : ValueForms) {
        if (!disabledReason(form).isEmpty()) {
            found << formTitle(form);
            QVERIFY(disabledReason(form).endsWith(u'.'));
        }
    }
    QCOMPARE(found, disabled);
}

void ValueViewTest::aChosenFormStaysForKeysOfItsKind()
{
    show(UserKey, "{\"a\":1}");
    choose(ValueForm::Hex);
    QVERIFY(!m_view->parts()->hasTree());
    show("\4other", "text");
    QCOMPARE(format()->currentText(), QStringLiteral("Hex"));
    show("\1", persisted(hex("f7")));
    QCOMPARE(format()->currentText(), QStringLiteral("Auto: BARE record"));
    show(UserKey, "{\"a\":2}");
    QCOMPARE(format()->currentText(), QStringLiteral("Hex"));
    QCOMPARE(m_view->parts()->hex()->bytes(), QByteArray("{\"a\":2}"));

    choose(ValueForm::Json);
    show(UserKey, hex("ff")); // that cannot be JSON
    QCOMPARE(format()->currentText(), QStringLiteral("Auto: Hex"));
    show(UserKey, "[3]");
    QCOMPARE(format()->currentText(), QStringLiteral("JSON"));

    m_view->setActor(ActorId::fromText(fileNameOf(0)).value());
    m_source->setRows(fileNameOf(0), {{.key = UserKey, .value = "[1]", .valueSize = 3}});
    m_view->show({UserKey, StorageClass::Blob});
    QTRY_COMPARE(format()->currentText(), QStringLiteral("Auto: JSON"));
}

void ValueViewTest::aValueThatDecodesInPartSaysWhereItStopped()
{
    show("\1", persisted(hex("820163")));
    QVERIFY(m_view->parts()->hasTree());
    const QStringList told = labels().filter(QStringLiteral("Decoded in part: "));
    QCOMPARE(told.size(), 1);
    QVERIFY2(told[0].contains(QStringLiteral("byte 7")), qPrintable(told[0]));
    QVERIFY2(told[0].contains(QStringLiteral("(cbor-truncated)")), qPrintable(told[0]));
    show("\1", persisted(hex("820102")));
    QVERIFY(labels().filter(QStringLiteral("Decoded in part: ")).isEmpty());
    show(UserKey, "no CBOR");
    choose(ValueForm::Cbor);
    QCOMPARE(labels().filter(QStringLiteral("Decoded in part: ")).size(), 1);
}

void ValueViewTest::aPartIsCopiedInThreeForms()
{
    // {"a": [1n, "hé"], "b": undefined}
    show("\1", persisted(hex("b90002 6161 82 1b0000000000000001 6368c3a9 6162 f7")));
    copy("Copy as hex");
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("04 00 00 01")));
    copy("Copy as JSON");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("{\"version\":4,\"hasInitialized\":true,\"state\":{\"a\":[{\"$bigint\":"
                            "\"1\"},\"hé\"],\"b\":{\"$undefined\":true}},\"scheduledEvents\":[]}"));
    chooseNode(QStringLiteral("state.a"));
    copy("Copy as JSON");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("[{\"$bigint\":\"1\"},\"hé\"]"));
    copy("Copy as text");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("(2) [1n, \"hé\"]"));
    chooseNode(QStringLiteral("state.a[1]"));
    copy("Copy as text");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("hé"));
    copy("Copy as hex");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("63 68 c3 a9"));

    show(UserKey, "{\"n\": 1.50, \"t\": \"a\\u0041\"}");
    copy("Copy as JSON");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("{\"n\": 1.50, \"t\": \"a\\u0041\"}"));
    chooseNode(QStringLiteral("value.t"));
    copy("Copy as text");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("aA"));
}

void ValueViewTest::whatIsNotWholeIsNotCopiedAsJson()
{
    show("\1", persisted(hex("820163")));
    copy("Copy as JSON");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("(nothing)"));
    QCOMPARE(labels().filter(QStringLiteral("Not copied: ")).size(), 1);
    show(UserKey, hex("ff"));
    copy("Copy as text");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("(nothing)"));
    copy("Copy as JSON"); // not offered
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("(nothing)"));
}

void ValueViewTest::aSecretHasNoPartsAndNoCopies()
{
    show("\3", hex("b90001 6161 6473336372"));
    QCOMPARE(text(), secretMask());
    QVERIFY(m_view->parts()->hex()->bytes().isEmpty());
    QVERIFY(!m_view->parts()->isVisible());
    for (const char *how : {"Copy as JSON", "Copy as hex", "Copy as text"}) {
        copy(how);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("(nothing)"));
    }
    QVERIFY(!format()->isEnabled());
    QCOMPARE(format()->currentText(), QStringLiteral("Auto"));
}

void ValueViewTest::aRefreshKeepsWhatIsChosen()
{
    show("\1", persisted(hex("b90002 6161 01 6162 02")));
    chooseNode(QStringLiteral("state.b"));
    const QSignalSpy shown(m_view.get(), &ValueView::shown);
    m_view->show({"\1", StorageClass::Blob});
    show(UserKey, "x");        // asked behind it
    QCOMPARE(shown.size(), 2); // cleared, and then the other key

    show("\1", persisted(hex("b90002 6161 01 6162 02")));
    chooseNode(QStringLiteral("state.b"));
    show("\1", persisted(hex("b90003 6130 00 6161 01 6162 1864")));
    QCOMPARE(nodePath(m_view->parts()->outline(), Outline::Root, m_view->parts()->chosen()),
             QStringLiteral("state.b"));
    QCOMPARE(nodeValue(m_view->parts()->outline(), m_view->parts()->chosen()),
             QStringLiteral("100"));
}

void ValueViewTest::aLargeValueIsDecodedOnceItIsLoaded()
{
    QByteArray cbor = hex("9a00200000") + QByteArray(0x200000, '\1');
    show(UserKey, cbor);
    QCOMPARE(format()->currentText(), QStringLiteral("Auto: Hex"));
    QCOMPARE(disabledReason(ValueForm::Cbor),
             QStringLiteral("Only a part is loaded. Load all to decode."));
    QCOMPARE(m_view->parts()->hex()->bytes().size(), ValueView::PreviewBytes);
    for (QToolButton *button : m_view->findChildren<QToolButton *>()) {
        if (button->toolTip() == QStringLiteral("Load all"))
            button->click();
    }
    QTRY_VERIFY(m_view->row()->isWhole());
    QCOMPARE(disabledReason(ValueForm::Cbor), QString());
    choose(ValueForm::Cbor);
    QVERIFY(m_view->parts()->hasTree());
    QCOMPARE(labels().filter(QStringLiteral("(too-complex)")).size(), 1);
}

void ValueViewTest::aLargeValueIsNotReadAgainWhileNothingIsWritten()
{
    m_source->setStamp(fileNameOf(1), "1");
    show(UserKey, QByteArray(2'000'000, 'x'));
    for (QToolButton *button : m_view->findChildren<QToolButton *>()) {
        if (button->toolTip() == QStringLiteral("Load all"))
            button->click();
    }
    QTRY_VERIFY(m_view->row()->isWhole());
    const auto readings = [this] {
        return m_source->calls().filter(QStringLiteral("row ")).size();
    };
    const auto before = readings();
    QVERIFY(before > 0);
    m_view->show({UserKey, StorageClass::Blob});
    bool isDone = false;
    const Question behind = m_reader->ask(
        SourceReader::Lane::Details, m_view.get(),
        [&](ActorSource &, const Reply &reply) { reply.tell([&] { isDone = true; }); });
    QTRY_VERIFY(isDone);
    QCOMPARE(readings(), before);
    m_source->setStamp(fileNameOf(1), "2");
    store(UserKey, QByteArray(2'000'001, 'x'));
    m_view->show({UserKey, StorageClass::Blob});
    QTRY_COMPARE(m_view->row()->valueSize, qint64(2'000'001));
    QCOMPARE(readings(), before + 1);
}

void ValueViewTest::aLateAnswerIsDropped()
{
    m_source->setRows(fileNameOf(1), {{.key = "\4a", .value = "late", .valueSize = 4},
                                      {.key = "\4b", .value = "now", .valueSize = 3}});
    m_source->pages.close();
    const Question busy =
        m_reader->ask(SourceReader::Lane::Details, m_view.get(),
                      [this](ActorSource &, const Reply &) { m_source->pages.pass(); });
    m_view->show({"\4a", StorageClass::Blob});
    QTRY_COMPARE(m_source->pages.waiting(), 1);
    m_view->show({"\4b", StorageClass::Blob});
    const QSignalSpy shown(m_view.get(), &ValueView::shown);
    m_source->pages.open();
    QTRY_COMPARE(text(), QStringLiteral("now"));
    QCOMPARE(shown.size(), 1);
}

QTEST_MAIN(ValueViewTest)
#include "ValueViewTest.moc"
