#include "CborReader.h"
#include "EntryOutline.h"
#include "Fixture.h"
#include "JsonReader.h"
#include "OutlineCheck.h"
#include "PersistedActor.h"
#include "TaggedJson.h"
#include "TupleKey.h"

#include <QCryptographicHash>
#include <QTest>

using namespace greenroom;

/// What bytes mean, and that every node stands where its bytes are.
class CborReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueKeepsItsFace_data();
    void everyValueKeepsItsFace();
    void damageShowsThePartAndThePlace_data();
    void damageShowsThePartAndThePlace();
    void hostileValuesEndAsAnErrorNode_data();
    void hostileValuesEndAsAnErrorNode();
    void eachByteBelongsToItsNode();
    void theElementsOfATypedArrayStandWhereTheirBytesAre();
    void jsonIsOutlinedAsItStands();
    void damagedRecordsShowWhatWasDecoded();
    void aHugeScheduleIsCutAndSaidToBe();
    void tuplesAreUnpacked_data();
    void tuplesAreUnpacked();
    void everyFixtureIsOutlinedWithinItsBytes();
};

namespace {

Outline outlineOf(const QByteArray &hex)
{
    return outlineOfCbor(QByteArray::fromHex(hex));
}

} // namespace

void CborReaderTest::everyValueKeepsItsFace_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const QByteArray &hex, const char *json) {
        QTest::newRow(name) << hex << QByteArray(json);
    };
    row("undefined", "f7", R"({"$undefined":true})");
    row("null", "f6", "null");
    row("false", "f4", "false");
    row("true", "f5", "true");
    row("0", "00", "0");
    row("23 in two bytes", "1817", "23");
    row("2^32-1", "1affffffff", "4294967295");
    row("-1", "20", "-1");
    row("-2^32", "3affffffff", "-4294967296");
    row("0n (B75)", "1b0000000000000000", R"({"$bigint":"0"})");
    row("2^53+1 (B75)", "1b0020000000000001", R"({"$bigint":"9007199254740993"})");
    row("2^64-1 (B75)", "1bffffffffffffffff", R"({"$bigint":"18446744073709551615"})");
    row("-2^63 (B75)", "3b7fffffffffffffff", R"({"$bigint":"-9223372036854775808"})");
    row("-2^64 (B75)", "3bffffffffffffffff", R"({"$bigint":"-18446744073709551616"})");
    row("2^64 (B75)", "c249010000000000000000", R"({"$bigint":"18446744073709551616"})");
    row("-2^64-1 (B75)", "c349010000000000000000", R"({"$bigint":"-18446744073709551617"})");
    row("2^319 (B75)", QByteArray("c2582880") + QByteArray(78, '0'),
        R"({"$bigint":"10679935179604550411975108530847760573013522611783)"
        R"(26384973520803911109862890320275011481043468288"})");
    row("1.5", "fb3ff8000000000000", "1.5");
    row("1.5 as a half", "f93e00", "1.5");
    row("1.5 as a single", "fa3fc00000", "1.5");
    row("the smallest half", "f90001", "5.960464477539063e-8");
    row("a half's infinity", "f97c00", R"({"$infinity":1})");
    row("a half's NaN", "f97e00", R"({"$nan":true})");
    row("NaN", "fb7ff8000000000000", R"({"$nan":true})");
    row("-Infinity", "fbfff0000000000000", R"({"$infinity":-1})");
    row("-0", "fb8000000000000000", R"({"$negzero":true})");
    row("subnormal", "fb0000000000000001", "5e-324");
    row("1e300", "fb7e37e43c8800759c", "1e+300");
    row("2^53 as a double", "fb4340000000000000", "9007199254740992");
    row("text", "656772c3bc6e", "\"grün\"");
    row("text with NUL and quotes", "64002209 5c", R"("\u0000\"\t\\")");
    row("text that is no UTF-8", "62c328", R"({"$text":"c328"})");
    row("a lone surrogate's bytes", "63eda080", R"({"$text":"eda080"})");
    row("bytes", "4300ff01", R"({"$buffer":"00ff01"})");
    row("Uint8Array", "d8404300ff01", R"({"$bytes":"00ff01"})");
    row("array", "83010203", "[1,2,3]");
    row("indefinite array", "9f0102ff", "[1,2]");
    row("object", "b900026161016162f6", R"({"a":1,"b":null})");
    row("indefinite map", "bf616101ff", R"({"a":1})");
    row("object with $", "b90001632464 6101", R"({"$object":[["$da",1]]})");
    row("object with a number's name", "a10102", R"({"$object":[[1,2]]})");
    row("object with one name twice", "a2616101616102", R"({"$object":[["a",1],["a",2]]})");
    row("Map (B74)", "d90103a2616101f602", R"({"$map":[["a",1],[null,2]]})");
    row("Map with an object's key", "d90103a1b90000 01", R"({"$map":[[{},1]]})");
    row("a Map in a Map, and an object", "d90103a10 1d90103a102b900016161 03",
        R"({"$map":[[1,{"$map":[[2,{"a":3}]]}]]})");
    row("Set (B74)", "d90102820102", R"({"$set":[1,2]})");
    row("Date", "c11a6553f100", R"({"$date":1700000000000})");
    row("Date with a fraction", "c1fb41d954fc4007ae14", R"({"$date":1700000000120})");
    row("invalid Date", "c1fb7ff8000000000000", R"({"$date":null})");
    row("Date before 1970", "c120", R"({"$date":-1000})");
    row("Date as text", "c074323032332d31312d31345432323a31333a32305a",
        R"({"$date":1700000000000})");
    row("a date of what is no number", "c16161", R"({"$tag":1,"value":"a"})");
    row("RegExp", "d81b836652656745787062612b6267 69", R"({"$regexp":["a+","gi"]})");
    row("Error", "d81b82695479706545 72726f7263626164", R"({"$error":["TypeError","bad"]})");
    row("generic object of another shape", "d81b8101", R"({"$tag":27,"value":[1]})");
    row("Int16Array", "d84d44feff0100", R"({"$typed":"Int16Array","values":[-2,1]})");
    row("Int16Array, big-endian", "d84944fffe0001", R"({"$typed":"Int16Array","values":[-2,1]})");
    row("Float32Array", "d85544 0000c03f", R"({"$typed":"Float32Array","values":[1.5]})");
    row("BigInt64Array", "d84f48 ffffffffffffffff",
        R"({"$typed":"BigInt64Array","values":["-1"]})");
    row("Uint8ClampedArray", "d8444200ff", R"({"$typed":"Uint8ClampedArray","values":[0,255]})");
    row("a typed array cut in an element", "d84d43feff01",
        R"({"$tag":77,"value":{"$buffer":"feff01"}})");
    row("a record (B74)", "d9dfff8319e0008161610 5", R"({"$tag":57343,"value":[57344,["a"],5]})");
    row("unknown tag (B74)", "d9ffff01", R"({"$tag":65535,"value":1})");
    row("tag of 64 bits", "dbffffffffffffffff80", R"({"$tag":18446744073709551615,"value":[]})");
}

