#include "ActorArrival.h"
#include "AlarmRecord.h"
#include "BundleReader.h"
#include "BundleWriter.h"
#include "Outcome.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QTest>
#include <QtEndian>

using namespace greenroom;

namespace {

ActorRecord record()
{
    ActorRecord record;
    record.actorId = QStringLiteral("a1");
    record.name = QStringLiteral("room");
    record.key = {QStringLiteral("k")};
    record.createdAt = {7};
    return record;
}

BundleHead head()
{
    return {.greenroom = QStringLiteral("0.1"),
            .exportedAt = {0x0102},
            .actorId = QStringLiteral("a1"),
            .secrets = BundleHead::Secrets::LeftOut,
            .record = *encodeActorRecord(record()),
            .alarm = {}};
}

KvRow row(const QByteArray &key, const QByteArray &value,
          StorageClass keyClass = StorageClass::Blob, StorageClass valueClass = StorageClass::Blob)
{
    return {key, keyClass, value, valueClass, value.size()};
}

QList<KvRow> rows()
{
    return {row("-5", "1.5", StorageClass::Integer, StorageClass::Real),
            row("text", "", StorageClass::Text, StorageClass::Blob),
            row("", QByteArray("\0\xff", 2)), row("\4a", QByteArray(70'000, 'v'))};
}

QByteArray bundleOf(const BundleHead &head, const QList<KvRow> &rows)
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    BundleWriter writer(out);
    if (!writer.begin(head))
        qFatal("the head is not written");
    for (const KvRow &row : rows) {
        if (!writer.add(row))
            qFatal("a row is not written");
    }
    if (!writer.end())
        qFatal("the end is not written");
    return out.data();
}

Result<BundleSummary> check(const QByteArray &bytes)
{
    QByteArray copy = bytes;
    QBuffer in(&copy);
    in.open(QIODevice::ReadOnly);
    return checkBundle(in);
}

QByteArray chunk(char tag, const QByteArray &bytes)
{
    QByteArray size(4, '\0');
    qToLittleEndian(quint32(bytes.size()), size.data());
    return tag + size + bytes;
}

QByteArray sealed(const QByteArray &bytes)
{
    return bytes + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

const QByteArray Start("\x89GRA\r\n\x1a\n\1\0", 10);
const QByteArray Header("\3"
                        "0.1\2\1\0\0\0\0\0\0\2a1\0",
                        16);
const QByteArray NoRows(16, '\0');

} // namespace

/// The format of a bundle (ActorBundle.h), and what becomes of its actor in another place.
class BundleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBytesAreAsDocumented();
    void whatIsWrittenIsRead();
    void everyChangedByteIsNoticed();
    void everyShorterBundleIsRefused();
    void hostileBundlesAreRefused_data();
    void hostileBundlesAreRefused();
    void aPreviewIsNotWritten();
    void aPipeIsRefused();

    void theSamePlaceKeepsAllBytes_data();
    void theSamePlaceKeepsAllBytes();
    void anotherKeyChangesTheNamesAlone();
    void oldKeyValuesLeaveTheRecord_data();
    void oldKeyValuesLeaveTheRecord();
    void anAlarmThatIsNotToBeTrustedStaysBehind_data();
    void anAlarmThatIsNotToBeTrustedStaysBehind();
    void anActorThatCannotBeIsRefused_data();
    void anActorThatCannotBeIsRefused();
};

void BundleTest::theBytesAreAsDocumented()
{
    BundleHead actor = head();
    actor.alarm = "alarm";
    const QByteArray expected = Start + chunk('H', Header) + chunk('R', actor.record) +
                                chunk('A', "alarm") +
                                chunk('K', QByteArray("\3\4\4\0\0\0textvalue", 15)) +
                                chunk('E', QByteArray("\1\0\0\0\0\0\0\0\x9\0\0\0\0\0\0\0", 16));
    QCOMPARE(bundleOf(actor, {row("text", "value", StorageClass::Text)}).toHex(),
             sealed(expected).toHex());
}

void BundleTest::whatIsWrittenIsRead()
{
    BundleHead actor = head();
    actor.alarm = QByteArray("");
    actor.secrets = BundleHead::Secrets::Included;
    QByteArray bytes = bundleOf(actor, rows());
    QBuffer in(&bytes);
    in.open(QIODevice::ReadOnly);
    auto reader = BundleReader::open(in);
    QCOMPARE(outcomeOf(reader), QStringLiteral("ok"));
    QCOMPARE(reader->head(), actor);
    for (const KvRow &expected : rows())
        QCOMPARE(**reader->next(), expected);
    QVERIFY(!*reader->next());
    QVERIFY(!*reader->next());
    QCOMPARE(reader->totals().entries, 4);
    QCOMPARE(check(bytes)->totals, reader->totals());
    QCOMPARE(check(bundleOf(head(), {}))->totals, KvTotals());
}

void BundleTest::everyChangedByteIsNoticed()
{
    const QByteArray good = bundleOf(head(), {row("\4a", "value"), row("\4b", "")});
    QVERIFY(check(good));
    for (qsizetype i = 0; i < good.size(); ++i) {
        for (const int bit : {1, 0x80}) {
            QByteArray bad = good;
            bad[i] = char(bad[i] ^ bit);
            QVERIFY2(!check(bad), qPrintable(QString::number(i)));
        }
    }
}

void BundleTest::everyShorterBundleIsRefused()
{
    const QByteArray good = bundleOf(head(), {row("\4a", "value")});
    for (qsizetype size = 0; size < good.size(); ++size) {
        const QString code = outcomeOf(check(good.first(size)));
        QVERIFY2(code == QLatin1String(size < 8 ? "not-a-bundle" : "truncated"),
                 qPrintable(QStringLiteral("%1: %2").arg(size).arg(code)));
    }
}

void BundleTest::hostileBundlesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto refused = [](const char *name, const QByteArray &bytes, const char *code) {
        QTest::newRow(name) << bytes << QString::fromLatin1(code);
    };
    const QByteArray front = Start + chunk('H', Header) + chunk('R', head().record);
    const QByteArray end = chunk('E', NoRows);
    QTest::newRow("it would be good") << sealed(front + end) << QStringLiteral("ok");
    refused("nothing", "", "not-a-bundle");
    refused("an SQLite file", "SQLite format 3", "not-a-bundle");
    refused("sent as text", sealed(front + end).replace("\r\n", "\n"), "not-a-bundle");
    refused("a later version", QByteArray(Start).replace(8, 1, "\2"), "unsupported-version");
    refused("bytes behind it", sealed(front + end) + '\0', "trailing-bytes");
    refused("another checksum", front + end + QByteArray(32, 'x'), "bad-checksum");
    refused("a size of 4 GiB", front + QByteArray("K\xff\xff\xff\xff", 5), "not-a-bundle");
    refused("a size of 900 MB", front + QByteArray("K\x00\xe9\xa4\x35", 5), "truncated");
    refused("no header", sealed(Start + chunk('R', "r") + end), "not-a-bundle");
    refused("no record", sealed(Start + chunk('H', Header) + end), "not-a-bundle");
    refused("a short header", sealed(Start + chunk('H', Header.chopped(1)) + end), "truncated");
    refused("a long header", sealed(Start + chunk('H', Header + '\0') + end), "trailing-bytes");
    refused("secrets of 2", sealed(Start + chunk('H', Header.chopped(1) + '\2') + end), "bad-bool");
    refused("an unknown part", sealed(front + chunk('?', "") + end), "not-a-bundle");
    refused("an alarm among the rows",
            sealed(front + chunk('K', QByteArray("\4\4\0\0\0\0", 6)) + chunk('A', "") + end),
            "not-a-bundle");
    refused("a row without a size", sealed(front + chunk('K', "\4\4") + end), "not-a-bundle");
    refused("a key that is longer than its row",
            sealed(front + chunk('K', QByteArray("\4\4\5\0\0\0abcd", 10)) + end), "not-a-bundle");
    refused("a key of 4 GiB",
            sealed(front + chunk('K', QByteArray("\4\4\xff\xff\xff\xff", 6)) + end),
            "not-a-bundle");
    refused("a class of 6", sealed(front + chunk('K', QByteArray("\6\4\0\0\0\0", 6)) + end),
            "not-a-bundle");
    refused("a row that is not counted",
            sealed(front + chunk('K', QByteArray("\4\4\0\0\0\0", 6)) + end), "not-a-bundle");
    refused("a short end", sealed(front + chunk('E', "")), "not-a-bundle");
}

void BundleTest::hostileBundlesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QTEST(outcomeOf(check(bytes)), "code");
}

