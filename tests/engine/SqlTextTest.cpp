#include "SqlText.h"

#include <QTest>

#include <limits>

using namespace greenroom;

namespace {

SqlValue integer(qint64 number)
{
    SqlValue value;
    value.storage = StorageClass::Integer;
    value.integer = number;
    return value;
}

SqlValue real(double number)
{
    SqlValue value;
    value.storage = StorageClass::Real;
    value.real = number;
    return value;
}

SqlValue bytes(StorageClass storage, const QByteArray &content, qint64 size = -1)
{
    SqlValue value;
    value.storage = storage;
    value.bytes = content;
    value.size = size < 0 ? content.size() : size;
    return value;
}

SqlValue text(const QByteArray &content, qint64 size = -1)
{
    return bytes(StorageClass::Text, content, size);
}

SqlValue blob(const QByteArray &content, qint64 size = -1)
{
    return bytes(StorageClass::Blob, content, size);
}

} // namespace

Q_DECLARE_METATYPE(greenroom::SqlValue)

/// What people and programs read of a value of SQL.
class SqlTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueHasItsFaces_data();
    void everyValueHasItsFaces();
    void previewsOfCutValuesSayThatMoreFollows_data();
    void previewsOfCutValuesSayThatMoreFollows();
    void namesAreQuotedWhateverTheyHave();
};

void SqlTextTest::everyValueHasItsFaces_data()
{
    QTest::addColumn<SqlValue>("value");
    QTest::addColumn<QString>("preview");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("csv");
    const auto row = [](const char *name, const SqlValue &value, const char *preview,
                        const QByteArray &json, const QByteArray &csv) {
        QTest::newRow(name) << value << QString::fromUtf8(preview) << json << csv;
    };
    row("NULL", {}, "NULL", "null", "");
    row("zero", integer(0), "0", "0", "0");
    row("2^53", integer(9007199254740992), "9007199254740992", "9007199254740992",
        "9007199254740992");
    row("2^53 + 1", integer(9007199254740993), "9007199254740993",
        "{\"$bigint\":\"9007199254740993\"}", "9007199254740993");
    row("the smallest integer", integer(std::numeric_limits<qint64>::min()), "-9223372036854775808",
        "{\"$bigint\":\"-9223372036854775808\"}", "-9223372036854775808");
    row("a whole real", real(1), "1.0", "1.0", "1.0");
    row("minus zero", real(-0.0), "-0.0", "-0.0", "-0.0");
    row("a fraction", real(0.1), "0.1", "0.1", "0.1");
    row("one third", real(1.0 / 3), "0.3333333333333333", "0.3333333333333333",
        "0.3333333333333333");
    row("a large real", real(1e300), "1e+300", "1e+300", "1e+300");
    row("2^63 as real", real(9223372036854775808.0), "9223372036854776000.0",
        "9223372036854776000.0", "9223372036854776000.0");
    row("the smallest real", real(5e-324), "5e-324", "5e-324", "5e-324");
    row("infinity", real(std::numeric_limits<double>::infinity()), "Infinity", "{\"$infinity\":1}",
        "Infinity");
    row("minus infinity", real(-std::numeric_limits<double>::infinity()), "-Infinity",
        "{\"$infinity\":-1}", "-Infinity");
    row("empty text", text(""), "", "\"\"", "\"\"");
    row("text", text("gr\xc3\xbcn"), "grün", "\"gr\xc3\xbcn\"", "gr\xc3\xbcn");
    row("text with a comma", text("a,b"), "a,b", "\"a,b\"", "\"a,b\"");
    row("text with quotes", text("say \"so\""), "say \"so\"", "\"say \\\"so\\\"\"",
        "\"say \"\"so\"\"\"");
    row("text in lines", text("a\r\nb"), "a\\r\\nb", "\"a\\r\\nb\"", "\"a\r\nb\"");
    row("text with a NUL", text(QByteArray("a\0b", 3)), "a\\u{0}b", "\"a\\u0000b\"",
        QByteArray("a\0b", 3));
    row("text with blanks around", text(" a "), " a ", "\" a \"", "\" a \"");
    row("text that is not UTF-8", text("\xff\xfe"), "X'FFFE'", "{\"$textBytes\":\"fffe\"}",
        "\xff\xfe");
    row("text that says NULL", text("NULL"), "NULL", "\"NULL\"", "NULL");
    row("empty blob", blob(""), "X''", "{\"$bytes\":\"\"}", "X''");
    row("blob", blob(QByteArray("\0\xab", 2)), "X'00AB'", "{\"$bytes\":\"00ab\"}", "X'00AB'");
}

void SqlTextTest::everyValueHasItsFaces()
{
    QFETCH(SqlValue, value);
    QTEST(sqlPreview(value), "preview");
    QTEST(sqlJson(value), "json");
    QTEST(sqlCsv(value), "csv");
}

void SqlTextTest::previewsOfCutValuesSayThatMoreFollows_data()
{
    QTest::addColumn<SqlValue>("value");
    QTest::addColumn<QString>("preview");
    QTest::newRow("text") << text("ab", 3) << QStringLiteral("ab…");
    QTest::newRow("text cut within a character") << text("ab\xc3", 4) << QStringLiteral("ab…");
    QTest::newRow("blob") << blob("\x01", 2) << QStringLiteral("X'01…'");
    QTest::newRow("long blob") << blob(QByteArray(65, '\0'))
                               << QStringLiteral("X'%1…'").arg(QString(128, u'0'));
}

void SqlTextTest::previewsOfCutValuesSayThatMoreFollows()
{
    QFETCH(SqlValue, value);
    QTEST(sqlPreview(value), "preview");
}

void SqlTextTest::namesAreQuotedWhateverTheyHave()
{
    QCOMPARE(sqlName(QStringLiteral("plain")), QStringLiteral("\"plain\""));
    QCOMPARE(sqlName(QStringLiteral("a\"b]'`")), QStringLiteral("\"a\"\"b]'`\""));
}

QTEST_GUILESS_MAIN(SqlTextTest)
#include "SqlTextTest.moc"
