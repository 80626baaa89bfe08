#include "AlarmPresentation.h"

#include "Actors.h"
#include "AlarmTableModel.h"
#include "Colors.h"
#include "FakeClock.h"
#include "ModelText.h"
#include "RawSort.h"
#include "TimeText.h"

#include <QAbstractItemModelTester>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

class AlarmPresentationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theTableReadsAsPeopleDo();
    void theSoonestComesFirstAndTheUnknownLast();
    void onlyAnOverdueAlarmIsRed();
    void orphansAndDamagedAlarmsHaveAnotherIcon();
    void aTickPaintsOnlyTheCountdown();
    void randomMergesPassTheModelTester();

private:
    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<AlarmTableModel> m_model;
    std::unique_ptr<RawSort> m_sort;
    std::unique_ptr<AlarmPresentation> m_shown;
};

namespace {

AlarmRow alarmOf(const char *fileName, std::optional<quint64> ms, const char *actor = "")
{
    AlarmRow row;
    row.alarm.fileName = QString::fromUtf8(fileName);
    if (ms)
        row.alarm.timestamp = Timestamp{*ms};
    else
        row.alarm.error = Error{ErrorCode::Truncated, QStringLiteral("ends early")};
    row.actorPath = QString::fromUtf8(actor);
    return row;
}

} // namespace

void AlarmPresentationTest::init()
{
    m_clock = std::make_shared<FakeClock>(TestNow);
    m_model = std::make_unique<AlarmTableModel>();
    m_sort = std::make_unique<RawSort>();
    m_shown = std::make_unique<AlarmPresentation>(m_clock);
    m_sort->setSourceModel(m_model.get());
    m_sort->sort(AlarmTableModel::DueColumn);
    m_shown->setSourceModel(m_sort.get());
}

void AlarmPresentationTest::cleanup()
{
    m_shown.reset();
    m_sort.reset();
    m_model.reset();
}

void AlarmPresentationTest::theTableReadsAsPeopleDo()
{
    AlarmRow orphan = alarmOf("b", ~0ull);
    orphan.alarm.orphan = true;
    m_model->replaceAll(
        {alarmOf("a", TestNow - 90'000, "counter/x"), orphan, alarmOf("c", std::nullopt)});
    QCOMPARE(titlesOf(*m_shown),
             QStringList({QStringLiteral("Due"), QStringLiteral("Time"), QStringLiteral("Actor"),
                          QStringLiteral("Id"), QStringLiteral("Remark")}));
    const QStringList text = textOf(*m_shown);
    QCOMPARE(text.size(), 3);
    QCOMPARE(text[0], QStringLiteral("overdue by 1 min 30 s | %1 | counter/x | a | ")
                          .arg(exactTime({TestNow - 90'000})));
    QCOMPARE(text[1], QStringLiteral("in 584942360 y 147 d | 18446744073709551615 ms (beyond the "
                                     "year 9999) |  | b | Orphan: no actor of this id exists"));
    QCOMPARE(text[2], QStringLiteral("Unknown |  |  | c | ends early"));
}

void AlarmPresentationTest::theSoonestComesFirstAndTheUnknownLast()
{
    m_model->replaceAll({alarmOf("a", ~0ull), alarmOf("b", std::nullopt), alarmOf("c", 1ull << 63),
                         alarmOf("d", 5), alarmOf("e", TestNow), alarmOf("f", 5)});
    QCOMPARE(columnOf(*m_shown, AlarmTableModel::IdColumn).join(u' '),
             QStringLiteral("d f e c a b"));
}

void AlarmPresentationTest::onlyAnOverdueAlarmIsRed()
{
    m_model->replaceAll({alarmOf("a", TestNow - 1), alarmOf("b", TestNow), alarmOf("c", ~0ull),
                         alarmOf("d", std::nullopt)});
    const QColor red = toneColor(Tone::Danger, QGuiApplication::palette());
    const auto isRed = [&](int row) {
        return m_shown->index(row, AlarmTableModel::DueColumn)
                   .data(Qt::ForegroundRole)
                   .value<QColor>() == red;
    };
    QVERIFY(isRed(0));
    for (int row = 1; row < 4; ++row)
        QVERIFY(!isRed(row));
    m_clock->advance(1);
    QVERIFY(isRed(1));
}

void AlarmPresentationTest::orphansAndDamagedAlarmsHaveAnotherIcon()
{
    AlarmRow orphan = alarmOf("b", TestNow + 2);
    orphan.alarm.orphan = true;
    m_model->replaceAll({alarmOf("a", TestNow + 1), orphan, alarmOf("c", std::nullopt)});
    const auto image = [&](int row) {
        return m_shown->index(row, AlarmTableModel::DueColumn)
            .data(Qt::DecorationRole)
            .value<QIcon>()
            .pixmap(16, 16)
            .toImage();
    };
    QVERIFY(!image(0).isNull());
    QVERIFY(image(0) != image(1));
    QVERIFY(image(1) == image(2));
}

void AlarmPresentationTest::aTickPaintsOnlyTheCountdown()
{
    m_model->replaceAll({alarmOf("a", 1), alarmOf("b", 2)});
    QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_shown->tick();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), m_shown->index(0, AlarmTableModel::DueColumn));
    QCOMPARE(changed[0][1].toModelIndex(), m_shown->index(1, AlarmTableModel::DueColumn));
    m_model->replaceAll({});
    changed.clear();
    m_shown->tick();
    QCOMPARE(changed.size(), 0);
}

void AlarmPresentationTest::randomMergesPassTheModelTester()
{
    QRandomGenerator random(3);
    const QAbstractItemModelTester tester(m_shown.get(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int step = 0; step < 1000; ++step) {
        QList<AlarmRow> alarms;
        for (char name = 'a'; name < 'l'; ++name) {
            const char fileName[] = {name, 0};
            if (random.bounded(3) == 0)
                continue;
            alarms << (random.bounded(5) == 0
                           ? alarmOf(fileName, std::nullopt)
                           : alarmOf(fileName, TestNow + quint64(random.bounded(3))));
        }
        m_model->replaceAll(alarms);
        m_shown->tick();

        std::stable_sort(alarms.begin(), alarms.end(), [](const AlarmRow &a, const AlarmRow &b) {
            return a.alarm.timestamp &&
                   (!b.alarm.timestamp || *a.alarm.timestamp < *b.alarm.timestamp);
        });
        QStringList names;
        for (const AlarmRow &row : std::as_const(alarms))
            names << row.alarm.fileName;
        QCOMPARE(columnOf(*m_shown, AlarmTableModel::IdColumn), names);
    }
}

QTEST_MAIN(AlarmPresentationTest)
#include "AlarmPresentationTest.moc"
