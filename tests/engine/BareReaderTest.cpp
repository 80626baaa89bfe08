#include "BareReader.h"
#include "Outcome.h"

#include <QElapsedTimer>
#include <QTest>

#include <functional>

using namespace greenroom;

/// Reads one field and gives it as text.
using Read = std::function<QString(BareReader &)>;
Q_DECLARE_METATYPE(Read)

class BareReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachTypeReadsItsBytes_data();
    void eachTypeReadsItsBytes();
    void badBytesAreRefusedAtTheirField_data();
    void badBytesAreRefusedAtTheirField();
    void everyVarintLengthCarriesItsEdges();
    void paddingIsRefusedAtEveryLength();
    void aStringKeepsItsByteOrderMark();
    void aLongStringBeyondTheEndIsBadText();
    void aLengthBeyondTheBytesAllocatesNothing();
    void theFirstFailureSticks();
    void aFailedReadLeavesTheOptionalEmpty();
    void aCallerCanReject();
    void leftOverBytesAreRefused();
    void aVersionIsTakenOffTheFront_data();
    void aVersionIsTakenOffTheFront();
    void aBodyEndsAt32MiB();
};

namespace {

QString number(quint64 value)
{
    return QString::number(value);
}

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

const Read u8 = [](BareReader &in) { return number(in.u8("f")); };
const Read u16 = [](BareReader &in) { return number(in.u16("f")); };
const Read u32 = [](BareReader &in) { return number(in.u32("f")); };
const Read u64 = [](BareReader &in) { return number(in.u64("f")); };
const Read i64 = [](BareReader &in) { return QString::number(in.i64("f")); };
const Read boolean = [](BareReader &in) { return number(in.boolean("f")); };
const Read varint64 = [](BareReader &in) { return number(in.varint64("f")); };
const Read count = [](BareReader &in) { return number(in.count("f")); };
const Read string = [](BareReader &in) { return in.string("f"); };
const Read data = [](BareReader &in) { return hex(in.data("f")); };
const Read fixed4 = [](BareReader &in) { return hex(in.fixed(4, "f")); };
const Read optional8 = [](BareReader &in) {
    const std::optional<quint8> value = in.optional("f", [&] { return in.u8("f"); });
    return value ? number(*value) : QStringLiteral("none");
};

} // namespace

void BareReaderTest::eachTypeReadsItsBytes_data()
{
    QTest::addColumn<Read>("read");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("value");

    const auto row = [](const char *name, const Read &read, const char *bytes, const char *value) {
        QTest::newRow(name) << read << QByteArray::fromHex(bytes) << QString::fromUtf8(value);
    };
    row("u8", u8, "ff", "255");
    row("u16 is little-endian", u16, "0201", "258");
    row("u32 is little-endian", u32, "04030201", "16909060");
    row("u64 is little-endian", u64, "95d16e2ba2010000", "1796025012629");
    row("largest u64", u64, "ffffffffffffffff", "18446744073709551615");
    row("i64", i64, "ffffffffffffffff", "-1");
    row("smallest i64", i64, "0000000000000080", "-9223372036854775808");
    row("false", boolean, "00", "0");
    row("true", boolean, "01", "1");
    row("varint zero", varint64, "00", "0");
    row("varint of two bytes", varint64, "8001", "128");
    row("varint of an alarm", varint64, "ae81cbacb634", "1801295413422");
    row("largest varint", varint64, "ffffffffffffffffff01", "18446744073709551615");
    row("2^63", varint64, "80808080808080808001", "9223372036854775808");
    row("count", count, "8502", "261");
    row("largest count", count, "ffffffffffffff0f", "9007199254740991");
    row("string", string, "0568656c6c6f", "hello");
    row("empty string", string, "00", "");
    row("string with a NUL", string, "0100", QByteArray("\0", 1).constData());
    row("two bytes", string, "02c3a9", "é");
    row("three bytes", string, "03e282ac", "€");
    row("four bytes", string, "04f09fa680", "🦀");
    row("U+10FFFF", string, "04f48fbfbf", "\xf4\x8f\xbf\xbf");
    row("last before the surrogates", string, "03ed9fbf", "\xed\x9f\xbf");
    row("first behind the surrogates", string, "03ee8080", "\xee\x80\x80");
    row("noncharacter", string, "03efbfbf", "\xef\xbf\xbf");
    row("replacement character", string, "03efbfbd", "\xef\xbf\xbd");
    row("data", data, "0300ff80", "00ff80");
    row("empty data", data, "00", "");
    row("fixed data", fixed4, "00010203", "00010203");
    row("absent", optional8, "00", "none");
    row("present", optional8, "0107", "7");
}