void CborReaderTest::everyValueKeepsItsFace()
{
    QFETCH(QByteArray, hex);
    QFETCH(QByteArray, json);
    const Outline outline = outlineOf(hex);
    QVERIFY2(outline.failures().isEmpty(),
             outline.failures().isEmpty() ? "" : qPrintable(outline.failures().first().message));
    QCOMPARE(outline.at(Outline::Root).childCount, 1U);
    const NodeId value = outline.child(Outline::Root, 0);
    QCOMPARE(outline.at(value).range(), (ByteRange{0, outline.bytes().size()}));
    QCOMPARE(taggedJson(outline, value, TaggedForm::Exact), json);
    QCOMPARE(oddityOf(outline), QString());
}

void CborReaderTest::damageShowsThePartAndThePlace_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<qsizetype>("offset");
    QTest::addColumn<qsizetype>("nodesBefore");
    const auto row = [](const char *name, const char *hex, ErrorCode code, qsizetype offset,
                        qsizetype nodesBefore) {
        QTest::newRow(name) << QByteArray(hex) << code << offset << nodesBefore;
    };
    constexpr ErrorCode Cut = ErrorCode::CborTruncated;
    constexpr ErrorCode Bad = ErrorCode::BadCbor;
    row("nothing", "", Cut, 0, 0);
    row("a cut integer", "19ff", Cut, 0, 0);
    row("a cut text", "6261", Cut, 0, 0);
    row("an array that lacks its last item", "830102", Cut, 0, 0);
    row("an array that lacks a part of its last item", "82011a0000", Cut, 2, 2);
    row("an object cut in a value", "b90002616101616219", Cut, 8, 2);
    row("an object that lacks members", "b900056100", Cut, 0, 0);
    row("an endless array without its end", "9f01", Cut, 2, 2);
    row("two values", "0102", ErrorCode::CborTrailingBytes, 1, 1);
    row("a break", "ff", Bad, 0, 0);
    row("a break in an array", "8201ff", Bad, 2, 2);
    row("a reserved head", "1c", Bad, 0, 0);
    row("a text of no fixed length", "7f6161ff", Bad, 0, 0);
    row("an unknown simple value", "f0", Bad, 0, 0);
    row("an object whose member's name is a list", "b900018001", Bad, 3, 1);
    row("a tag alone", "c1", Cut, 1, 0);
}

