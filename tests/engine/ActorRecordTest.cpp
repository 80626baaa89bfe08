#include "ActorRecord.h"
#include "Outcome.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;

class ActorRecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theGoldenBytesAreReadAndWritten();
    void aRecordWithEverythingIsReadAndWritten();
    void versionOneBecomesOneEntry_data();
    void versionOneBecomesOneEntry();
    void versionTwoHasNoTimes();
    void anUnknownVersionIsRefused_data();
    void anUnknownVersionIsRefused();
    void everyCutIsRefused_data();
    void everyCutIsRefused();
    void aTrailingByteIsRefused();
    void aVersionThatLiesAboutTheBodyIsRefused();
    void aFlagIsZeroOrOne();
    void aCountBeyondTheBytesCostsNothing_data();
    void aCountBeyondTheBytesCostsNothing();
    void aLoneSurrogateIsNotWritten_data();
    void aLoneSurrogateIsNotWritten();
    void aRecordOverItsSizeIsNotWritten();
    void theStatusFollowsFromTheTimes_data();
    void theStatusFollowsFromTheTimes();
    void anyRecordSurvives();

private:
    // storage-format §3: counter, key room/1.
    const QByteArray m_golden = QByteArray::fromHex("0300"
                                                    "10"
                                                    "35303838326534653363663566353238"
                                                    "07"
                                                    "636f756e746572"
                                                    "02"
                                                    "04726f6f6d"
                                                    "0131"
                                                    "00"
                                                    "95d16e2ba2010000"
                                                    "01aad16e2ba2010000"
                                                    "00"
                                                    "01cfd96e2ba2010000"
                                                    "00");
    const QByteArray m_everything = QByteArray::fromHex("0300"
                                                        "0161"
                                                        "00"
                                                        "00"
                                                        "02"
                                                        "0101"
                                                        "03000102"
                                                        "00"
                                                        "00"
                                                        "0000000000000000"
                                                        "010100000000000000"
                                                        "010200000000000000"
                                                        "010300000000000000"
                                                        "01ffffffffffffffff");
    const QByteArray m_v1 = QByteArray::fromHex("0100"
                                                "0161"
                                                "016e"
                                                "00"
                                                "02beef"
                                                "0700000000000000");
    const QByteArray m_v2 = QByteArray::fromHex("0200"
                                                "0161"
                                                "016e"
                                                "0101"
                                                "6b"
                                                "01"
                                                "0109"
                                                "00"
                                                "0700000000000000");
};

void ActorRecordTest::theGoldenBytesAreReadAndWritten()
{
    ActorRecord record;
    record.actorId = QStringLiteral("50882e4e3cf5f528");
    record.name = QStringLiteral("counter");
    record.key = QStringList{QStringLiteral("room"), QStringLiteral("1")};
    record.createdAt = {0x1a22b6ed195};
    record.startTs = Timestamp{0x1a22b6ed1aa};
    record.sleepTs = Timestamp{0x1a22b6ed9cf};

    const Result<ActorRecord> read = decodeActorRecord(m_golden);
    QCOMPARE(outcomeOf(read), QStringLiteral("ok"));
    QCOMPARE(*read, record);
    QCOMPARE(encodeActorRecord(record)->toHex(), m_golden.toHex());
}

void ActorRecordTest::aRecordWithEverythingIsReadAndWritten()
{
    ActorRecord record;
    record.actorId = QStringLiteral("a");
    record.legacyKv = {{QByteArray("\1"), QByteArray("\0\1\2", 3)}, {"", ""}};
    record.startTs = Timestamp{1};
    record.connectableTs = Timestamp{2};
    record.sleepTs = Timestamp{3};
    record.destroyTs = Timestamp{~quint64(0)};

    const Result<ActorRecord> read = decodeActorRecord(m_everything);
    QCOMPARE(outcomeOf(read), QStringLiteral("ok"));
    QCOMPARE(*read, record);
    QCOMPARE(encodeActorRecord(record)->toHex(), m_everything.toHex());
}

void ActorRecordTest::versionOneBecomesOneEntry_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("with data") << m_v1 << QByteArray::fromHex("beef");
    QByteArray empty = m_v1;
    empty.replace(QByteArray::fromHex("02beef"), QByteArray(1, '\0'));
    QTest::newRow("without data") << empty << QByteArray("");
}

