#include "OutlineView.h"

#include "CborReader.h"
#include "HexView.h"
#include "NodeText.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace greenroom;

/// The tree and the bytes of a value, side by side.
class OutlineViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_view.reset(); }

    void aChosenPartLightsItsBytesUp();
    void aClickedByteChoosesItsPart_data();
    void aClickedByteChoosesItsPart();
    void keysWalkThroughTheBytes();
    void bytesAreCopiedAsHex();
    void bytesAreShownAsTheyAre_data();
    void bytesAreShownAsTheyAre();
    void bytesWithoutMeaningStandAlone();
    void theSameValueMovesNothing();
    void aNewerValueKeepsWhatTheUserHasArranged();
    void whatIsGoneIsNotChosen();
    void blocksStayUnfolded();
    void theBytesThatCouldNotBeDecodedAreMarked();
    void unfoldingAllOfAHugeValueIsRefused();
    void fiftyMegabytesOfBytesArePaintedInNoTime();

private:
    void show(const QByteArray &cbor)
    {
        m_view->show(std::make_shared<const Outline>(outlineOfCbor(cbor)));
    }
    void click(qsizetype offset)
    {
        QTest::mouseClick(m_view->hex()->viewport(), Qt::LeftButton, {},
                          m_view->hex()->rectOf(offset).center());
    }
    [[nodiscard]] QString chosenPath() const
    {
        return m_view->chosen() == NoNode
                   ? QString()
                   : nodePath(m_view->outline(), Outline::Root, m_view->chosen());
    }
    /// The names of all rows in sight, from the first to the last one.
    [[nodiscard]] QStringList rows() const;
    [[nodiscard]] NodeId nodeAt(const QString &path) const;
    [[nodiscard]] QByteArray litBytes() const
    {
        const ByteRange lit = m_view->hex()->lit();
        return m_view->hex()->bytes().mid(lit.offset, lit.size).toHex();
    }

    std::unique_ptr<OutlineView> m_view;
};

namespace {

/// {"a": 1, "list": [numbers from 0 on], "z": {"deep": {"x": null}}}
QByteArray sample(int items, const QByteArray &a = "01")
{
    QByteArray cbor = QByteArray::fromHex("a36161" + a + "646c697374") + char(0x98) + char(items);
    for (int i = 0; i < items; ++i)
        cbor += QByteArray::fromHex("18") + char(i);
    return cbor + QByteArray::fromHex("617aa16464656570a16178f6");
}

} // namespace

void OutlineViewTest::init()
{
    m_view = std::make_unique<OutlineView>();
    m_view->resize(1000, 300);
    m_view->QWidget::show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

QStringList OutlineViewTest::rows() const
{
    QStringList names;
    for (QModelIndex index = m_view->tree()->model()->index(0, 0); index.isValid();
         index = m_view->tree()->indexBelow(index))
        names << index.data().toString();
    return names;
}

NodeId OutlineViewTest::nodeAt(const QString &path) const
{
    const Outline &outline = m_view->outline();
    for (NodeId node = 1; node < NodeId(outline.size()); ++node) {
        if (outline.at(node).parent != NoNode && nodePath(outline, Outline::Root, node) == path)
            return node;
    }
    return NoNode;
}

void OutlineViewTest::aChosenPartLightsItsBytesUp()
{
    show(sample(30));
    const QSignalSpy chosen(m_view.get(), &OutlineView::nodeChosen);
    m_view->choose(nodeAt(QStringLiteral("value.list[5]")));
    QCOMPARE(chosenPath(), QStringLiteral("value.list[5]"));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(litBytes(), QByteArray("1805"));
    m_view->choose(nodeAt(QStringLiteral("value.z")));
    QCOMPARE(litBytes(), QByteArray("6464656570a16178f6")); // without its head
}

void OutlineViewTest::aClickedByteChoosesItsPart_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("path");
    QTest::newRow("head of the object") << 0 << QStringLiteral("value");
    QTest::newRow("key") << 1 << QStringLiteral("value.a");
    QTest::newRow("number") << 3 << QStringLiteral("value.a");
    QTest::newRow("name of the list") << 5 << QStringLiteral("value.list");
    QTest::newRow("head of the list") << 9 << QStringLiteral("value.list");
    QTest::newRow("item") << 15 << QStringLiteral("value.list[2]");
    QTest::newRow("null") << 40 << QStringLiteral("value.z.deep.x");
}