void BundleTest::aPreviewIsNotWritten()
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    BundleWriter writer(out);
    KvRow preview = row("\4a", "val");
    preview.valueSize = 5;
    QCOMPARE(outcomeOf(writer.add(preview)), QStringLiteral("not-supported"));
}

void BundleTest::aPipeIsRefused()
{
    QFile pipe;
    QVERIFY(pipe.open(0, QIODevice::ReadOnly));
    if (!pipe.isSequential())
        QSKIP("standard input is a file here");
    QCOMPARE(outcomeOf(BundleReader::open(pipe)), QStringLiteral("not-supported"));
}

void BundleTest::theSamePlaceKeepsAllBytes_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::newRow("version 3") << *encodeActorRecord(record());
    ActorRecord other = record();
    other.actorId = QStringLiteral("another id inside");
    other.startTs = Timestamp{8};
    QTest::newRow("another id inside") << *encodeActorRecord(other);
    // Version 2 without key-values: name and key, an empty list, createdAt.
    QTest::newRow("version 2") << QByteArray("\2\0\2a1\4room\1\1k\0\7\0\0\0\0\0\0\0", 22);
}

void BundleTest::theSamePlaceKeepsAllBytes()
{
    QFETCH(QByteArray, record);
    BundleHead actor = head();
    actor.record = record;
    actor.alarm = "junk";
    const auto arrival = ActorArrival::of(actor, {});
    QCOMPARE(messageOf(arrival), QString());
    QCOMPARE(arrival->id.text(), QStringLiteral("a1"));
    QCOMPARE(arrival->recordBytes, record);
    QCOMPARE(arrival->alarmBytes, QByteArray("junk"));
    QVERIFY(!arrival->alarmAt);
    QCOMPARE(arrival->notices, QStringList());
}

