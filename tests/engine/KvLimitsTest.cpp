#include "KvLimits.h"
#include "Outcome.h"

#include <QTest>

using namespace greenroom;

class KvLimitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyEndsAt2046Bytes_data();
    void aKeyEndsAt2046Bytes();
    void aCallEndsAt128Keys_data();
    void aCallEndsAt128Keys();
    void aLongKeyInACallIsNamed();
    void aBatchKeepsItsLimits_data();
    void aBatchKeepsItsLimits();
    void aPayloadCountsTwoBytesForEachKey_data();
    void aPayloadCountsTwoBytesForEachKey();
    void anActorEndsAt10GiB();
};

void KvLimitsTest::aKeyEndsAt2046Bytes_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << 0 << QStringLiteral("ok");
    QTest::newRow("2046") << 2046 << QStringLiteral("ok");
    QTest::newRow("2047") << 2047 << QStringLiteral("kv-limit");
}

void KvLimitsTest::aKeyEndsAt2046Bytes()
{
    QFETCH(int, size);
    const Result<void> checked =
        KvLimits::checkKey(QByteArray(size, 'k'), QStringLiteral("the prefix"));
    QTEST(outcomeOf(checked), "code");
    if (!checked) {
        QVERIFY(messageOf(checked).startsWith(QStringLiteral("the prefix")));
        QVERIFY(messageOf(checked).contains(QStringLiteral("2047")));
        QVERIFY(messageOf(checked).contains(QStringLiteral("2046")));
    }
}

void KvLimitsTest::aCallEndsAt128Keys_data()
{
    QTest::addColumn<int>("keys");
    QTest::addColumn<QString>("code");
    QTest::newRow("none") << 0 << QStringLiteral("ok");
    QTest::newRow("128") << 128 << QStringLiteral("ok");
    QTest::newRow("129") << 129 << QStringLiteral("kv-limit");
}

void KvLimitsTest::aCallEndsAt128Keys()
{
    QFETCH(int, keys);
    QTEST(outcomeOf(KvLimits::checkKeys(QList<QByteArray>(keys, "k"))), "code");
    QTEST(outcomeOf(KvLimits::checkBatch(KvEntries(keys, KvEntry{"k", "v"}))), "code");
}

void KvLimitsTest::aLongKeyInACallIsNamed()
{
    const QByteArray longKey(2047, 'k');
    const Result<void> keys = KvLimits::checkKeys({"a", "b", longKey});
    QCOMPARE(outcomeOf(keys), QStringLiteral("kv-limit"));
    QVERIFY2(messageOf(keys).contains(QStringLiteral("entry 2")), qPrintable(messageOf(keys)));
    const Result<void> batch = KvLimits::checkBatch({{"a", "v"}, {longKey, "v"}});
    QCOMPARE(outcomeOf(batch), QStringLiteral("kv-limit"));
    QVERIFY2(messageOf(batch).contains(QStringLiteral("entry 1")), qPrintable(messageOf(batch)));
}

void KvLimitsTest::aBatchKeepsItsLimits_data()
{
    QTest::addColumn<int>("valueSize");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty value") << 0 << QStringLiteral("ok");
    QTest::newRow("131072") << 131072 << QStringLiteral("ok");
    QTest::newRow("131073") << 131073 << QStringLiteral("kv-limit");
}

void KvLimitsTest::aBatchKeepsItsLimits()
{
    QFETCH(int, valueSize);
    QTEST(outcomeOf(KvLimits::checkBatch({{"k", QByteArray(valueSize, 'v')}})), "code");
}

void KvLimitsTest::aPayloadCountsTwoBytesForEachKey_data()
{
    QTest::addColumn<int>("payload");
    QTest::addColumn<QString>("code");
    QTest::newRow("976 KiB") << 999424 << QStringLiteral("ok");
    QTest::newRow("976 KiB and a byte") << 999425 << QStringLiteral("kv-limit");
}

void KvLimitsTest::aPayloadCountsTwoBytesForEachKey()
{
    QFETCH(int, payload);
    KvEntries entries;
    for (int left = payload; left > 0;) {
        const int value = std::min(left - 3, 131072);
        entries.append({"k", QByteArray(value, 'v')});
        left -= value + 3;
    }
    const Result<void> checked = KvLimits::checkBatch(entries);
    QTEST(outcomeOf(checked), "code");
    if (!checked)
        QVERIFY(messageOf(checked).contains(QStringLiteral("999425")));
}

void KvLimitsTest::anActorEndsAt10GiB()
{
    constexpr qint64 Limit = 10'737'418'240;
    QCOMPARE(outcomeOf(KvLimits::checkActor(0)), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(KvLimits::checkActor(Limit)), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(KvLimits::checkActor(Limit + 1)), QStringLiteral("kv-limit"));
}

QTEST_GUILESS_MAIN(KvLimitsTest)
#include "KvLimitsTest.moc"
