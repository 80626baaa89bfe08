#include "Timestamp.h"

#include <QTest>

using namespace greenroom;

class TimestampTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTimeAndASpanStayWithinAllTimes_data();
    void aTimeAndASpanStayWithinAllTimes();
};

void TimestampTest::aTimeAndASpanStayWithinAllTimes_data()
{
    constexpr auto Last = std::numeric_limits<quint64>::max();
    QTest::addColumn<quint64>("time");
    QTest::addColumn<qint64>("span");
    QTest::addColumn<quint64>("sum");
    QTest::newRow("later") << quint64(1000) << qint64(500) << quint64(1500);
    QTest::newRow("earlier") << quint64(1000) << qint64(-500) << quint64(500);
    QTest::newRow("before the first") << quint64(1000) << qint64(-1001) << quint64(0);
    QTest::newRow("beyond the last") << Last - 1 << qint64(2) << Last;
    QTest::newRow("the longest span back") << Last << std::numeric_limits<qint64>::min()
                                           << quint64(std::numeric_limits<qint64>::max());
}

void TimestampTest::aTimeAndASpanStayWithinAllTimes()
{
    QFETCH(quint64, time);
    QFETCH(qint64, span);
    QTEST((Timestamp{time} + std::chrono::milliseconds(span)).ms, "sum");
}

QTEST_GUILESS_MAIN(TimestampTest)
#include "TimestampTest.moc"