void BareReaderTest::eachTypeReadsItsBytes()
{
    QFETCH(Read, read);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, value);
    if (qstrcmp(QTest::currentDataTag(), "string with a NUL") == 0)
        value = QString(QChar(0));

    BareReader in(bytes);
    QCOMPARE(read(in), value);
    QCOMPARE(in.offset(), bytes.size());
    QCOMPARE(outcomeOf(in.finish()), QStringLiteral("ok"));
}

void BareReaderTest::badBytesAreRefusedAtTheirField_data()
{
    QTest::addColumn<Read>("read");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");

    const auto row = [](const char *name, const Read &read, const char *bytes, const char *code) {
        QTest::newRow(name) << read << QByteArray::fromHex(bytes) << QString::fromUtf8(code);
    };
    row("u8 at the end", u8, "", "truncated");
    row("half a u16", u16, "01", "truncated");
    row("u32 less a byte", u32, "010203", "truncated");
    row("u64 less a byte", u64, "01020304050607", "truncated");
    row("bool at the end", boolean, "", "truncated");
    row("bool 2", boolean, "02", "bad-bool");
    row("bool ff", boolean, "ff", "bad-bool");
    row("optional flag 2", optional8, "02", "bad-bool");
    row("no varint", varint64, "", "truncated");
    row("endless varint", varint64, "ffff", "truncated");
    row("varint of 65 bits", varint64, "ffffffffffffffffff02", "overlong-varint");
    row("varint of 11 bytes", varint64, "8080808080808080808001", "overlong-varint");
    row("varint 2^64", varint64, "80808080808080808002", "overlong-varint");
    row("count of 54 bits", count, "ffffffffffffff10", "varint-too-large");
    row("count of nine bytes", count, "808080808080808001", "varint-too-large");
    row("truncated count", count, "80", "truncated");
    row("length over 32 bits", data, "ffffffff10", "varint-too-large");
    row("length of six bytes", data, "808080808001", "varint-too-large");
    row("length 2^32-1", data, "ffffffff0f", "truncated");
    row("padded length", data, "8000", "overlong-varint");
    row("S56: padded 5", string, "8500", "overlong-varint");
    row("data less a byte", data, "030102", "truncated");
    row("fixed data less a byte", fixed4, "010203", "truncated");
    row("string less a byte", string, "026f", "truncated");
    row("overlong slash", string, "02c0af", "invalid-utf8");
    row("overlong NUL", string, "02c080", "invalid-utf8");
    row("overlong of three bytes", string, "03e080af", "invalid-utf8");
    row("overlong of four bytes", string, "04f08080af", "invalid-utf8");
    row("high surrogate", string, "03eda080", "invalid-utf8");
    row("low surrogate", string, "03edbfbf", "invalid-utf8");
    row("surrogate pair", string, "06eda0bdedb2a9", "invalid-utf8");
    row("above U+10FFFF", string, "04f4908080", "invalid-utf8");
    row("five-byte form", string, "05f888808080", "invalid-utf8");
    row("byte fe", string, "01fe", "invalid-utf8");
    row("byte ff", string, "01ff", "invalid-utf8");
    row("lone continuation", string, "0180", "invalid-utf8");
    row("cut after one of two", string, "01c3", "invalid-utf8");
    row("cut after two of three", string, "02e282", "invalid-utf8");
    row("cut after three of four", string, "03f09fa6", "invalid-utf8");
    row("cut before a letter", string, "03e28241", "invalid-utf8");
    row("cut behind text", string, "0461e282ac", "ok");
    row("cut at the end of text", string, "0361e282", "invalid-utf8");
}