void BundleTest::anotherKeyChangesTheNamesAlone()
{
    ActorRecord from = record();
    from.startTs = Timestamp{8};
    from.sleepTs = Timestamp{9};
    BundleHead actor = head();
    actor.record = *encodeActorRecord(from);
    actor.alarm = *encodeAlarmRecord({.actorId = actor.actorId, .timestamp = {99}});
    const QStringList key{QStringLiteral("ä/b"), QString()};
    const auto arrival = ActorArrival::of(actor, ActorAddress{QStringLiteral("hall"), key});
    QCOMPARE(messageOf(arrival), QString());
    QCOMPARE(arrival->id, ActorId::of(QStringLiteral("hall"), key));
    ActorRecord expected = from;
    expected.actorId = arrival->id.text();
    expected.name = QStringLiteral("hall");
    expected.key = key;
    QCOMPARE(arrival->record, expected);
    QCOMPARE(arrival->recordBytes, *encodeActorRecord(expected));
    QCOMPARE(*arrival->alarmBytes,
             *encodeAlarmRecord({.actorId = arrival->id.text(), .timestamp = {99}}));
    QCOMPARE(arrival->alarmAt, Timestamp{99});
}

void BundleTest::oldKeyValuesLeaveTheRecord_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::newRow("version 1") << QByteArray("\1\0\2a1\4room\1\1k\4data\7\0\0\0\0\0\0\0", 26);
    QTest::newRow("version 2") << QByteArray("\2\0\2a1\4room\1\1k\1\1\1\4data\7\0\0\0\0\0\0\0", 29);
    ActorRecord old = record();
    old.legacyKv = {{"\1", "data"}};
    QTest::newRow("version 3") << *encodeActorRecord(old);
}

void BundleTest::oldKeyValuesLeaveTheRecord()
{
    BundleHead actor = head();
    QFETCH(QByteArray, record);
    actor.record = record;
    const auto arrival = ActorArrival::of(actor, {});
    QCOMPARE(messageOf(arrival), QString());
    QCOMPARE(arrival->recordBytes, head().record);
}

void BundleTest::anAlarmThatIsNotToBeTrustedStaysBehind_data()
{
    QTest::addColumn<QByteArray>("alarm");
    QTest::addColumn<QString>("reason");
    QTest::newRow("damaged") << QByteArray("\3\0", 2) << QStringLiteral("actorId");
    QTest::newRow("another actor's")
        << *encodeAlarmRecord({.actorId = QStringLiteral("b2"), .timestamp = {99}})
        << QStringLiteral("\"b2\"");
}

void BundleTest::anAlarmThatIsNotToBeTrustedStaysBehind()
{
    QFETCH(QByteArray, alarm);
    QFETCH(QString, reason);
    BundleHead actor = head();
    actor.alarm = alarm;
    const auto arrival = ActorArrival::of(actor, ActorAddress{QStringLiteral("hall"), {}});
    QVERIFY(!arrival->alarmBytes);
    QVERIFY(!arrival->alarmAt);
    QCOMPARE(arrival->notices.size(), 1);
    QVERIFY2(arrival->notices.first().contains(reason), qPrintable(arrival->notices.first()));
    // In its own place it is kept for what it is, and armed by nobody.
    QCOMPARE(ActorArrival::of(actor, {})->alarmBytes, alarm);
    QVERIFY(!ActorArrival::of(actor, {})->alarmAt);
}

void BundleTest::anActorThatCannotBeIsRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    const QByteArray good = head().record;
    QTest::newRow("an id that leads elsewhere") << QStringLiteral("../../etc/passwd") << good
                                                << QString() << QStringLiteral("bad-actor-id");
    QTest::newRow("no id") << QString() << good << QString() << QStringLiteral("bad-actor-id");
    QTest::newRow("a damaged record")
        << QStringLiteral("a1") << good.chopped(1) << QString() << QStringLiteral("truncated");
    QTest::newRow("half a surrogate pair")
        << QStringLiteral("a1") << good << QString(QChar(0xd800)) << QStringLiteral("invalid-utf8");
}

void BundleTest::anActorThatCannotBeIsRefused()
{
    QFETCH(QString, id);
    QFETCH(QByteArray, record);
    QFETCH(QString, name);
    BundleHead actor = head();
    actor.actorId = id;
    actor.record = record;
    const auto as = name.isEmpty() ? std::nullopt : std::optional(ActorAddress{name, {}});
    QTEST(outcomeOf(ActorArrival::of(actor, as)), "code");
}

QTEST_GUILESS_MAIN(BundleTest)
#include "BundleTest.moc"
