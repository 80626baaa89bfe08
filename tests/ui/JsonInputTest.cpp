#include "JsonInput.h"

#include <QCborArray>
#include <QCborMap>
#include <QCborValue>
#include <QTest>

using namespace greenroom;

class JsonInputTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonBecomesCbor_data();
    void jsonBecomesCbor();
    void nonsenseIsRefusedWithItsPlace_data();
    void nonsenseIsRefusedWithItsPlace();
};

void JsonInputTest::jsonBecomesCbor_data()
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
    row("9007199254740993", "1b0020000000000001");
    row("9223372036854775807", "1b7fffffffffffffff");
    row("null", "f6");
    row("true", "f5");
    row("\"\"", "60");
    row("\"grün\"", "656772c3bc6e");
    row("[]", "80");
    row("{\"start\":5}", "a165737461727405");
    row("[1,[2,{\"a\":null}]]", "82018202a16161f6");
    row("\n\n{}\n", "a0");
}

void JsonInputTest::jsonBecomesCbor()
{
    QFETCH(QString, json);
    QFETCH(QByteArray, cbor);
    const Result<QByteArray> made = cborFromJson(json);
    QVERIFY2(made, made ? "" : qPrintable(made.error().message));
    QCOMPARE(made->toHex(), cbor.toHex());
}

void JsonInputTest::nonsenseIsRefusedWithItsPlace_data()
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
    row("18446744073709551615", "too large");
    row("{\"deep\":[9223372036854775808]}", "too large");
}

void JsonInputTest::nonsenseIsRefusedWithItsPlace()
{
    QFETCH(QString, json);
    QFETCH(QString, place);
    const Result<QByteArray> made = cborFromJson(json);
    QVERIFY(!made);
    QVERIFY2(made.error().message.contains(place), qPrintable(made.error().message));
}

QTEST_MAIN(JsonInputTest)
#include "JsonInputTest.moc"