void ActorRecordTest::versionOneBecomesOneEntry()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, value);
    const Result<ActorRecord> record = decodeActorRecord(bytes);
    QCOMPARE(outcomeOf(record), QStringLiteral("ok"));
    QCOMPARE(record->version, quint16(1));
    QCOMPARE(record->legacyKv, (KvEntries{{QByteArray("\1"), value}}));
    QCOMPARE(record->createdAt.ms, quint64(7));
    QVERIFY(!record->startTs && !record->connectableTs && !record->sleepTs && !record->destroyTs);

    // Written again it is version 3 with the same content.
    Result<ActorRecord> again = decodeActorRecord(*encodeActorRecord(*record));
    QCOMPARE(outcomeOf(again), QStringLiteral("ok"));
    QCOMPARE(again->version, quint16(3));
    again->version = 1;
    QCOMPARE(*again, *record);
}

void ActorRecordTest::versionTwoHasNoTimes()
{
    const Result<ActorRecord> record = decodeActorRecord(m_v2);
    QCOMPARE(outcomeOf(record), QStringLiteral("ok"));
    QCOMPARE(record->version, quint16(2));
    QCOMPARE(record->key, QStringList{QStringLiteral("k")});
    QCOMPARE(record->legacyKv, (KvEntries{{QByteArray::fromHex("09"), ""}}));
    QCOMPARE(record->createdAt.ms, quint64(7));
    QVERIFY(!record->startTs && !record->connectableTs && !record->sleepTs && !record->destroyTs);
}

void ActorRecordTest::anUnknownVersionIsRefused_data()
{
    QTest::addColumn<int>("version");
    for (const int version : {0, 4, 256 + 3, 65535})
        QTest::addRow("%d", version) << version;
}

void ActorRecordTest::anUnknownVersionIsRefused()
{
    QFETCH(int, version);
    QByteArray bytes = m_golden;
    bytes[0] = char(version);
    bytes[1] = char(version >> 8);
    QCOMPARE(outcomeOf(decodeActorRecord(bytes)), QStringLiteral("unsupported-version"));
}

void ActorRecordTest::everyCutIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("version 1") << m_v1;
    QTest::newRow("version 2") << m_v2;
    QTest::newRow("version 3") << m_golden;
    QTest::newRow("version 3 with everything") << m_everything;
}

void ActorRecordTest::everyCutIsRefused()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(outcomeOf(decodeActorRecord(bytes)), QStringLiteral("ok"));
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        QCOMPARE(outcomeOf(decodeActorRecord(bytes.first(size))),
                 size < 2 ? QStringLiteral("no-version-header") : QStringLiteral("truncated"));
    }
}

void ActorRecordTest::aTrailingByteIsRefused()
{
    for (const QByteArray &bytes : {m_golden, m_everything, m_v1, m_v2}) {
        QCOMPARE(outcomeOf(decodeActorRecord(bytes + '\0')), QStringLiteral("trailing-bytes"));
        QCOMPARE(outcomeOf(decodeActorRecord(bytes + bytes)), QStringLiteral("trailing-bytes"));
    }
}

void ActorRecordTest::aVersionThatLiesAboutTheBodyIsRefused()
{
    for (const char version : {'\1', '\2'}) {
        QByteArray bytes = m_golden;
        bytes[0] = version;
        QCOMPARE(outcomeOf(decodeActorRecord(bytes)), QStringLiteral("trailing-bytes"));
    }
}

void ActorRecordTest::aFlagIsZeroOrOne()
{
    QByteArray bytes = m_golden;
    bytes[bytes.size() - 1] = '\2';
    QCOMPARE(outcomeOf(decodeActorRecord(bytes)), QStringLiteral("bad-bool"));
}

void ActorRecordTest::aCountBeyondTheBytesCostsNothing_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray head = QByteArray::fromHex("0300"
                                                "0161"
                                                "016e");
    const QByteArray count32 = QByteArray::fromHex("ffffffff0f");
    const QByteArray count53 = QByteArray::fromHex("ffffffffffffff0f");
    const QByteArray noKey(1, '\0');
    QTest::newRow("2^32-1 key parts") << head + count32 + "\0\0\0\0";
    QTest::newRow("2^53-1 key parts") << head + count53 + QByteArray(5, '\0');
    QTest::newRow("2^32-1 entries") << head + noKey + count32 + QByteArray(6, '\0');
    QTest::newRow("2^53-1 entries") << head + noKey + count53 + QByteArray(4, '\0');
}

