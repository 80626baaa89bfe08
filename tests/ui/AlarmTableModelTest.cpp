#include "AlarmTableModel.h"

#include "Actors.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace greenroom;

class AlarmTableModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomMergesLeaveExactlyTheGivenAlarms();
    void rawValuesHaveTheColumnsOwnType();
    void orphansAndDamagedAlarmsSaySo();
    void onlyAChangedAlarmIsPaintedAgain();
};

namespace {

AlarmRow alarmOf(const QString &fileName, quint64 ms)
{
    AlarmRow row;
    row.alarm.fileName = fileName;
    row.alarm.timestamp = Timestamp{ms};
    return row;
}

} // namespace

void AlarmTableModelTest::randomMergesLeaveExactlyTheGivenAlarms()
{
    QRandomGenerator random(7);
    AlarmTableModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int step = 0; step < 3000; ++step) {
        QHash<QString, QPersistentModelIndex> held;
        for (int row = 0; row < model.rowCount(); ++row)
            held.insert(model.row(row).alarm.fileName, model.index(row, 0));

        QList<AlarmRow> alarms;
        for (int number = 0; number < 12; ++number) {
            if (random.bounded(3) != 0)
                alarms << alarmOf(fileNameOf(number), TestNow + quint64(random.bounded(2)));
        }
        model.replaceAll(alarms);

        QCOMPARE(model.rowCount(), int(alarms.size()));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(model.row(row) == alarms[row]);
        for (auto index = held.cbegin(); index != held.cend(); ++index)
            QCOMPARE(index.value().isValid() ? index.value().row() : -1, model.find(index.key()));
    }
}

void AlarmTableModelTest::rawValuesHaveTheColumnsOwnType()
{
    AlarmRow row = alarmOf(QStringLiteral("id"), ~0ull);
    row.actorPath = QStringLiteral("counter/a");
    AlarmTableModel model;
    model.replaceAll({row, alarmOf(QStringLiteral("other"), 5)});
    const auto raw = [&](int line, int column) { return model.index(line, column).data(RawRole); };
    QCOMPARE(raw(0, AlarmTableModel::DueColumn).value<Timestamp>().ms, ~0ull);
    QCOMPARE(raw(0, AlarmTableModel::TimeColumn).value<Timestamp>().ms, ~0ull);
    QCOMPARE(raw(0, AlarmTableModel::ActorColumn), QVariant(QStringLiteral("counter/a")));
    QVERIFY(!raw(1, AlarmTableModel::ActorColumn).isValid());
    QCOMPARE(raw(0, AlarmTableModel::IdColumn), QVariant(QStringLiteral("id")));
    QCOMPARE(columnOf(model, AlarmTableModel::RemarkColumn, FileNameRole),
             QStringList({QStringLiteral("id"), QStringLiteral("other")}));
}

void AlarmTableModelTest::orphansAndDamagedAlarmsSaySo()
{
    AlarmRow orphan = alarmOf(QStringLiteral("a"), 1);
    orphan.alarm.orphan = true;
    AlarmRow damaged = alarmOf(QStringLiteral("b"), 1);
    damaged.alarm.timestamp.reset();
    damaged.alarm.error = Error{ErrorCode::Truncated, QStringLiteral("it ends too early")};
    AlarmTableModel model;
    model.replaceAll({orphan, damaged, alarmOf(QStringLiteral("c"), 1)});
    QCOMPARE(columnOf(model, AlarmTableModel::RemarkColumn, RawRole),
             QStringList({QStringLiteral("Orphan: no actor of this id exists"),
                          QStringLiteral("it ends too early"), QString()}));
    QVERIFY(!model.index(1, AlarmTableModel::DueColumn).data(RawRole).isValid());
    QCOMPARE(model.index(0, 0).data(ProblemsRole).toStringList().size(), 1);
    QCOMPARE(model.index(2, 0).data(ProblemsRole).toStringList().size(), 0);
}

void AlarmTableModelTest::onlyAChangedAlarmIsPaintedAgain()
{
    AlarmTableModel model;
    model.replaceAll({alarmOf(QStringLiteral("a"), 1), alarmOf(QStringLiteral("b"), 2)});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.replaceAll({alarmOf(QStringLiteral("a"), 1), alarmOf(QStringLiteral("b"), 3)});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(1, 0));
}

QTEST_GUILESS_MAIN(AlarmTableModelTest)
#include "AlarmTableModelTest.moc"
