#include "OutlineModel.h"

#include "CborReader.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

using namespace greenroom;

class OutlineModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTreeReadsAsPeopleDo();
    void everyNodeIsFoundWhereItStands_data();
    void everyNodeIsFoundWhereItStands();
    void aLargeContainerComesInBlocks();
    void aTopOtherThanTheRootHasItsChildrenAlone();
    void aTopWithoutChildrenIsShownItself();
    void nodesElsewhereHaveNoPlace();
    void aFailureIsARow();

private:
    void show(const QByteArray &cbor)
    {
        m_model.setOutline(std::make_shared<const Outline>(outlineOfCbor(cbor)));
    }
    [[nodiscard]] QStringList lines(const QModelIndex &parent = {}, int depth = 0) const;

    OutlineModel m_model;
};

namespace {

/// An array of so many small numbers.
QByteArray arrayOf(quint32 count)
{
    QByteArray cbor(5, '\x9a');
    for (int i = 0; i < 4; ++i)
        cbor[1 + i] = char(count >> (24 - 8 * i));
    return cbor + QByteArray(qsizetype(count), '\1');
}

} // namespace

QStringList OutlineModelTest::lines(const QModelIndex &parent, int depth) const
{
    QStringList lines;
    for (int row = 0; row < m_model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < m_model.columnCount(); ++column)
            cells << m_model.index(row, column, parent).data().toString();
        lines << QString(depth, u' ') + cells.join(QStringLiteral(" | "));
        lines += this->lines(m_model.index(row, 0, parent), depth + 1);
    }
    return lines;
}

void OutlineModelTest::aTreeReadsAsPeopleDo()
{
    show(QByteArray::fromHex("a2616181f561621b0000000000000005"));
    const QAbstractItemModelTester tester(&m_model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(lines(), QStringList({
                          QStringLiteral("value | {a: [1], b: 5n} | object"),
                          QStringLiteral(" a | (1) [true] | array"),
                          QStringLiteral("  [0] | true | boolean"),
                          QStringLiteral(" b | 5n | bigint"),
                      }));
    show({});
    QCOMPARE(m_model.rowCount(), 1); // why there is none
}

void OutlineModelTest::everyNodeIsFoundWhereItStands_data()
{
    QTest::addColumn<QByteArray>("cbor");
    QTest::newRow("object") << QByteArray::fromHex("a2616181f561621b0000000000000005");
    QTest::newRow("Map of pairs") << QByteArray::fromHex("d90103a18101f5");
    QTest::newRow("as many as fit") << arrayOf(OutlineModel::BlockRows);
    QTest::newRow("one more") << arrayOf(OutlineModel::BlockRows + 1);
    QTest::newRow("blocks of blocks") << QByteArray("\x81") + arrayOf(2500);
    QTest::newRow("failure") << QByteArray::fromHex("820163");
}

void OutlineModelTest::everyNodeIsFoundWhereItStands()
{
    QFETCH(QByteArray, cbor);
    show(cbor);
    const QAbstractItemModelTester tester(&m_model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    int found = 0;
    const auto visit = [&](auto &&self, const QModelIndex &parent) -> void {
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            const QModelIndex index = m_model.index(row, 0, parent);
            QCOMPARE(index.parent(), parent);
            const NodeId node = m_model.nodeOf(index);
            if (node != NoNode) {
                ++found;
                QCOMPARE(m_model.indexOf(node), index);
            } else {
                QCOMPARE(m_model.blockOf(m_model.containerOf(index), quint32(row)), index);
            }
            self(self, index);
        }
    };
    visit(visit, {});
    int keysAndRoot = 1;
    for (NodeId node = 0; node < NodeId(m_model.outline().size()); ++node)
        keysAndRoot += m_model.outline().at(node).key != NoNode;
    QCOMPARE(found, int(m_model.outline().size()) - keysAndRoot);
}

void OutlineModelTest::aLargeContainerComesInBlocks()
{
    show(arrayOf(131'072));
    const QModelIndex array = m_model.index(0, 0);
    QCOMPARE(m_model.rowCount(array), 132);
    const QModelIndex last = m_model.index(131, 0, array);
    QCOMPARE(m_model.index(0, 0, array).data().toString(), QStringLiteral("[0 … 999]"));
    QCOMPARE(last.data().toString(), QStringLiteral("[131000 … 131071]"));
    QCOMPARE(m_model.rowCount(last), 72);
    QCOMPARE(m_model.index(71, 0, last).data().toString(), QStringLiteral("[131071]"));
    QVERIFY(!last.siblingAtColumn(1).data().isValid());
}

void OutlineModelTest::aTopOtherThanTheRootHasItsChildrenAlone()
{
    auto outline =
        std::make_shared<const Outline>(outlineOfCbor(QByteArray::fromHex("8201820203")));
    const NodeId inner = outline->child(outline->child(Outline::Root, 0), 1);
    m_model.setOutline(outline, inner);
    const QAbstractItemModelTester tester(&m_model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(lines(),
             QStringList({QStringLiteral("[0] | 2 | number"), QStringLiteral("[1] | 3 | number")}));
    QVERIFY(!m_model.indexOf(inner).isValid());
}

void OutlineModelTest::aTopWithoutChildrenIsShownItself()
{
    auto outline = std::make_shared<const Outline>(outlineOfCbor(QByteArray::fromHex("820103")));
    const NodeId item = outline->child(outline->child(Outline::Root, 0), 1);
    m_model.setOutline(outline, item);
    const QAbstractItemModelTester tester(&m_model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(lines(), QStringList(QStringLiteral("[1] | 3 | number")));
    QCOMPARE(m_model.indexOf(item), m_model.index(0, 0));
}

void OutlineModelTest::nodesElsewhereHaveNoPlace()
{
    auto outline =
        std::make_shared<const Outline>(outlineOfCbor(QByteArray::fromHex("8201820203")));
    const NodeId array = outline->child(Outline::Root, 0);
    m_model.setOutline(outline, outline->child(array, 1));
    for (const NodeId node : {NoNode, Outline::Root, array, outline->child(array, 0), NodeId(99)})
        QVERIFY(!m_model.indexOf(node).isValid());
}

void OutlineModelTest::aFailureIsARow()
{
    show(QByteArray::fromHex("820163"));
    const QModelIndex failure = m_model.index(1, 0, m_model.index(0, 0));
    QCOMPARE(failure.data(OutlineModel::KindRole).toInt(), int(NodeKind::Failure));
    QCOMPARE(failure.siblingAtColumn(OutlineModel::TypeColumn).data().toString(),
             QStringLiteral("cbor-truncated"));
    QVERIFY(failure.siblingAtColumn(OutlineModel::ValueColumn)
                .data()
                .toString()
                .startsWith(QStringLiteral("CBOR at byte 2: ")));
}

QTEST_MAIN(OutlineModelTest)
#include "OutlineModelTest.moc"
