#include "JsonCbor.h"

#include <QCborArray>
#include <QCborMap>
#include <QCborValue>
#include <QTest>

using namespace greenroom;

class JsonCborTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonBecomesCbor_data();
    void jsonBecomesCbor();
    void nonsenseIsRefusedWithItsPlace_data();
    void nonsenseIsRefusedWithItsPlace();
};

void JsonCborTest::jsonBecomesCbor_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QByteArray>("cbor");
    const auto row = [](const char *json, const char *hex) {
        QTest::newRow(json) << QString::fromUtf8(json) << QByteArray::fromHex(hex);
    };
    row("5", "05");
    row(" -1 ", "20");
    row("1.0", "01");
    row("1.5", "fb3ff8000000000000");
    row("4294967295", "1affffffff");
    row("-4294967296", "3affffffff");
    row("4294967296", "fb41f0000000000000");
    row("9007199254740992", "fb4340000000000000");
    row("1e300", "fb7e37e43c8800759c");
    row("null", "f6");
    row("true", "f5");
    row("\"\"", "60");
    row("\"grün\"", "656772c3bc6e");
    row("[]", "80");
    row("{\"start\":5}", "b9000165737461727405");
    row("[1,[2,{\"a\":null}]]", "82018202b900016161f6");
    row("\n\n{}\n", "b90000");
}

void JsonCborTest::jsonBecomesCbor()
{
    QFETCH(QString, json);
    QFETCH(QByteArray, cbor);
    const Result<QByteArray> made = cborOfJson(json);
    QVERIFY2(made, made ? "" : qPrintable(made.error().message));
    QCOMPARE(made->toHex(), cbor.toHex());
}

void JsonCborTest::nonsenseIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *json, const char *place) {
        QTest::newRow(json) << QString::fromUtf8(json) << QString::fromUtf8(place);
    };
    row("", "one value");
    row("1,2", "one value");
    row("1],[2", "line 1, column ");
    row("[1,2", "line 1, column ");
    row("{\n  \"ä\": tru\n}", "line 2, column ");
    row("{a:1}", "line 1, column ");
    row("9007199254740993", "too large");
    row("-9007199254740993", "too large");
    row("18446744073709551615", "too large");
    row("{\"deep\":[9223372036854775808]}", "too large");
}

void JsonCborTest::nonsenseIsRefusedWithItsPlace()
{
    QFETCH(QString, json);
    QFETCH(QString, place);
    const Result<QByteArray> made = cborOfJson(json);
    QVERIFY(!made);
    QVERIFY2(made.error().message.contains(place), qPrintable(made.error().message));
}

QTEST_MAIN(JsonCborTest)
#include "JsonCborTest.moc"
