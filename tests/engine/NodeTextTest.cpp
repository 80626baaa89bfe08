#include "NodeText.h"
#include "BareReader.h"
#include "CborReader.h"
#include "EntryOutline.h"

#include <QTest>

using namespace greenroom;

class NodeTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCborValueHasItsOwnFace_data();
    void aCborValueHasItsOwnFace();
    void aLineIsShortHoweverLargeTheValueIs_data();
    void aLineIsShortHoweverLargeTheValueIs();
    void membersAreCalledByTheirKeys_data();
    void membersAreCalledByTheirKeys();
    void recordsAreReadByTheirFields();
    void aPathLeadsToANode();
};

namespace {

QByteArray hex(const char *digits)
{
    return QByteArray::fromHex(digits);
}

/// A CBOR string of this many bytes.
QByteArray cborString(char major, const QByteArray &content)
{
    QByteArray head(5, char(major | 26));
    for (int i = 0; i < 4; ++i)
        head[1 + i] = char(content.size() >> (24 - 8 * i));
    return head + content;
}

} // namespace

void NodeTextTest::aCborValueHasItsOwnFace_data()
{
    QTest::addColumn<QByteArray>("cbor");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("type");
    const auto row = [](const char *name, const QByteArray &cbor, const char *value,
                        const char *type) {
        QTest::newRow(name) << cbor << QString::fromUtf8(value) << QString::fromUtf8(type);
    };
    row("undefined", hex("f7"), "undefined", "undefined");
    row("null", hex("f6"), "null", "null");
    row("false", hex("f4"), "false", "boolean");
    row("true", hex("f5"), "true", "boolean");
    row("zero", hex("00"), "0", "number");
    row("negative", hex("3903e7"), "-1000", "number");
    row("fraction", hex("fb3fb999999999999a"), "0.1", "number");
    row("negative zero", hex("fb8000000000000000"), "-0", "number");
    row("NaN", hex("fb7ff8000000000000"), "NaN", "number");
    row("-Infinity", hex("fbfff0000000000000"), "-Infinity", "number");
    row("subnormal", hex("fb0000000000000001"), "5e-324", "number");
    row("bigint 0", hex("1b0000000000000000"), "0n", "bigint");
    row("bigint 2^64-1", hex("1bffffffffffffffff"), "18446744073709551615n", "bigint");
    row("bigint -2^64", hex("3bffffffffffffffff"), "-18446744073709551616n", "bigint");
    row("bigint 2^64", hex("c249010000000000000000"), "18446744073709551616n", "bigint");
    row("text", hex("6568c3a96c6f"), "\"hélo\"", "string");
    row("text with controls", hex("66610a00e280ae"), "\"a\\n\\u{0}\\u{202e}\"", "string");
    row("empty text", hex("60"), "\"\"", "string");
    row("text that is none", hex("63ff6162"), "not UTF-8: ff 61 62", "bad string");
    row("bytes", hex("430001ff"), "00 01 ff", "bytes");
    row("no bytes", hex("40"), "(empty)", "bytes");
    row("Uint8Array", hex("d84042c0ff"), "c0 ff", "Uint8Array");
    row("date", hex("c11a65000000"), "2023-09-12T06:06:56.000Z (1694498816000)", "Date");
    row("invalid date", hex("c1fb7ff8000000000000"), "Invalid Date", "Date");
    row("date beyond calendars", hex("c1fb424d7ffa20c00000"), "253402300800000 ms", "Date");
    row("RegExp", hex("d81b83 66526567457870 635e612b 6167"), "/^a+/g", "RegExp");
    row("Error", hex("d81b82 69547970654572726f72 63626164"), "TypeError: bad", "Error");
    row("empty object", hex("b90000"), "{}", "object");
    row("empty array", hex("80"), "[]", "array");
    row("object", hex("b90002616101616281f6"), "{a: 1, b: [1]}", "object");
    row("array", hex("830161ffb90000"), "(3) [1, not UTF-8: ff, {}]", "array");
    row("Map", hex("d90103a20102613102"), "Map(2) {1 → 2, \"1\" → 2}", "Map");
    row("Set", hex("d90102820102"), "Set(2) {1, 2}", "Set");
    row("Int16Array", hex("d84d440100ffff"), "Int16Array(2) [1, -1]", "Int16Array");
    row("Float32Array", hex("d855440000c07f"), "Float32Array(1) [NaN]", "Float32Array");
    row("BigUint64Array", hex("d84748ffffffffffffffff"), "BigUint64Array(1) [18446744073709551615]",
        "BigUint64Array");
    row("unknown tag", hex("d903e781f6"), "tag 999: [1]", "tag 999");
    row("cut", hex("1903"), "CBOR at byte 0: 3 byte(s) are needed and 2 are left",
        "cbor-truncated");
}

