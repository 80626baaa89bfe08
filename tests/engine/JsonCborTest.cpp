#include "JsonCbor.h"

#include <QTest>

using namespace greenroom;

/// The right column is what cbor-x 1.6, rivetkit's encoder, writes for the same values.
class JsonCborTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aValueBecomesWhatRivetkitWrites_data();
    void aValueBecomesWhatRivetkitWrites();
    void whatIsNoValueIsRefused_data();
    void whatIsNoValueIsRefused();
    void aBigListAndABigObjectHaveTheirCounts();
};

void JsonCborTest::aValueBecomesWhatRivetkitWrites_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("hex");
    const auto row = [](const char *json, const char *hex) {
        QTest::newRow(json) << QString::fromUtf8(json) << QString::fromLatin1(hex);
    };
    row("null", "f6");
    row("true", "f5");
    row(" false\n", "f4");
    row("0", "00");
    row("-0", "00");
    row("23", "17");
    row("24", "1818");
    row("255", "18ff");
    row("256", "190100");
    row("65535", "19ffff");
    row("65536", "1a00010000");
    row("4294967295", "1affffffff");
    row("4294967296", "fb41f0000000000000");
    row("1700000000000", "fb4278bcfe56800000");
    row("9007199254740993", "fb4340000000000000");
    row("-1", "20");
    row("-24", "37");
    row("-25", "3818");
    row("-256", "38ff");
    row("-4294967296", "3affffffff");
    row("-4294967297", "fbc1f0000000100000");
    row("1.5", "fb3ff8000000000000");
    row("1e21", "fb444b1ae4d6e2ef50");
    row("1.0", "01");
    row("\"\"", "60");
    row("\"ü🦀\"", "66c3bcf09fa680");
    row("\"\\u0000\"", "6100");
    row("[]", "80");
    row("[1,[2],null]", "83018102f6");
    row("{}", "b90000");
    row("{\"a\":1,\"b\":{}}", "b900026161016162b90000");
}

void JsonCborTest::aValueBecomesWhatRivetkitWrites()
{
    QFETCH(QString, json);
    QFETCH(QString, hex);
    const Result<QByteArray> cbor = cborOfJson(json);
    QVERIFY(cbor);
    QCOMPARE(QString::fromLatin1(cbor->toHex()), hex);
}

void JsonCborTest::whatIsNoValueIsRefused_data()
{
    QTest::addColumn<QString>("json");
    for (const char *json : {"", " ", "{", "1,2", "1],[2", "]", "nul", "'a'", "{a:1}", "[1,]",
                             "\"a", "NaN", "01", "+1", "// x\n1"})
        QTest::newRow(json) << QString::fromUtf8(json);
}

void JsonCborTest::whatIsNoValueIsRefused()
{
    QFETCH(QString, json);
    const Result<QByteArray> cbor = cborOfJson(json);
    QVERIFY(!cbor);
    QCOMPARE(cbor.error().code, ErrorCode::NotSupported);
    QVERIFY(cbor.error().message.contains(QStringLiteral("JSON")));
}

void JsonCborTest::aBigListAndABigObjectHaveTheirCounts()
{
    QStringList items;
    QStringList members;
    for (int i = 0; i < 70'000; ++i) {
        items << QStringLiteral("0");
        members << QStringLiteral("\"%1\":0").arg(i);
    }
    const auto list = cborOfJson(u'[' + items.join(u',') + u']');
    QCOMPARE(list->first(5).toHex(), QByteArray("9a00011170"));
    const auto object = cborOfJson(u'{' + members.join(u',') + u'}');
    QCOMPARE(object->first(5).toHex(), QByteArray("ba00011170"));
}

QTEST_GUILESS_MAIN(JsonCborTest)
#include "JsonCborTest.moc"