void CborReaderTest::damageShowsThePartAndThePlace()
{
    QFETCH(QByteArray, hex);
    QFETCH(ErrorCode, code);
    QFETCH(qsizetype, offset);
    QFETCH(qsizetype, nodesBefore);
    const Outline outline = outlineOf(hex);
    QCOMPARE(outline.failures().size(), 1);
    QCOMPARE(codeName(outline.failures().first().code), codeName(code));
    QVERIFY(outline.failures().first().message.contains(QStringLiteral("byte %1").arg(offset)));
    qsizetype nodes = 0;
    NodeId failure = NoNode;
    forEachNode(outline, [&](NodeId id) {
        if (outline.at(id).kind == NodeKind::Failure)
            failure = id;
        else
            ++nodes;
    });
    QVERIFY(failure != NoNode);
    QCOMPARE(qsizetype(outline.at(failure).offset), offset);
    QCOMPARE(outline.at(failure).range().end(), outline.bytes().size());
    QCOMPARE(nodes - 1, nodesBefore); // without the root
    QCOMPARE(oddityOf(outline), QString());
}

void CborReaderTest::hostileValuesEndAsAnErrorNode_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorCode>("code");
    constexpr qsizetype Deep = 100'000;
    constexpr ErrorCode Complex = ErrorCode::TooComplex;
    QTest::newRow("deep arrays (B73)") << QByteArray(Deep, '\x81') << Complex;
    QTest::newRow("deep endless arrays (B73)") << QByteArray(Deep, '\x9f') << Complex;
    QTest::newRow("deep tags (B73)") << QByteArray(Deep, '\xc6') << Complex;
    QTest::newRow("deep objects (B73)") << QByteArray::fromHex("a16161").repeated(Deep) << Complex;
    QTest::newRow("deep Maps by key (B73)")
        << QByteArray::fromHex("d90103a1").repeated(Deep) << Complex;
    QTest::newRow("2^32-1 items in five bytes (B72)")
        << QByteArray::fromHex("9affffffff") << ErrorCode::CborTruncated;
    QTest::newRow("2^64-1 bytes (B72)")
        << QByteArray::fromHex("5bffffffffffffffff") << ErrorCode::CborTruncated;
    QTest::newRow("2^64-1 members (B72)")
        << QByteArray::fromHex("bbffffffffffffffff") << ErrorCode::CborTruncated;
    QTest::newRow("more parts than are unfolded")
        << QByteArray::fromHex("9a00300000") + QByteArray(0x300000, '\1') << Complex;
    QTest::newRow("a typed array of more parts")
        << QByteArray::fromHex("d8485a00300000") + QByteArray(0x300000, '\1') << Complex;
    QTest::newRow("a bigint of a megabyte")
        << QByteArray::fromHex("c25a00100000") + QByteArray(0x100000, '\xff') << ErrorCode::Io;
}

void CborReaderTest::hostileValuesEndAsAnErrorNode()
{
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorCode, code);
    const Outline outline = outlineOfCbor(bytes);
    if (code == ErrorCode::Io) { // no failure: its digits are what could take for ever
        QVERIFY(outline.failures().isEmpty());
        const QByteArray digits = bigIntDigits(outline, outline.child(Outline::Root, 0));
        QVERIFY(digits.startsWith("0xff"));
        return;
    }
    QCOMPARE(outline.failures().size(), 1);
    QCOMPARE(codeName(outline.failures().first().code), codeName(code));
    QVERIFY(outline.size() <= qsizetype(Outline::MaxNodes) + 10);
    QCOMPARE(oddityOf(outline), QString());
}

