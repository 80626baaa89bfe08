#include "KvTableModel.h"

#include "KeySpace.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

class KvTableModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomMergesLeaveExactlyTheGivenRows();
    void rawValuesHaveTheColumnsOwnType();
    void keysAreInTheOrderOfSqlite_data();
    void keysAreInTheOrderOfSqlite();
    void whatStaysKeepsItsPlace_data();
    void whatStaysKeepsItsPlace();
    void startingOverForgetsWhatAViewHolds();
};

namespace {

KvRow rowOf(const QByteArray &key, StorageClass keyClass = StorageClass::Blob,
            const QByteArray &value = "value")
{
    KvRow row;
    row.key = key;
    row.keyClass = keyClass;
    row.value = value;
    row.valueSize = value.size();
    return row;
}

/// Keys of every class, in the order in which SQLite gives them.
QList<KvRow> everyClass()
{
    return {rowOf("-9.5", StorageClass::Real),
            rowOf("-2", StorageClass::Integer),
            rowOf("3", StorageClass::Integer),
            rowOf("3.5", StorageClass::Real),
            rowOf("10", StorageClass::Integer),
            rowOf("", StorageClass::Text),
            rowOf("10", StorageClass::Text),
            rowOf("9", StorageClass::Text),
            rowOf("", StorageClass::Blob),
            rowOf("\x01", StorageClass::Blob),
            rowOf("\x04"
                  "a",
                  StorageClass::Blob),
            rowOf("\x04"
                  "ab",
                  StorageClass::Blob),
            rowOf(QByteArray("\x04"
                             "ab\0",
                             4),
                  StorageClass::Blob),
            rowOf("\x7f", StorageClass::Blob),
            rowOf("\xff", StorageClass::Blob)};
}

} // namespace

void KvTableModelTest::randomMergesLeaveExactlyTheGivenRows()
{
    QRandomGenerator random(11);
    const QList<KvRow> possible = everyClass();
    KvTableModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int step = 0; step < 3000; ++step) {
        QHash<int, QPersistentModelIndex> held; // by the place among the possible ones
        for (int place = 0; place < possible.size(); ++place) {
            if (const int row = model.find(keyOf(possible[place])); row >= 0)
                held.insert(place, model.index(row, 0));
        }
        QList<KvRow> rows;
        for (const KvRow &row : possible) {
            if (random.bounded(2) == 0)
                rows << rowOf(row.key, row.keyClass, random.bounded(4) == 0 ? "other" : "value");
        }
        model.replaceAll(rows);

        QCOMPARE(model.rowCount(), int(rows.size()));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(model.row(row) == rows[row]);
        for (auto index = held.cbegin(); index != held.cend(); ++index) {
            QCOMPARE(index.value().isValid() ? index.value().row() : -1,
                     model.find(keyOf(possible[index.key()])));
        }
    }
}

void KvTableModelTest::rawValuesHaveTheColumnsOwnType()
{
    KvRow row = rowOf("\x04"
                      "last",
                      StorageClass::Blob, QByteArray("a\0b", 3));
    row.valueSize = 1ll << 40;
    KvTableModel model;
    model.replaceAll({row});
    const auto raw = [&](int column) { return model.index(0, column).data(RawRole); };
    QCOMPARE(raw(KvTableModel::KindColumn), QVariant(int(KeyKind::UserKv)));
    QCOMPARE(raw(KvTableModel::KeyColumn), QVariant(QByteArray("\x04"
                                                               "last")));
    QCOMPARE(raw(KvTableModel::ValueColumn), QVariant(QByteArray("a\0b", 3)));
    QCOMPARE(raw(KvTableModel::SizeColumn), QVariant(qint64(1) << 40));
    QVERIFY(!model.index(0, 0).data(Qt::DisplayRole).isValid());
}

void KvTableModelTest::keysAreInTheOrderOfSqlite_data()
{
    QTest::addColumn<int>("place");
    for (int place = 0; place + 1 < everyClass().size(); ++place)
        QTest::addRow("%d", place) << place;
}

void KvTableModelTest::keysAreInTheOrderOfSqlite()
{
    QFETCH(int, place);
    const KvPlace before = keyOf(everyClass()[place]);
    const KvPlace after = keyOf(everyClass()[place + 1]);
    QVERIFY(before < after);
    QVERIFY(!(after < before));
    QVERIFY(!(before < before));
}

void KvTableModelTest::whatStaysKeepsItsPlace_data()
{
    QTest::addColumn<QByteArray>("goes");
    QTest::addColumn<QByteArray>("stays");
    QTest::addColumn<int>("classThatGoes");
    QTest::addColumn<int>("classThatStays");
    const int integer = int(StorageClass::Integer);
    const int blob = int(StorageClass::Blob);
    QTest::newRow("blobs") << QByteArray("a") << QByteArray("b") << blob << blob;
    QTest::newRow("a number and a blob") << QByteArray("1") << QByteArray("1") << integer << blob;
    // Other tools' tables may have such keys.
    QTest::newRow("integers that are one double")
        << QByteArray("9007199254740992") << QByteArray("9007199254740993") << integer << integer;
    QTest::newRow("a null comes first")
        << QByteArray() << QByteArray("a") << int(StorageClass::Null) << blob;
}

void KvTableModelTest::whatStaysKeepsItsPlace()
{
    QFETCH(QByteArray, goes);
    QFETCH(QByteArray, stays);
    QFETCH(int, classThatGoes);
    QFETCH(int, classThatStays);
    const KvRow first = rowOf(goes, StorageClass(classThatGoes));
    const KvRow second = rowOf(stays, StorageClass(classThatStays));
    KvTableModel model;
    model.replaceAll({first, second});
    const QPersistentModelIndex firstIndex = model.index(0, 0);
    const QPersistentModelIndex secondIndex = model.index(1, 0);
    model.replaceAll({second});
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.row(0) == second);
    QVERIFY(!firstIndex.isValid());
    QVERIFY(secondIndex.isValid());
}

void KvTableModelTest::startingOverForgetsWhatAViewHolds()
{
    KvTableModel model;
    model.replaceAll({rowOf("a"), rowOf("b")});
    const QPersistentModelIndex held = model.index(1, 0);
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.startOver({rowOf("b")});
    QCOMPARE(reset.size(), 1);
    QVERIFY(!held.isValid());
    QCOMPARE(columnOf(model, KvTableModel::KeyColumn, RawRole), QStringList(QStringLiteral("b")));
}

QTEST_GUILESS_MAIN(KvTableModelTest)
#include "KvTableModelTest.moc"