void OutlineViewTest::aClickedByteChoosesItsPart()
{
    QFETCH(int, offset);
    show(sample(9));
    QCOMPARE(m_view->hex()->bytes().size(), 41);
    click(offset);
    QTEST(chosenPath(), "path");
    QCOMPARE(m_view->hex()->cursor(), qsizetype(offset));
    QVERIFY(m_view->tree()->visualRect(m_view->tree()->currentIndex()).isValid());
}

void OutlineViewTest::keysWalkThroughTheBytes()
{
    show(sample(9));
    HexView *hex = m_view->hex();
    hex->setFocus();
    const int line = hex->bytesPerLine();
    const auto after = [hex](Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(hex, key, with);
        return int(hex->cursor());
    };
    QCOMPARE(after(Qt::Key_Left), 0);
    QCOMPARE(after(Qt::Key_Right), 1);
    QCOMPARE(chosenPath(), QStringLiteral("value.a"));
    QCOMPARE(after(Qt::Key_Down), 1 + line);
    QCOMPARE(after(Qt::Key_Up), 1);
    QCOMPARE(after(Qt::Key_Up), 1);
    QCOMPARE(after(Qt::Key_End), line - 1);
    QCOMPARE(after(Qt::Key_Home), 0);
    QCOMPARE(after(Qt::Key_End, Qt::ControlModifier), 40);
    QCOMPARE(after(Qt::Key_Right), 40);
    QCOMPARE(after(Qt::Key_Down), 40);
    QCOMPARE(after(Qt::Key_PageUp), 40 % line);
    QCOMPARE(after(Qt::Key_PageDown), 40);
    QCOMPARE(after(Qt::Key_Home, Qt::ControlModifier), 0);
    QVERIFY(hex->accessibleDescription().startsWith(QStringLiteral("byte 0 of 41: a3")));
}