void BareReaderTest::badBytesAreRefusedAtTheirField()
{
    QFETCH(Read, read);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);

    // A good byte before it: the message must tell where the field is, not where the bytes begin.
    const QByteArray withLead = '\x2a' + bytes;
    BareReader in(withLead);
    in.u8("lead");
    read(in);
    const Result<void> end = in.finish();
    QCOMPARE(outcomeOf(end), code);
    if (end)
        return;
    QVERIFY(!in.ok());
    QVERIFY2(messageOf(end).startsWith(QStringLiteral("f at byte ")), qPrintable(messageOf(end)));
    QCOMPARE_GE(in.offset(), 1);
    QCOMPARE_LE(in.offset(), withLead.size());
    const bool ofVarint =
        code == QStringLiteral("varint-too-large") || code == QStringLiteral("overlong-varint");
    if (ofVarint || code == QStringLiteral("bad-bool"))
        QCOMPARE(in.offset(), 1);
}

void BareReaderTest::everyVarintLengthCarriesItsEdges()
{
    for (int length = 1; length <= 10; ++length) {
        const quint64 smallest = length == 1 ? 0 : quint64(1) << (7 * (length - 1));
        const quint64 largest =
            length == 10 ? std::numeric_limits<quint64>::max() : (quint64(1) << (7 * length)) - 1;
        for (const quint64 value : {smallest, largest}) {
            QByteArray bytes;
            for (int i = 0; i < length; ++i)
                bytes += char((value >> (7 * i) & 0x7f) | (i + 1 < length ? 0x80 : 0));
            BareReader in(bytes);
            QCOMPARE(in.varint64("f"), value);
            QCOMPARE(outcomeOf(in.finish()), QStringLiteral("ok"));
        }
    }
}

void BareReaderTest::paddingIsRefusedAtEveryLength()
{
    for (int length = 2; length <= 10; ++length) {
        const QByteArray bytes = QByteArray(length - 1, '\x85') + '\0';
        for (const Read &read : {varint64, count, data}) {
            BareReader in(bytes);
            read(in);
            QVERIFY2(!in.ok(), qPrintable(number(quint64(length))));
        }
        BareReader in(bytes);
        in.varint64("f");
        QCOMPARE(outcomeOf(in.finish()), QStringLiteral("overlong-varint"));
    }
}

void BareReaderTest::aStringKeepsItsByteOrderMark()
{
    BareReader in("\x06\xef\xbb\xbf\x61\x62\x63\x03\xef\xbb\xbf");
    QCOMPARE(in.string("f"), QString(QChar(0xfeff)) + QStringLiteral("abc"));
    QCOMPARE(in.string("f"), QString(QChar(0xfeff)));
    QCOMPARE(outcomeOf(in.finish()), QStringLiteral("ok"));
}

void BareReaderTest::aLongStringBeyondTheEndIsBadText()
{
    const auto verdict = [](const char *bytes) {
        BareReader in(bytes);
        in.string("f");
        return outcomeOf(in.finish());
    };
    QCOMPARE(verdict("\xff\x01 255 bytes"), QStringLiteral("truncated"));
    QCOMPARE(verdict("\x80\x02 256 bytes"), QStringLiteral("invalid-utf8"));
    QCOMPARE(verdict("\xff\xff\xff\xff\x0f 2^32-1 bytes"), QStringLiteral("invalid-utf8"));
}

void BareReaderTest::aLengthBeyondTheBytesAllocatesNothing()
{
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 10'000; ++i) {
        BareReader in("\xff\xff\xff\xff\x0f and a few bytes");
        QCOMPARE(in.data("f").capacity(), 0);
        BareReader text("\xff\xff\xff\xff\x0f and a few bytes");
        QCOMPARE(text.string("f").capacity(), 0);
    }
    QCOMPARE_LT(time.elapsed(), 5'000); // 4 GiB each would take far longer
}