void ActorRecordTest::aCountBeyondTheBytesCostsNothing()
{
    QFETCH(QByteArray, bytes);
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 1'000; ++i)
        QCOMPARE(outcomeOf(decodeActorRecord(bytes)), QStringLiteral("truncated"));
    QCOMPARE_LT(time.elapsed(), 5'000); // a loop or an allocation of that count never ends
}

void ActorRecordTest::aLoneSurrogateIsNotWritten_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field : {"actorId", "name", "key part"})
        QTest::newRow(field) << QString::fromUtf8(field);
}

void ActorRecordTest::aLoneSurrogateIsNotWritten()
{
    QFETCH(QString, field);
    const QString lone = QStringLiteral("x") + QChar(0xd83e);
    ActorRecord record;
    if (field == QStringLiteral("actorId"))
        record.actorId = lone;
    else if (field == QStringLiteral("name"))
        record.name = lone;
    else
        record.key = QStringList{QStringLiteral("fine"), lone};
    const Result<QByteArray> bytes = encodeActorRecord(record);
    QCOMPARE(outcomeOf(bytes), QStringLiteral("invalid-utf8"));
    QVERIFY(messageOf(bytes).contains(field));
}

void ActorRecordTest::aRecordOverItsSizeIsNotWritten()
{
    ActorRecord record;
    record.legacyKv = {{"k", QByteArray(32 * 1024 * 1024, 'x')}};
    QCOMPARE(outcomeOf(encodeActorRecord(record)), QStringLiteral("larger-than-32MiB"));
}

void ActorRecordTest::theStatusFollowsFromTheTimes_data()
{
    QTest::addColumn<QByteArray>("times"); // start, connectable, sleep, destroy: set or not
    QTest::addColumn<int>("status");

    const auto row = [](const char *times, RecordStatus status) {
        QTest::newRow(times) << QByteArray(times) << int(status);
    };
    row("----", RecordStatus::Created);
    row("sc--", RecordStatus::Running);
    row("s-z-", RecordStatus::Sleeping);
    row("scz-", RecordStatus::Running); // 2.0.33 keeps connectableTs while it goes to sleep
    row("s---", RecordStatus::Sleeping);
    row("--z-", RecordStatus::Sleeping);
    row("-c--", RecordStatus::Running);
    row("---d", RecordStatus::Destroyed);
    row("sc-d", RecordStatus::Destroyed);
    row("s-zd", RecordStatus::Destroyed);
    row("sczd", RecordStatus::Destroyed);
}

void ActorRecordTest::theStatusFollowsFromTheTimes()
{
    QFETCH(QByteArray, times);
    const auto time = [&](int index) {
        return times[index] == '-' ? std::nullopt : std::optional(Timestamp{0});
    };
    ActorRecord record;
    record.startTs = time(0);
    record.connectableTs = time(1);
    record.sleepTs = time(2);
    record.destroyTs = time(3);
    QTEST(int(statusOf(record)), "status");
}

void ActorRecordTest::anyRecordSurvives()
{
    QRandomGenerator random(3);
    const auto text = [&] {
        QString text;
        for (int i = random.bounded(20); i > 0; --i) {
            const char32_t c = char32_t(random.bounded(2) ? random.bounded(0x80)
                                                          : random.bounded(0xe000, 0x110000));
            text += QString::fromUcs4(&c, 1);
        }
        return text;
    };
    const auto bytes = [&] {
        QByteArray bytes(random.bounded(300), Qt::Uninitialized);
        for (char &byte : bytes)
            byte = char(random.bounded(256));
        return bytes;
    };
    const auto time = [&] {
        return random.bounded(2) ? std::optional(Timestamp{random.generate64()}) : std::nullopt;
    };
    for (int round = 0; round < 2'000; ++round) {
        ActorRecord record;
        record.actorId = text();
        record.name = text();
        for (int i = random.bounded(5); i > 0; --i)
            record.key << text();
        for (int i = random.bounded(5); i > 0; --i)
            record.legacyKv.append({bytes(), bytes()});
        record.createdAt = {random.generate64()};
        record.startTs = time();
        record.connectableTs = time();
        record.sleepTs = time();
        record.destroyTs = time();
        const Result<QByteArray> encoded = encodeActorRecord(record);
        QCOMPARE(outcomeOf(encoded), QStringLiteral("ok"));
        const Result<ActorRecord> decoded = decodeActorRecord(*encoded);
        QCOMPARE(outcomeOf(decoded), QStringLiteral("ok"));
        QCOMPARE(*decoded, record);
    }
}

QTEST_GUILESS_MAIN(ActorRecordTest)
#include "ActorRecordTest.moc"
