#include "AlarmRecord.h"
#include "Outcome.h"

#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;

class AlarmRecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theGoldenBytesAreReadAndWritten();
    void everyVersionIsAlike_data();
    void everyVersionIsAlike();
    void everyCutIsRefused();
    void aTrailingByteIsRefused();
    void aBadTimeIsRefused_data();
    void aBadTimeIsRefused();
    void aLoneSurrogateIsNotWritten();
    void anyTimeSurvives();

private:
    const QByteArray m_golden = QByteArray::fromHex("0300"
                                                    "10"
                                                    "34303837656464636632303761316330"
                                                    "ae81cbacb634");
};

void AlarmRecordTest::theGoldenBytesAreReadAndWritten()
{
    const AlarmRecord alarm{3, QStringLiteral("4087eddcf207a1c0"), {1801295413422}};
    const Result<AlarmRecord> read = decodeAlarmRecord(m_golden);
    QCOMPARE(outcomeOf(read), QStringLiteral("ok"));
    QCOMPARE(*read, alarm);
    QCOMPARE(encodeAlarmRecord(alarm)->toHex(), m_golden.toHex());
}

void AlarmRecordTest::everyVersionIsAlike_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("code");
    for (const int version : {1, 2, 3})
        QTest::addRow("%d", version) << version << QStringLiteral("ok");
    for (const int version : {0, 4, 259, 65535})
        QTest::addRow("%d", version) << version << QStringLiteral("unsupported-version");
}

void AlarmRecordTest::everyVersionIsAlike()
{
    QFETCH(int, version);
    QByteArray bytes = m_golden;
    bytes[0] = char(version);
    bytes[1] = char(version >> 8);
    const Result<AlarmRecord> alarm = decodeAlarmRecord(bytes);
    QTEST(outcomeOf(alarm), "code");
    if (alarm) {
        QCOMPARE(int(alarm->version), version);
        QCOMPARE(alarm->timestamp.ms, quint64(1801295413422));
        QCOMPARE(encodeAlarmRecord(*alarm)->toHex(), m_golden.toHex());
    }
}

void AlarmRecordTest::everyCutIsRefused()
{
    for (qsizetype size = 0; size < m_golden.size(); ++size) {
        QCOMPARE(outcomeOf(decodeAlarmRecord(m_golden.first(size))),
                 size < 2 ? QStringLiteral("no-version-header") : QStringLiteral("truncated"));
    }
}

void AlarmRecordTest::aTrailingByteIsRefused()
{
    QCOMPARE(outcomeOf(decodeAlarmRecord(m_golden + '\0')), QStringLiteral("trailing-bytes"));
}

void AlarmRecordTest::aBadTimeIsRefused_data()
{
    QTest::addColumn<QByteArray>("time");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *time, const char *code) {
        QTest::newRow(name) << QByteArray::fromHex(time) << QString::fromUtf8(code);
    };
    row("zero", "00", "ok");
    row("2^63", "80808080808080808001", "ok");
    row("2^64-1", "ffffffffffffffffff01", "ok");
    row("2^64", "80808080808080808002", "overlong-varint");
    row("eleven bytes", "8080808080808080808001", "overlong-varint");
    row("padded", "8500", "overlong-varint");
    row("endless", "ffff", "truncated");
}

void AlarmRecordTest::aBadTimeIsRefused()
{
    QFETCH(QByteArray, time);
    const Result<AlarmRecord> alarm = decodeAlarmRecord(m_golden.first(19) + time);
    QTEST(outcomeOf(alarm), "code");
    if (alarm)
        QCOMPARE(encodeAlarmRecord(*alarm)->mid(19), time);
}

void AlarmRecordTest::aLoneSurrogateIsNotWritten()
{
    const AlarmRecord alarm{3, QString(QChar(0xd800)), {1}};
    QCOMPARE(outcomeOf(encodeAlarmRecord(alarm)), QStringLiteral("invalid-utf8"));
}

void AlarmRecordTest::anyTimeSurvives()
{
    QRandomGenerator random(4);
    for (int i = 0; i < 1'000; ++i) {
        const AlarmRecord alarm{
            3, QString::number(random.generate(), 36), {random.generate64() >> random.bounded(64)}};
        const Result<QByteArray> bytes = encodeAlarmRecord(alarm);
        QCOMPARE(outcomeOf(bytes), QStringLiteral("ok"));
        QCOMPARE(*decodeAlarmRecord(*bytes), alarm);
    }
}

QTEST_GUILESS_MAIN(AlarmRecordTest)
#include "AlarmRecordTest.moc"
