#include "BareWriter.h"
#include "BareReader.h"
#include "Outcome.h"

#include <QRandomGenerator>
#include <QTest>

using namespace greenroom;

class BareWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachTypeWritesItsBytes();
    void aVarintIsAsShortAsCanBe_data();
    void aVarintIsAsShortAsCanBe();
    void whatIsWrittenIsReadBack();
    void aStringWithoutUtf8FormIsRefused_data();
    void aStringWithoutUtf8FormIsRefused();
    void theFirstFailureIsTheOneTold();
    void aBodyEndsAt32MiB();
};

void BareWriterTest::eachTypeWritesItsBytes()
{
    BareWriter out;
    out.u16(0x0102)
        .u64(1796025012629)
        .boolean(false)
        .boolean(true)
        .string(QStringLiteral("é🦀"), "f")
        .string(QString(), "f")
        .data(QByteArray("\0\xff", 2))
        .data({})
        .optional(std::optional<quint16>(), [&](quint16 value) { out.u16(value); })
        .optional(std::optional<quint16>(7), [&](quint16 value) { out.u16(value); });
    const Result<QByteArray> bytes = out.finish();
    QCOMPARE(outcomeOf(bytes), QStringLiteral("ok"));
    QCOMPARE(bytes->toHex(), QByteArray("0201"
                                        "95d16e2ba2010000"
                                        "0001"
                                        "06c3a9f09fa680"
                                        "00"
                                        "0200ff"
                                        "00"
                                        "00"
                                        "010700"));
}

void BareWriterTest::aVarintIsAsShortAsCanBe_data()
{
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QByteArray>("hex");

    QTest::newRow("0") << quint64(0) << QByteArray("00");
    QTest::newRow("127") << quint64(127) << QByteArray("7f");
    QTest::newRow("128") << quint64(128) << QByteArray("8001");
    QTest::newRow("16383") << quint64(16383) << QByteArray("ff7f");
    QTest::newRow("16384") << quint64(16384) << QByteArray("808001");
    QTest::newRow("an alarm") << quint64(1801295413422) << QByteArray("ae81cbacb634");
    QTest::newRow("2^63") << (quint64(1) << 63) << QByteArray("80808080808080808001");
    QTest::newRow("2^64-1") << ~quint64(0) << QByteArray("ffffffffffffffffff01");
}

void BareWriterTest::aVarintIsAsShortAsCanBe()
{
    QFETCH(quint64, value);
    BareWriter out;
    out.varint(value);
    const Result<QByteArray> bytes = out.finish();
    QTEST(bytes->toHex(), "hex");
    BareReader in(*bytes);
    QCOMPARE(in.varint64("f"), value);
    QCOMPARE(outcomeOf(in.finish()), QStringLiteral("ok"));
}

void BareWriterTest::whatIsWrittenIsReadBack()
{
    QRandomGenerator random(20);
    for (int round = 0; round < 2'000; ++round) {
        // Every length of varint comes up: the shift takes all sizes.
        const quint64 integer = random.generate64() >> random.bounded(64);
        QByteArray bytes(random.bounded(400), Qt::Uninitialized);
        for (char &byte : bytes)
            byte = char(random.bounded(256));
        QString text;
        for (int i = random.bounded(300); i > 0; --i) {
            const char32_t c = char32_t(random.bounded(0x110000));
            if (c < 0xd800 || c > 0xdfff)
                text += QString::fromUcs4(&c, 1);
        }

        BareWriter out;
        out.varint(integer).u64(integer).string(text, "f").data(bytes).u16(quint16(integer));
        const Result<QByteArray> written = out.finish();
        QCOMPARE(outcomeOf(written), QStringLiteral("ok"));
        BareReader in(*written);
        QCOMPARE(in.varint64("f"), integer);
        QCOMPARE(in.u64("f"), integer);
        QCOMPARE(in.string("f"), text);
        QCOMPARE(in.data("f"), bytes);
        QCOMPARE(in.u16("f"), quint16(integer));
        QCOMPARE(outcomeOf(in.finish()), QStringLiteral("ok"));
    }
}

void BareWriterTest::aStringWithoutUtf8FormIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("high surrogate") << QString(QChar(0xd800));
    QTest::newRow("low surrogate") << QString(QChar(0xdfff));
    QTest::newRow("wrong order") << QString(QChar(0xdfff)) + QChar(0xd800);
    QTest::newRow("within text") << QStringLiteral("a") + QChar(0xd83e) + u'b';
    QTest::newRow("in a long text") << QString(300, u'a') + QChar(0xd83e);
}

void BareWriterTest::aStringWithoutUtf8FormIsRefused()
{
    QFETCH(QString, text);
    BareWriter out;
    const Result<QByteArray> bytes = out.string(text, "name").finish();
    QCOMPARE(outcomeOf(bytes), QStringLiteral("invalid-utf8"));
    QVERIFY(messageOf(bytes).contains(QStringLiteral("name")));
}

void BareWriterTest::theFirstFailureIsTheOneTold()
{
    BareWriter out;
    const Result<QByteArray> bytes = out.string(QString(QChar(0xd800)), "first")
                                         .string(QStringLiteral("fine"), "second")
                                         .string(QString(QChar(0xd800)), "third")
                                         .finish();
    QVERIFY2(messageOf(bytes).contains(QStringLiteral("first")), qPrintable(messageOf(bytes)));
}

void BareWriterTest::aBodyEndsAt32MiB()
{
    constexpr qsizetype LengthBytes = 4;
    const QByteArray largest(32 * 1024 * 1024 - LengthBytes, 'x');
    BareWriter fits;
    const Result<QByteArray> bytes = fits.u16(3).data(largest).finish();
    QCOMPARE(outcomeOf(bytes), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(splitVersion(*bytes, 3, 3)), QStringLiteral("ok"));
    BareWriter over;
    QCOMPARE(outcomeOf(over.u16(3).data(largest + 'x').finish()),
             QStringLiteral("larger-than-32MiB"));
}

QTEST_GUILESS_MAIN(BareWriterTest)
#include "BareWriterTest.moc"