void CborReaderTest::eachByteBelongsToItsNode()
{
    // {"a": [1, "bc"], "d": Map{[] => 2}}
    const Outline outline = outlineOf("b90002 6161 82 01 626263 6164 d90103a1 80 02");
    const auto at = [&](qsizetype offset) { return outline.at(outline.nodeAt(offset)); };
    QCOMPARE(at(0).kind, NodeKind::Object);
    QCOMPARE(at(2).kind, NodeKind::Object);
    QCOMPARE(at(3).kind, NodeKind::Array); // its name's bytes
    QCOMPARE(at(4).kind, NodeKind::Array);
    QCOMPARE(at(5).kind, NodeKind::Array);
    QCOMPARE(at(6).kind, NodeKind::Integer);
    QCOMPARE(at(8).kind, NodeKind::Text);
    QCOMPARE(at(10).kind, NodeKind::Map); // its name
    QCOMPARE(at(12).kind, NodeKind::Map);
    QCOMPARE(at(16).field, "key");
    QCOMPARE(at(17).field, "value");
    QCOMPARE(outline.nodeAt(18), Outline::Root);
    QCOMPARE(outline.nodeAt(-1), Outline::Root);
}

void CborReaderTest::theElementsOfATypedArrayStandWhereTheirBytesAre()
{
    const Outline outline = outlineOf("d84d44feff0100");
    const NodeId second = outline.child(outline.child(Outline::Root, 0), 1);
    QCOMPARE(outline.at(second).range(), (ByteRange{5, 2}));
    QCOMPARE(outline.bytesOf(second), QByteArrayView("\x01\x00", 2));
}

