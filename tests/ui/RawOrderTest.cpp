#include "RawOrder.h"
#include "RawSort.h"

#include "KeyedTableModel.h"
#include "Timestamp.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>

using namespace greenroom;

class RawOrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsSortedAsPeopleDo_data();
    void textIsSortedAsPeopleDo();
    void theOrderOfTextIsConsistent();
    void aCellWithoutValueComesLastBothWays_data();
    void aCellWithoutValueComesLastBothWays();
    void timesAreSortedByAll64Bits();
    void numbersAreSortedByValue();
    void equalRowsAreOrderedByFurtherColumnsBothWays();
};

namespace {

constexpr auto Fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

/// A table with these raw values, a row for each list.
void fill(QStandardItemModel &model, const QList<QVariantList> &rows)
{
    for (const QVariantList &row : rows) {
        QList<QStandardItem *> items;
        for (const QVariant &value : row) {
            items << new QStandardItem;
            items.last()->setData(value, RawRole);
        }
        model.appendRow(items);
    }
}

QVariant timeOf(quint64 ms)
{
    return QVariant::fromValue(Timestamp{ms});
}

QVariantList firstColumn(const QAbstractItemModel &model)
{
    QVariantList values;
    for (int row = 0; row < model.rowCount(); ++row)
        values << model.index(row, 0).data(RawRole);
    return values;
}

} // namespace

void RawOrderTest::textIsSortedAsPeopleDo_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<int>("order");
    const auto row = [](const char *left, const char *right, int order) {
        QTest::addRow("%s and %s", left, right)
            << QString::fromUtf8(left) << QString::fromUtf8(right) << order;
    };
    row("", "", 0);
    row("", "a", -1);
    row("room/2", "room/10", -1);
    row("room/2/b", "room/10/a", -1);
    row("Room/2", "room/10", -1);
    row("a", "B", -1);
    row("room", "room/1", -1);
    row("007", "7", 0);
    row("007", "8", -1);
    row("0", "1", -1);
    row("a0", "a00", 0);
    row("a", "a0", -1);
    row("1", "a", -1);
    row("99999999999999999999998", "99999999999999999999999", -1);
    row("9999999999999999999999", "10000000000000000000000", -1);
    row("ä2", "ä10", -1);
    row("٢", "٣", -1); // digits of other scripts are just letters
}

void RawOrderTest::textIsSortedAsPeopleDo()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    QTEST(compareNaturally(left, right), "order");
    QFETCH(int, order);
    QCOMPARE(compareNaturally(right, left), -order);
}

void RawOrderTest::theOrderOfTextIsConsistent()
{
    // Sorting with an order that contradicts itself is undefined.
    QRandomGenerator random(5);
    const QString alphabet = QStringLiteral("0012aB/");
    QStringList texts;
    for (int i = 0; i < 120; ++i) {
        QString text;
        for (int length = random.bounded(6); length > 0; --length)
            text += alphabet[random.bounded(int(alphabet.size()))];
        texts << text;
    }
    for (const QString &a : texts) {
        for (const QString &b : texts) {
            QCOMPARE(compareNaturally(a, b), -compareNaturally(b, a));
            for (const QString &c : texts) {
                if (compareNaturally(a, b) <= 0 && compareNaturally(b, c) <= 0)
                    QVERIFY2(compareNaturally(a, c) <= 0, qPrintable(a + u' ' + b + u' ' + c));
            }
        }
    }
}

void RawOrderTest::aCellWithoutValueComesLastBothWays_data()
{
    QTest::addColumn<QVariant>("low");
    QTest::addColumn<QVariant>("high");
    QTest::newRow("text") << QVariant(QStringLiteral("a")) << QVariant(QStringLiteral("b"));
    QTest::newRow("number") << QVariant(1) << QVariant(2);
    QTest::newRow("time") << timeOf(1) << timeOf(~0ull);
}

void RawOrderTest::aCellWithoutValueComesLastBothWays()
{
    QFETCH(QVariant, low);
    QFETCH(QVariant, high);
    QStandardItemModel model;
    fill(model, {{QVariant()}, {high}, {QVariant()}, {low}});
    RawSort sort;
    const QAbstractItemModelTester tester(&sort, Fatal);
    sort.setSourceModel(&model);
    sort.sort(0, Qt::AscendingOrder);
    QCOMPARE(firstColumn(sort), QVariantList({low, high, QVariant(), QVariant()}));
    sort.sort(0, Qt::DescendingOrder);
    QCOMPARE(firstColumn(sort), QVariantList({high, low, QVariant(), QVariant()}));
}

void RawOrderTest::timesAreSortedByAll64Bits()
{
    QStandardItemModel model;
    fill(model, {{timeOf(~0ull)},
                 {timeOf((1ull << 53) + 1)},
                 {timeOf(1ull << 63)},
                 {timeOf(0)},
                 {timeOf(1ull << 53)},
                 {timeOf((1ull << 63) - 1)}});
    RawSort sort;
    sort.setSourceModel(&model);
    sort.sort(0, Qt::AscendingOrder);
    QList<quint64> sorted;
    for (const QVariant &value : firstColumn(sort))
        sorted << value.value<Timestamp>().ms;
    QCOMPARE(sorted, QList<quint64>(
                         {0, 1ull << 53, (1ull << 53) + 1, (1ull << 63) - 1, 1ull << 63, ~0ull}));
}

void RawOrderTest::numbersAreSortedByValue()
{
    QStandardItemModel model;
    const qint64 most = std::numeric_limits<qint64>::max();
    fill(model, {{most}, {qint64(10)}, {qint64(9)}, {most - 1}, {qint64(0)}});
    RawSort sort;
    sort.setSourceModel(&model);
    sort.sort(0, Qt::DescendingOrder);
    QCOMPARE(firstColumn(sort), QVariantList({most, most - 1, qint64(10), qint64(9), qint64(0)}));
}

void RawOrderTest::equalRowsAreOrderedByFurtherColumnsBothWays()
{
    QStandardItemModel model;
    const QString same = QStringLiteral("same");
    fill(model, {{1, same, QStringLiteral("b"), 10},
                 {2, same, QStringLiteral("a"), 2},
                 {3, same, QStringLiteral("a"), 1},
                 {4, same, QVariant(), 0},
                 {5, same, QStringLiteral("a"), 1}});
    RawSort sort({2, 3});
    sort.setSourceModel(&model);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        sort.sort(1, order);
        QCOMPARE(firstColumn(sort), QVariantList({3, 5, 2, 1, 4}));
    }
}

QTEST_GUILESS_MAIN(RawOrderTest)
#include "RawOrderTest.moc"
