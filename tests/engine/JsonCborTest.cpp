#include "JsonCbor.h"
#include "CborReader.h"
#include "EntryOutline.h"
#include "Fixture.h"
#include "TaggedJson.h"

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
    void whatIsEditedChangesAndNothingElse_data();
    void whatIsEditedChangesAndNothingElse();
    void everyValueOfRivetkitIsWrittenAsItWas();
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
    row("{\"b\":1,\"a\":2}", "b90002616201616102");
    row("-0", "fb8000000000000000");
    row("9223372036854775808", "fb43e0000000000000");
    row("9007199254740993.0", "fb4340000000000000");
    row("\"a\\u0000\\n\\\"\\\\\"", "65 61000a225c");
    row("\"\\ud83d\\ude00\"", "64f09f9880");
    row(R"({"$undefined":true})", "f7");
    row(R"({"$nan":true})", "fb7ff8000000000000");
    row(R"({"$infinity":-1})", "fbfff0000000000000");
    row(R"({"$negzero":true})", "fb8000000000000000");
    row(R"({"$bigint":"0"})", "1b0000000000000000");
    row(R"({"$bigint":"-0"})", "1b0000000000000000");
    row(R"({"$bigint":"18446744073709551615"})", "1bffffffffffffffff");
    row(R"({"$bigint":"18446744073709551616"})", "c249010000000000000000");
    row(R"({"$bigint":"-1"})", "3b0000000000000000");
    row(R"({"$bigint":"-18446744073709551616"})", "3bffffffffffffffff");
    row(R"({"$bigint":"-18446744073709551617"})", "c349010000000000000000");
    row(R"({"$bigint":"0x010000000000000000"})", "c249010000000000000000");
    row(R"({"$date":1700000000000})", "c11a6553f100");
    row(R"({"$date":-1000})", "c1fbbff0000000000000");
    row(R"({"$date":null})", "c1fb7ff8000000000000");
    row(R"({"$bytes":"00ff"})", "d8404200ff");
    row(R"({"$buffer":"00ff"})", "4200ff");
    row(R"({"$text":"c328"})", "62c328");
    row(R"({"$map":[["a",1],[{},2]]})", "d90103a2616101b9000002");
    row(R"({"$set":[1,"a"]})", "d9010282016161");
    row(R"({"$regexp":["a+","gi"]})", "d81b836652656745787062612b626769");
    row(R"({"$error":["TypeError","bad"]})", "d81b8269547970654572726f7263626164");
    row(R"({"$typed":"Int16Array","values":[-2,1]})", "d84d44feff0100");
    row(R"({"$typed":"BigUint64Array","values":["1"]})", "d847480100000000000000");
    row(R"({"$typed":"Float32Array","values":[1.5,{"$nan":true}]})", "d855480000c03f0000c07f");
    row(R"({"$tag":65535,"value":1})", "d9ffff01");
    row(R"({"$object":[["$a",1]]})", "b9000162246101");
    // Found by CborFuzz: a special type within a tag.
    row(R"({"$tag":65535,"value":{"$tag":6,"value":{"$nan":true}}})",
        "d9ffff c6 fb7ff8000000000000");
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
    row("", "line 1, column 1: ");
    row("1,2", "line 1, column 2: ");
    row("1],[2", "line 1, column 2: ");
    row("[1,2", "line 1, column 5: ");
    row("{\n  \"ä\": tru\n}", "line 2, column 8: ");
    row("{a:1}", "line 1, column 2: ");
    row("1e999", "larger than");
    row("\"\\ud800\"", "surrogate");
    row(R"({"$bigint":"1x"})", "line 1, column 12: this is not what $bigint takes");
    row(R"({"$bigint":5})", "not what $bigint takes");
    row(R"({"$date":"x"})", "not what $date takes");
    row(R"({"$bytes":null})", "not what $bytes takes");
    row(R"({"$bytes":"0"})", "not what $bytes takes");
    row(R"({"$map":[[1]]})", "not what $map takes");
    row(R"({"$money":5})", "$money is no special type");
    row(R"({"$date":1,"b":2})", "stands alone");
    row(R"({"a":1,"$b":2})", "begins with $");
    row(R"({"$typed":"Int8Array","values":[200]})", "no element of a Int8Array");
    row(R"({"$typed":"Nope","values":[]})", "not what $typed takes");
    row(R"({"$undefined":false})", "not what $undefined takes");
    row("9007199254740993", "too large");
    row("-9007199254740993", "too large");
    row("18446744073709551615", "too large");
    row("{\"deep\":[9223372036854775807]}", "too large");
}

void JsonCborTest::nonsenseIsRefusedWithItsPlace()
{
    QFETCH(QString, json);
    QFETCH(QString, place);
    const Result<QByteArray> made = cborOfJson(json);
    QVERIFY(!made);
    QVERIFY2(made.error().message.contains(place), qPrintable(made.error().message));
}

