#include "EditText.h"

#include "CborReader.h"
#include "Fixture.h"
#include "Outcome.h"
#include "StateSplice.h"

#include <QTest>

using namespace greenroom;

class EditTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aValueIsEditedInItsOwnForm_data();
    void aValueIsEditedInItsOwnForm();
    void whatWouldNotComeBackIsRefused_data();
    void whatWouldNotComeBackIsRefused();
    void badTextIsRefusedWithItsPlace_data();
    void badTextIsRefusedWithItsPlace();
    void keysAreTypedWithEscapes_data();
    void keysAreTypedWithEscapes();
    void everyStateOfTheFixturesComesBack();
};

void EditTextTest::aValueIsEditedInItsOwnForm_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("form");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QByteArray &bytes, ValueForm form,
                        const QString &text) { QTest::newRow(name) << bytes << int(form) << text; };
    row("text", "grün\tist\n", ValueForm::Text, QStringLiteral("grün\tist\n"));
    row("JSON stays as it stands", "{ \"a\":1 }", ValueForm::Json, QStringLiteral("{ \"a\":1 }"));
    row("CBOR", QByteArray::fromHex("8201f7"), ValueForm::Cbor,
        QStringLiteral("[\n  1,\n  {\"$undefined\":true}\n]"));
    row("bytes", QByteArray::fromHex("00ff"), ValueForm::Hex, QStringLiteral("00 ff"));
    row("seventeen bytes", QByteArray(17, '\0'), ValueForm::Hex,
        QStringLiteral("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n00"));
    row("a carriage return", "a\r\nb", ValueForm::Hex, QStringLiteral("61 0d 0a 62"));
    row("a line separator in CBOR", QByteArray::fromHex("81 63e280a9"), ValueForm::Cbor,
        QStringLiteral("[\n  \"\\u2029\"\n]"));
}

void EditTextTest::aValueIsEditedInItsOwnForm()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, form);
    QCOMPARE(int(editFormOf(bytes)), form);
    const auto text = editText(ValueForm(form), bytes);
    QVERIFY2(text, qPrintable(messageOf(text)));
    QTEST(*text, "text");
    QCOMPARE(editedBytes(ValueForm(form), *text, bytes).value().toHex(), bytes.toHex());
}

void EditTextTest::whatWouldNotComeBackIsRefused_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, ValueForm form, const QByteArray &bytes,
                        const char *reason) {
        QTest::newRow(name) << int(form) << bytes << QString::fromLatin1(reason);
    };
    row("bad UTF-8", ValueForm::Text, "\xff", "not UTF-8");
    row("NUL", ValueForm::Text, QByteArray("a\0b", 3), "control characters");
    row("a carriage return", ValueForm::Text, "a\r\nb", "line ends");
    row("a paragraph separator", ValueForm::Text, "a\xe2\x80\xa9", "line ends");
    row("no JSON", ValueForm::Json, "{", "line 1, column 2");
    row("cut CBOR", ValueForm::Cbor, QByteArray::fromHex("8201"), "cannot be decoded");
    row("more than one value", ValueForm::Cbor, QByteArray::fromHex("0101"), "cannot be decoded");
    row("a page", ValueForm::SqlitePage, "x", "not edited");
}

void EditTextTest::whatWouldNotComeBackIsRefused()
{
    QFETCH(int, form);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const auto text = editText(ValueForm(form), bytes);
    QVERIFY(!text);
    QVERIFY2(text.error().message.contains(reason), qPrintable(text.error().message));
}

void EditTextTest::badTextIsRefusedWithItsPlace_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](ValueForm form, const char *text, const char *place) {
        QTest::newRow(text) << int(form) << QString::fromUtf8(text) << QString::fromUtf8(place);
    };
    row(ValueForm::Cbor, "{\n  \"a\": 1,\n}", "line 3, column 1");
    row(ValueForm::Cbor, "[1,\n {\"$bigint\":\"x\"}]", "line 2, column");
    row(ValueForm::Cbor, "", "line 1, column 1");
    row(ValueForm::Json, "[1 2]", "line 1, column 4");
    row(ValueForm::Hex, "00 f", "line 1, column 4");
    row(ValueForm::Hex, "00 f 0", "line 1, column 5");
    row(ValueForm::Hex, "00\n0g", "line 2, column 2");
    row(ValueForm::Hex, "١٢", "line 1, column 1");
}

void EditTextTest::badTextIsRefusedWithItsPlace()
{
    QFETCH(int, form);
    QFETCH(QString, text);
    QFETCH(QString, place);
    const auto bytes = editedBytes(ValueForm(form), text, QByteArray::fromHex("8101"));
    QVERIFY(!bytes);
    QVERIFY2(bytes.error().message.contains(place), qPrintable(bytes.error().message));
}

void EditTextTest::keysAreTypedWithEscapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("hex");
    const auto row = [](const char *text, const char *hex) {
        QTest::newRow(text) << QString::fromUtf8(text) << QByteArray(hex);
    };
    row("last", "6c617374");
    row("grün", "6772c3bc6e");
    row(R"(a\nb\\c\t\r)", "610a625c63090d");
    row(R"(\xff\x00)", "ff00");
    row(R"(\u{2028}\u{1f980})", "e280a8f09fa680");
    row(R"(\)", "");
    row(R"(\q)", "");
    row(R"(\u{d800})", "");
    row(R"(\xf)", "");
}

void EditTextTest::keysAreTypedWithEscapes()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, hex);
    const auto key = keyOfText(text);
    QCOMPARE(key.has_value(), !hex.isEmpty());
    if (key)
        QCOMPARE(key->toHex(), hex);
    else
        QVERIFY2(key.error().message.contains(QStringLiteral("column 1")),
                 qPrintable(key.error().message));
}

void EditTextTest::everyStateOfTheFixturesComesBack()
{
    int states = 0;
    for (const QString &name : Fixture::names()) {
        const Fixture fixture(name);
        for (const QJsonObject &actor : fixture.actors()) {
            const QJsonArray entries = actor.value(QStringLiteral("kv"))
                                           .toObject()
                                           .value(QStringLiteral("entries"))
                                           .toArray();
            for (const QJsonValue &entry : entries) {
                const QByteArray record =
                    QByteArray::fromHex(entry[QStringLiteral("valueHex")].toString().toLatin1());
                const auto state = entry[QStringLiteral("keyHex")] == QLatin1String("01")
                                       ? stateCbor(record)
                                       : fail(ErrorCode::NotFound, QString());
                if (!state || !outlineOfCbor(*state).failures().isEmpty())
                    continue;
                const auto text = editText(ValueForm::Cbor, *state);
                QVERIFY2(text, qPrintable(name + u' ' + messageOf(text)));
                QCOMPARE(editedBytes(ValueForm::Cbor, *text, *state).value(), *state);
                ++states;
            }
        }
    }
    QVERIFY(states > 20);
}

QTEST_GUILESS_MAIN(EditTextTest)
#include "EditTextTest.moc"