void NodeTextTest::aCborValueHasItsOwnFace()
{
    QFETCH(QByteArray, cbor);
    const Outline outline = outlineOfCbor(cbor);
    const NodeId node = outline.child(Outline::Root, 0);
    QTEST(nodeValue(outline, node), "value");
    QTEST(nodeType(outline, node), "type");
}

void NodeTextTest::aLineIsShortHoweverLargeTheValueIs_data()
{
    QTest::addColumn<QByteArray>("cbor");
    QTest::addColumn<QString>("end");
    constexpr char Bytes = 0x40;
    constexpr char Text = 0x60;
    constexpr char List = char(0x80);
    const QByteArray million(1'000'000, 'x');
    QTest::newRow("text") << cborString(Text, million) << QStringLiteral("x…\" (1000000 bytes)");
    QTest::newRow("bytes") << cborString(Bytes, million) << QStringLiteral("78 … (1000000 bytes)");
    QTest::newRow("bigint") << hex("c2") + cborString(Bytes, million)
                            << QStringLiteral("78… (1000000 bytes)");
    QTest::newRow("bigint of many digits")
        << hex("c2") + cborString(Bytes, QByteArray(500, 'x')) << QStringLiteral("… (1204 digits)");
    QTest::newRow("array") << cborString(List, QByteArray(100'000, '\1')) << QStringLiteral(", …]");
    QTest::newRow("bad text") << cborString(Text, QByteArray(100'000, '\xff'))
                              << QStringLiteral("ff … (100000 bytes)");
    // Surrogate pairs are not cut in halves.
    QTest::newRow("crabs") << cborString(Text, QByteArray("x") + QByteArray("🦀").repeated(1000))
                           << QStringLiteral("🦀…\" (4001 bytes)");
}

void NodeTextTest::aLineIsShortHoweverLargeTheValueIs()
{
    QFETCH(QByteArray, cbor);
    QFETCH(QString, end);
    const Outline outline = outlineOfCbor(cbor);
    QCOMPARE(outline.failures().size(), 0);
    const QString value = nodeValue(outline, outline.child(Outline::Root, 0));
    QVERIFY2(value.size() < 300, qPrintable(value));
    QVERIFY2(value.endsWith(end), qPrintable(value));
    QVERIFY(value.isValidUtf16());
}

void NodeTextTest::membersAreCalledByTheirKeys_data()
{
    QTest::addColumn<QByteArray>("cbor");
    QTest::addColumn<QString>("names");
    QTest::newRow("text") << hex("a2616101626b2001") << QStringLiteral("a|k ");
    QTest::newRow("empty key") << hex("a16001") << QStringLiteral("\"\"");
    QTest::newRow("control in a key") << hex("a1610a01") << QStringLiteral("\\n");
    QTest::newRow("numbers as names")
        << hex("a30101f601f701") << QStringLiteral("1 (number)|null (null)|undefined (undefined)");
    QTest::newRow("key that is no UTF-8")
        << hex("a161ff01") << QStringLiteral("not UTF-8: ff (bad string)");
    QTest::newRow("Map of like keys") << hex("d90103a4 0101 613101 fb3ff000000000000001 416101")
                                      << QStringLiteral("1|\"1\"|1|61");
    QTest::newRow("Map of objects as keys") << hex("d90103a1a1610102f6") << QStringLiteral("{1}");
    QTest::newRow("items") << hex("820102") << QStringLiteral("[0]|[1]");
    QTest::newRow("members of a Set") << hex("d90102820102") << QStringLiteral("[0]|[1]");
    QTest::newRow("cut behind a key") << hex("a26161016162") << QStringLiteral("a|b");
    QTest::newRow("cut in a key") << hex("a261610163") << QStringLiteral("a|undecoded");
    QTest::newRow("cut in an array") << hex("820163") << QStringLiteral("[0]|[1]");
}

void NodeTextTest::membersAreCalledByTheirKeys()
{
    QFETCH(QByteArray, cbor);
    const Outline outline = outlineOfCbor(cbor);
    const NodeId container = outline.child(Outline::Root, 0);
    QStringList names;
    for (quint32 row = 0; row < outline.at(container).childCount; ++row)
        names << nodeName(outline, outline.child(container, row));
    QTEST(names.join(u'|'), "names");
}

void NodeTextTest::recordsAreReadByTheirFields()
{
    // Version 4: no input, initialised, state {a: 1n}, an event at 1796000000000.
    const QByteArray record = hex("0400 00 01 0e b90001 6161 1b0000000000000001") +
                              hex("01 0161 0028f129a2010000 0162 00");
    const EntryOutline entry = outlineOfEntry(QByteArray("\x01", 1), record);
    QVERIFY2(!entry.error, entry.error ? qPrintable(entry.error->message) : "");
    const Outline &outline = entry.outline;
    QStringList lines;
    const auto tell = [&](auto &&self, NodeId id, int depth) -> void {
        for (quint32 row = 0; row < outline.at(id).childCount; ++row) {
            const NodeId child = outline.child(id, row);
            lines << QString(depth, u' ') + nodeName(outline, child) + u'|' +
                         nodeValue(outline, child) + u'|' + nodeType(outline, child);
            self(self, child, depth + 1);
        }
    };
    tell(tell, Outline::Root, 0);
    QCOMPARE(lines, QStringList({
                        QStringLiteral("version|4|u16"),
                        QStringLiteral("input|absent|optional"),
                        QStringLiteral("hasInitialized|true|boolean"),
                        QStringLiteral("state|{a: 1n}|object"),
                        QStringLiteral(" a|1n|bigint"),
                        QStringLiteral("scheduledEvents|(1) [{4}]|list"),
                        QStringLiteral(" [0]|{eventId: \"a\", timestamp: 2026-11-30T00:53:20.000Z "
                                       "(1796000000000), action: \"b\", args: absent}|record"),
                        QStringLiteral("  eventId|\"a\"|string"),
                        QStringLiteral("  timestamp|2026-11-30T00:53:20.000Z (1796000000000)|time"),
                        QStringLiteral("  action|\"b\"|string"),
                        QStringLiteral("  args|absent|optional"),
                    }));
}

void NodeTextTest::aPathLeadsToANode()
{
    // {"a b": [{"c": 1}]}
    const Outline outline = outlineOfCbor(hex("a163612062 81 a1616301"));
    NodeId node = Outline::Root;
    while (outline.at(node).childCount)
        node = outline.child(node, 0);
    QCOMPARE(nodePath(outline, outline.child(Outline::Root, 0), node),
             QStringLiteral("[\"a b\"][0].c"));
    QCOMPARE(nodePath(outline, Outline::Root, node), QStringLiteral("value[\"a b\"][0].c"));
}

QTEST_GUILESS_MAIN(NodeTextTest)
#include "NodeTextTest.moc"