void JsonCborTest::whatIsEditedChangesAndNothingElse_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *json, const char *after) {
        QTest::newRow(name) << QByteArray::fromHex(before) << QString::fromUtf8(json)
                            << QByteArray::fromHex(after);
    };
    row("nothing, of odd forms", "a2 6161 1901f4 7801 62 f93e00", R"({"a":500,"b":1.5})",
        "a2 6161 1901f4 780162 f93e00");
    row("a member of odd forms", "a2 6161 1a00000001 6162 f93e00", R"({"a":1,"b":2})",
        "a2 6161 1a00000001 6162 02");
    row("a member in an endless map", "bf 6161 01 6162 02 ff", R"({"a":1,"b":3})",
        "bf 6161 01 6162 03 ff");
    row("a member more in an endless map", "bf 6161 1a00000001 ff", R"({"a":1,"b":3})",
        "bf 6161 1a00000001 6162 03 ff");
    row("a member more", "a1 6161 1a00000001", R"({"a":1,"b":3})", "b90002 6161 1a00000001 616203");
    row("a member less", "b90002 6161 01 6162 f93e00", R"({"b":1.5})", "b90001 6162 f93e00");
    row("the members' order", "b90002 6161 01 6162 f93e00", R"({"b":1.5,"a":1})",
        "b90002 6162 f93e00 6161 01");
    row("an item", "83 1801 1802 1803", "[1,5,3]", "83 1801 05 1803");
    row("an item before", "82 1801 1802", "[7,1,2]", "83 07 1801 1802");
    row("an item in an endless list", "9f 1801 1803 ff", "[1,2,3]", "9f 1801 02 1803 ff");
    row("deep inside", "a1 6161 82 a1 6162 1801 1802", R"({"a":[{"b":2},2]})",
        "a1 6161 82 a1 6162 02 1802");
    row("beside a Map and typed array of odd forms",
        "a3 616d d90103b90001 1801 02 6174 d849 4400010002 6178 01",
        R"({"m":{"$map":[[1,2]]},"t":{"$typed":"Int16Array","values":[1,2]},"x":2})",
        "a3 616d d90103b90001 1801 02 6174 d849 4400010002 6178 02");
    row("a number into a bigint", "a1 6161 01", R"({"a":{"$bigint":"1"}})",
        "a1 6161 1b0000000000000001");
    row("a Buffer and a Uint8Array are two", "a1 6161 4101", R"({"a":{"$bytes":"01"}})",
        "a1 6161 d8404101");
    row("the whole into another type", "a1 6161 01", "[1]", "8101");
}

void JsonCborTest::whatIsEditedChangesAndNothingElse()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, json);
    QFETCH(QByteArray, after);
    const Outline base = outlineOfCbor(before);
    const NodeId value = base.child(Outline::Root, 0);
    const Result<QByteArray> edited = editedCbor(json, base, value);
    QVERIFY2(edited, edited ? "" : qPrintable(edited.error().message));
    QCOMPARE(edited->toHex(' '), after.toHex(' '));
    const QString untouched = QString::fromUtf8(taggedJsonLines(base, value));
    QCOMPARE(editedCbor(untouched, base, value)->toHex(' '), before.toHex(' '));
}

/// From text alone, so that the writer is cbor-x's equal in every form that it uses.
void JsonCborTest::everyValueOfRivetkitIsWrittenAsItWas()
{
    int values = 0;
    const QJsonObject expected = Fixture(QStringLiteral("v2.2.1-rich")).expected();
    for (const QJsonValue &actor : expected.value(QStringLiteral("actors")).toArray()) {
        const QJsonArray rows = actor[QLatin1String("kv")][QLatin1String("entries")].toArray();
        for (const QJsonValue &row : rows) {
            if (row[QLatin1String("kind")] != QLatin1String("persist-data"))
                continue;
            const auto hex = row[QLatin1String("valueHex")].toString().toLatin1();
            const EntryOutline entry =
                outlineOfEntry(QByteArray("\1", 1), QByteArray::fromHex(hex));
            for (const char *field : {"state", "input"}) {
                const NodeId node = entry.outline.find(Outline::Root, field);
                if (entry.error || node == NoNode ||
                    entry.outline.at(node).kind == NodeKind::Absent)
                    continue;
                const QByteArray json = taggedJsonLines(entry.outline, node);
                const Result<QByteArray> cbor = cborOfJson(QString::fromUtf8(json));
                QVERIFY2(cbor, cbor ? "" : qPrintable(cbor.error().message));
                if (json.contains("$date")) // whose fractions of a millisecond are no text
                    QCOMPARE(taggedJsonLines(outlineOfCbor(*cbor), 1), json);
                else
                    QCOMPARE(cbor->toHex(), entry.outline.bytesOf(node).toByteArray().toHex());
                ++values;
            }
        }
    }
    QVERIFY(values > 30);
}

QTEST_GUILESS_MAIN(JsonCborTest)
#include "JsonCborTest.moc"