void CborReaderTest::jsonIsOutlinedAsItStands()
{
    const QByteArray json = R"( {"a\u00e9": [1.50, -0, "x\ny", true, null], "b":{}} )";
    const Outline outline = outlineOfJson(json);
    QVERIFY(outline.failures().isEmpty());
    QCOMPARE(oddityOf(outline), QString());
    const NodeId object = outline.child(Outline::Root, 0);
    const NodeId list = outline.child(object, 0);
    QCOMPARE(jsonText(outline, outline.at(list).key), QStringLiteral("aé"));
    QCOMPARE(outline.bytesOf(outline.child(list, 0)), QByteArrayView("1.50"));
    QCOMPARE(jsonText(outline, outline.child(list, 2)), QStringLiteral("x\ny"));
    QCOMPARE(outline.at(outline.child(object, 1)).kind, NodeKind::Object);
    QCOMPARE(outlineOfJson(QByteArray(100'000, '[')).failures().first().code,
             ErrorCode::TooComplex);
    for (const char *bad : {"", "{", "[1,]", "{\"a\"}", "01", "1.", "\"\\x\"", "\"\\u12\"", "tru",
                            "1 2", "\"a\nb\"", "\xff", "nul", "-", "\""}) {
        QVERIFY2(!outlineOfJson(bad).failures().isEmpty(), bad);
        QCOMPARE(oddityOf(outlineOfJson(bad)), QString());
    }
}

void CborReaderTest::damagedRecordsShowWhatWasDecoded()
{
    // A state whose CBOR is cut: the schedule behind it is there.
    const QByteArray key("\1", 1);
    const EntryOutline cut = outlineOfEntry(key, QByteArray::fromHex("0400000104b900056100"));
    QCOMPARE(codeName(cut.error->code), QStringLiteral("cbor-truncated"));
    QVERIFY(cut.outline.find(Outline::Root, "hasInitialized") != NoNode);
    QVERIFY(cut.outline.find(Outline::Root, "scheduledEvents") != NoNode);
    QCOMPARE(oddityOf(cut.outline), QString());

    // A record that ends in its state: what is before it is there, and the place.
    const EntryOutline ended = outlineOfEntry(key, QByteArray::fromHex("04000001 05 f7"));
    QCOMPARE(codeName(ended.error->code), QStringLiteral("truncated"));
    const NodeId last =
        ended.outline.child(Outline::Root, ended.outline.at(Outline::Root).childCount - 1);
    QCOMPARE(ended.outline.at(last).kind, NodeKind::Failure);
    QCOMPARE(ended.outline.at(last).offset, 5U);
    QCOMPARE(oddityOf(ended.outline), QString());

    // A header twice: found by ConnectionFuzz to fail before the name that it is about.
    const EntryOutline twice =
        outlineOfEntry(QByteArray("\2"
                                  "a",
                                  2),
                       QByteArray::fromHex("0300 0161 01f7 01f7 00 00000000 00000000 0000 "
                                           "0000 00 02 0168 0176 0168 0177"));
    QCOMPARE(codeName(twice.error->code), QStringLiteral("duplicate-map-key"));
    QCOMPARE(oddityOf(twice.outline), QString());
}

void CborReaderTest::aHugeScheduleIsCutAndSaidToBe()
{
    // 400,000 events of four parts each.
    QByteArray record = QByteArray::fromHex("0400000101f7") + QByteArray::fromHex("80b518");
    record += QByteArray::fromHex("00 0700000000000000 00 00").repeated(400'000);
    const EntryOutline entry = outlineOfEntry(QByteArray("\1", 1), record);
    QVERIFY(entry.error);
    QCOMPARE(codeName(entry.error->code), QStringLiteral("too-complex"));
    QVERIFY(entry.outline.size() <= qsizetype(Outline::MaxNodes) + 10);
    QCOMPARE(oddityOf(entry.outline), QString());
}

void CborReaderTest::tuplesAreUnpacked_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<bool>("isTuple");
    QTest::addColumn<Tuple>("items");
    const auto row = [](const char *name, const char *hex, const std::optional<Tuple> &items) {
        QTest::newRow(name) << QByteArray(hex) << items.has_value() << items.value_or(Tuple());
    };
    row("nothing", "", Tuple());
    row("0, 1, 2^63-1", "14 1501 1c7fffffffffffffff",
        Tuple{{0}, {1}, {std::numeric_limits<qint64>::max()}});
    row("-1, -256", "13fe 12feff", Tuple{{-1}, {-256}});
    row("a text with NUL", "02 61 00ff 62 00", Tuple{{QString::fromUtf8("a\0b", 3)}});
    row("a loop's segment", "1502 05 1502 16012b 00 16012e",
        Tuple{{2}, {Tuple{{2}, {299}}}, {302}});
    row("a cut integer", "1601", std::nullopt);
    row("a text without its end", "0261", std::nullopt);
    row("a tuple without its end", "051501", std::nullopt);
    row("2^64-1", "1cffffffffffffffff", std::nullopt);
    row("an unknown code", "21", std::nullopt);
    row("text that is no UTF-8", "02ff00", std::nullopt);
}

void CborReaderTest::tuplesAreUnpacked()
{
    QFETCH(QByteArray, hex);
    QFETCH(bool, isTuple);
    QFETCH(Tuple, items);
    const QByteArray bytes = QByteArray::fromHex(hex);
    const std::optional<Tuple> tuple = unpackTuple(bytes);
    QCOMPARE(tuple.has_value(), isTuple);
    QVERIFY(tuple.value_or(Tuple()) == items);
    QVERIFY(!unpackTuple(QByteArray(100'000, '\5')));
}

void CborReaderTest::everyFixtureIsOutlinedWithinItsBytes()
{
    int entries = 0;
    for (const QString &name : Fixture::names()) {
        for (const QJsonObject &actor : Fixture(name).actors()) {
            for (const char *part : {"kv", "legacyKv"}) {
                const QJsonArray rows = actor.value(QLatin1String(part))
                                            .toObject()
                                            .value(QLatin1String("entries"))
                                            .toArray();
                for (const QJsonValue &row : rows) {
                    const auto hex = [&](const char *field) {
                        return QByteArray::fromHex(row[QLatin1String(field)].toString().toLatin1());
                    };
                    const QByteArray value = hex("valueHex");
                    // The whole, and parts of it.
                    const qsizetype step = value.size() / 16 + 1;
                    for (qsizetype size = value.size(); size >= 0; size -= step) {
                        const EntryOutline entry = outlineOfEntry(hex("keyHex"), value.first(size));
                        QCOMPARE(oddityOf(entry.outline), QString());
                    }
                    ++entries;
                }
            }
        }
    }
    QVERIFY(entries > 2000);
}

QTEST_GUILESS_MAIN(CborReaderTest)
#include "CborReaderTest.moc"