void OutlineViewTest::bytesAreCopiedAsHex()
{
    show(sample(9));
    m_view->choose(nodeAt(QStringLiteral("value.list[5]")));
    m_view->hex()->setFocus();
    QTest::keyClick(m_view->hex(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("18 05"));
    QTest::keyClick(m_view->hex(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(m_view->hex(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_view->hex(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_view->hex(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a3 61 61"));
    QTest::keyClick(m_view->hex(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->hex()->chosen(), (ByteRange{0, 41}));
}

void OutlineViewTest::bytesAreShownAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("line");
    QTest::newRow("text") << QByteArray("Az09 ~")
                          << QStringLiteral("0000  41 7a 30 39 20 7e  Az09 ~");
    QTest::newRow("controls") << QByteArray("\0\n\r\t\x1b\x7f", 6)
                              << QStringLiteral("0000  00 0a 0d 09 1b 7f  ······");
    QTest::newRow("high") << QByteArray("\x80\xff\xc3\xa9")
                          << QStringLiteral("0000  80 ff c3 a9  ····");
}

void OutlineViewTest::bytesAreShownAsTheyAre()
{
    QFETCH(QByteArray, bytes);
    m_view->showBytes(bytes);
    QTEST(m_view->hex()->lineAt(0), "line");
}

void OutlineViewTest::bytesWithoutMeaningStandAlone()
{
    show(sample(9));
    QVERIFY(m_view->tree()->isVisible());
    m_view->showBytes("abc");
    QVERIFY(!m_view->tree()->isVisible());
    QCOMPARE(m_view->chosen(), NoNode);
    click(1);
    QCOMPARE(m_view->hex()->cursor(), qsizetype(1));
    m_view->showBytes({});
    QTest::keyClick(m_view->hex(), Qt::Key_Right);
    QTest::keyClick(m_view->hex(), Qt::Key_End);
    QCOMPARE(m_view->hex()->cursor(), qsizetype(0));
}

void OutlineViewTest::theSameValueMovesNothing()
{
    show(sample(200));
    m_view->tree()->expand(
        m_view->tree()->model()->index(1, 0, m_view->tree()->model()->index(0, 0)));
    m_view->choose(nodeAt(QStringLiteral("value.list[150]")));
    QScrollBar *bar = m_view->tree()->verticalScrollBar();
    bar->setValue(bar->value() - 33);
    const QSignalSpy reset(m_view->tree()->model(), &QAbstractItemModel::modelReset);
    show(sample(200));
    QCOMPARE(reset.size(), 0);
}

void OutlineViewTest::aNewerValueKeepsWhatTheUserHasArranged()
{
    show(sample(200));
    m_view->choose(nodeAt(QStringLiteral("value.list[150]")));
    QTreeView *tree = m_view->tree();
    tree->collapse(tree->model()->index(2, 0, tree->model()->index(0, 0)));
    QScrollBar *bar = tree->verticalScrollBar();
    bar->setValue(bar->value() + 33);
    m_view->hex()->verticalScrollBar()->setValue(9);
    const QStringList before = rows();
    const QString first = tree->indexAt({1, 1}).data().toString();
    const int y = tree->visualRect(tree->indexAt({1, 1})).top();
    QVERIFY(before.size() > 200);
    QVERIFY(bar->value() > 0);

    show(sample(220, "1903e8")); // other bytes before and more behind
    QCOMPARE(chosenPath(), QStringLiteral("value.list[150]"));
    QCOMPARE(litBytes(), QByteArray("1896"));
    QCOMPARE(rows().size(), before.size() + 20);
    QCOMPARE(tree->indexAt({1, 1}).data().toString(), first);
    QCOMPARE(tree->visualRect(tree->indexAt({1, 1})).top(), y);
    QCOMPARE(m_view->hex()->verticalScrollBar()->value(), 9);
}

void OutlineViewTest::whatIsGoneIsNotChosen()
{
    show(sample(20));
    m_view->choose(nodeAt(QStringLiteral("value.list[15]")));
    show(sample(10));
    QCOMPARE(m_view->chosen(), NoNode);
    QCOMPARE(m_view->hex()->lit(), ByteRange());
    QVERIFY(rows().contains(QStringLiteral("[9]"))); // still unfolded
}

void OutlineViewTest::blocksStayUnfolded()
{
    const auto large = [](char item) {
        return QByteArray::fromHex("990bb8") + QByteArray(3000, item);
    };
    show(large('\1'));
    m_view->choose(nodeAt(QStringLiteral("value[2500]")));
    QCOMPARE(rows().size(), 1 + 3 + 1000);
    show(large('\2'));
    QCOMPARE(rows().size(), 1 + 3 + 1000);
    QCOMPARE(chosenPath(), QStringLiteral("value[2500]"));
    QCOMPARE(litBytes(), QByteArray("02"));
}

void OutlineViewTest::theBytesThatCouldNotBeDecodedAreMarked()
{
    show(QByteArray::fromHex("8301fe02"));
    QCOMPARE(m_view->hex()->problems(), QList<ByteRange>({{2, 2}}));
    show(QByteArray::fromHex("83010202"));
    QCOMPARE(m_view->hex()->problems(), QList<ByteRange>());
    QCOMPARE(rows(), QStringList({QStringLiteral("value"), QStringLiteral("[0]"),
                                  QStringLiteral("[1]"), QStringLiteral("[2]")}));
}

void OutlineViewTest::unfoldingAllOfAHugeValueIsRefused()
{
    QByteArray cbor = QByteArray::fromHex("9903e8"); // a thousand arrays of a hundred
    for (int i = 0; i < 1000; ++i)
        cbor += QByteArray::fromHex("9864") + QByteArray(100, '\1');
    show(cbor);
    QTreeView *tree = m_view->tree();
    tree->collapseAll();
    tree->setCurrentIndex(tree->model()->index(0, 0));
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Asterisk);
    QCOMPARE(rows().size(), 1);
    m_view->choose(nodeAt(QStringLiteral("value[7]")));
    QTest::keyClick(tree, Qt::Key_Asterisk);
    QCOMPARE(rows().size(), 1 + 1000 + 100);
}

void OutlineViewTest::fiftyMegabytesOfBytesArePaintedInNoTime()
{
    m_view->showBytes(QByteArray(50'000'000, 'x'));
    HexView *hex = m_view->hex();
    QTest::keyClick(hex, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(hex->cursor(), qsizetype(49'999'999));
    QVERIFY(hex->viewport()->rect().contains(hex->rectOf(hex->cursor())));
    QVERIFY(hex->lineAt(hex->cursor()).startsWith(QStringLiteral("02faf0")));
    QCOMPARE(hex->verticalScrollBar()->value(), hex->verticalScrollBar()->maximum());
}

QTEST_MAIN(OutlineViewTest)
#include "OutlineViewTest.moc"