void BareReaderTest::theFirstFailureSticks()
{
    BareReader in("\x02\xff\xff\xff");
    QVERIFY(!in.boolean("flag"));
    QCOMPARE(in.offset(), 0);
    QCOMPARE(in.u8("later"), 0);
    QCOMPARE(in.u16("later"), 0);
    QCOMPARE(in.u64("later"), 0);
    QCOMPARE(in.varint64("later"), 0);
    QCOMPARE(in.count("later"), 0);
    QCOMPARE(in.string("later"), QString());
    QCOMPARE(in.data("later"), QByteArray());
    QCOMPARE(in.fixed(1, "later"), QByteArray());
    in.reject(ErrorCode::BadUnionTag, "later", QStringLiteral("a second failure"));
    QCOMPARE(in.offset(), 0);
    const Result<void> end = in.finish();
    QCOMPARE(outcomeOf(end), QStringLiteral("bad-bool"));
    QVERIFY(messageOf(end).startsWith(QStringLiteral("flag at byte 0")));
    QCOMPARE(outcomeOf(in.finish()), QStringLiteral("bad-bool"));
}

void BareReaderTest::aFailedReadLeavesTheOptionalEmpty()
{
    BareReader in("\x01");
    const auto value = in.optional("f", [&] { return in.u64("f"); });
    QVERIFY(!in.ok());
    QCOMPARE(value.value_or(0), quint64(0));
    bool asked = false;
    const auto later = in.optional("f", [&] { return asked = true; });
    QVERIFY(!later);
    QVERIFY(!asked);
}

void BareReaderTest::aCallerCanReject()
{
    BareReader in("\x07\x00");
    in.u8("tag");
    in.reject(ErrorCode::BadUnionTag, "tag", QStringLiteral("7 is no tag"));
    const Result<void> end = in.finish();
    QCOMPARE(outcomeOf(end), QStringLiteral("bad-union-tag"));
    QVERIFY(messageOf(end).endsWith(QStringLiteral("7 is no tag")));
}

void BareReaderTest::leftOverBytesAreRefused()
{
    BareReader in("\x01\x02");
    in.u8("f");
    QVERIFY(in.ok());
    QCOMPARE(outcomeOf(in.finish()), QStringLiteral("trailing-bytes"));
}

void BareReaderTest::aVersionIsTakenOffTheFront_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");

    QTest::newRow("nothing") << QByteArray() << QStringLiteral("no-version-header");
    QTest::newRow("one byte") << QByteArray("\3", 1) << QStringLiteral("no-version-header");
    QTest::newRow("version 0") << QByteArray("\0\0", 2) << QStringLiteral("unsupported-version");
    QTest::newRow("version 1") << QByteArray("\1\0x", 3) << QStringLiteral("ok");
    QTest::newRow("version 3") << QByteArray("\3\0", 2) << QStringLiteral("ok");
    QTest::newRow("version 4") << QByteArray("\4\0", 2) << QStringLiteral("unsupported-version");
    QTest::newRow("version 256+3")
        << QByteArray("\3\1", 2) << QStringLiteral("unsupported-version");
    QTest::newRow("65535") << QByteArray("\xff\xff") << QStringLiteral("unsupported-version");
}

void BareReaderTest::aVersionIsTakenOffTheFront()
{
    QFETCH(QByteArray, bytes);
    const Result<VersionedBody> split = splitVersion(bytes, 1, 3);
    QTEST(outcomeOf(split), "code");
    if (split) {
        QCOMPARE(split->version, quint16(bytes[0]));
        QCOMPARE(split->body.toByteArray(), bytes.mid(2));
    }
}

void BareReaderTest::aBodyEndsAt32MiB()
{
    QByteArray bytes(2 + 32 * 1024 * 1024, '\0');
    bytes[0] = '\3';
    QCOMPARE(outcomeOf(splitVersion(bytes, 1, 3)), QStringLiteral("ok"));
    bytes += '\0';
    QCOMPARE(outcomeOf(splitVersion(bytes, 1, 3)), QStringLiteral("larger-than-32MiB"));
}

QTEST_GUILESS_MAIN(BareReaderTest)
#include "BareReaderTest.moc"
