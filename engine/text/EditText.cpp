#include "EditText.h"

#include "ByteText.h"
#include "CborReader.h"
#include "JsonCbor.h"
#include "JsonReader.h"
#include "TaggedJson.h"

#include <QRegularExpression>

#include <algorithm>
#include <cctype>

namespace greenroom {

namespace {

constexpr qsizetype BytesPerLine = 16;

tl::unexpected<Error> refuse(const QString &why)
{
    return fail(ErrorCode::NotSupported, why);
}

bool isWhole(const Outline &outline)
{
    return outline.failures().isEmpty() && outline.at(Outline::Root).childCount == 1;
}

/// What a text field would take for the end of a line, as JSON's escapes.
QString withoutOddLineEnds(QString json)
{
    for (const char16_t c : {u'\u2028', u'\u2029', u'\ufdd0', u'\ufdd1'})
        json.replace(QChar(c), QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0')));
    return json;
}

Result<QString> cborText(const QByteArray &bytes)
{
    const Outline outline = outlineOfCbor(bytes);
    if (!outline.failures().isEmpty()) {
        return refuse(QStringLiteral("this cannot be decoded as CBOR: %1")
                          .arg(outline.failures().first().message));
    }
    if (!isWhole(outline))
        return refuse(QStringLiteral("there is no CBOR value here"));
    const NodeId value = outline.child(Outline::Root, 0);
    const QString text = withoutOddLineEnds(QString::fromUtf8(taggedJsonLines(outline, value)));
    const Result<QByteArray> again = editedCbor(text, outline, value);
    if (!again || *again != bytes)
        return refuse(QStringLiteral("as JSON it would not become the same bytes again"));
    return text;
}

Result<QString> plainText(const QByteArray &bytes)
{
    const std::optional<QString> text = utf8Text(bytes);
    if (!text)
        return refuse(QStringLiteral("the bytes are not UTF-8"));
    if (!isReadable(bytes) && !bytes.isEmpty())
        return refuse(QStringLiteral("the text has control characters, which cannot be seen"));
    const bool hasOddLineEnds = std::any_of(text->begin(), text->end(), [](QChar c) {
        return c == u'\r' || c == u'\u2029' || c == u'\ufdd0' || c == u'\ufdd1';
    });
    if (hasOddLineEnds)
        return refuse(QStringLiteral("the text has line ends that editing it would change"));
    return *text;
}

Result<void> checkJson(const QByteArray &bytes)
{
    const Outline outline = outlineOfJson(bytes);
    if (outline.failures().isEmpty())
        return {};
    Error error = outline.failures().first();
    error.message.prepend(QStringLiteral("this is no JSON: "));
    return fail(error);
}

QString hexLines(const QByteArray &bytes)
{
    QStringList lines;
    for (qsizetype at = 0; at < bytes.size(); at += BytesPerLine)
        lines << QString::fromLatin1(bytes.mid(at, BytesPerLine).toHex(' '));
    return lines.join(u'\n');
}

tl::unexpected<Error> failAt(qsizetype line, qsizetype column, const QString &why)
{
    return refuse(QStringLiteral("line %1, column %2: %3").arg(line).arg(column).arg(why));
}

Result<QByteArray> bytesOfHexLines(const QString &text)
{
    QByteArray bytes;
    bytes.reserve(text.size() / 3 + 1);
    qsizetype line = 1;
    qsizetype column = 0;
    int high = -1; // the first digit of a byte
    for (const QChar c : text) {
        ++column;
        if (c.isSpace()) {
            if (high >= 0)
                return failAt(line, column, QStringLiteral("a byte has two digits"));
            if (c == u'\n') {
                ++line;
                column = 0;
            }
            continue;
        }
        const char latin = c.toLatin1();
        const bool isDigit = c.unicode() < 128 && std::isxdigit(uchar(latin));
        if (!isDigit) {
            return failAt(line, column,
                          QStringLiteral("“%1” is no hexadecimal digit").arg(QString(c)));
        }
        const int digit = QByteArray(1, latin).toInt(nullptr, 16);
        if (high < 0) {
            high = digit;
        } else {
            bytes += char(high << 4 | digit);
            high = -1;
        }
    }
    if (high >= 0)
        return failAt(line, column, QStringLiteral("a byte has two digits"));
    return bytes;
}

} // namespace

Result<QString> editText(ValueForm form, const QByteArray &bytes)
{
    switch (form) {
    case ValueForm::Cbor:
        return cborText(bytes);
    case ValueForm::Json:
        if (const Result<void> checked = checkJson(bytes); !checked)
            return fail(checked.error());
        return plainText(bytes);
    case ValueForm::Text:
        return plainText(bytes);
    case ValueForm::Hex:
        return hexLines(bytes);
    default:
        return refuse(QStringLiteral("values are not edited in this form"));
    }
}

ValueForm editFormOf(const QByteArray &bytes)
{
    KvRow row;
    row.key = QByteArrayLiteral("\4");
    row.value = bytes;
    row.valueSize = bytes.size();
    const ValueForm form = readValue(ValueForm::Auto, row).form;
    const bool isEditForm =
        std::find(std::begin(EditForms), std::end(EditForms), form) != std::end(EditForms);
    return isEditForm && editText(form, bytes) ? form : ValueForm::Hex;
}

Result<QByteArray> editedBytes(ValueForm form, const QString &text, const QByteArray &base)
{
    switch (form) {
    case ValueForm::Cbor: {
        const Outline outline = outlineOfCbor(base);
        return isWhole(outline) ? editedCbor(text, outline, outline.child(Outline::Root, 0))
                                : cborOfJson(text);
    }
    case ValueForm::Json:
    case ValueForm::Text: {
        if (!text.isValidUtf16())
            return refuse(QStringLiteral("half a surrogate pair cannot be stored"));
        const QByteArray bytes = text.toUtf8();
        if (form == ValueForm::Json) {
            if (const Result<void> checked = checkJson(bytes); !checked)
                return fail(checked.error());
        }
        return bytes;
    }
    case ValueForm::Hex:
        return bytesOfHexLines(text);
    default:
        return refuse(QStringLiteral("values are not edited in this form"));
    }
}

Result<QByteArray> keyOfText(const QString &text)
{
    static const QRegularExpression escape(
        QStringLiteral(R"(\\(?:([\\nrt])|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\})?)"));
    if (!text.isValidUtf16())
        return refuse(QStringLiteral("half a surrogate pair cannot be stored"));
    QByteArray key;
    qsizetype end = 0;
    for (auto at = escape.globalMatch(text); at.hasNext();) {
        const QRegularExpressionMatch match = at.next();
        key += QStringView(text).sliced(end, match.capturedStart() - end).toUtf8();
        end = match.capturedEnd();
        const QString simple = match.captured(1);
        const char32_t character = match.captured(3).toUInt(nullptr, 16);
        if (!simple.isEmpty())
            key += simple == u"n" ? '\n' : simple == u"r" ? '\r' : simple == u"t" ? '\t' : '\\';
        else if (!match.captured(2).isEmpty())
            key += char(match.captured(2).toUInt(nullptr, 16));
        else if (!match.captured(3).isEmpty() && character <= 0x10ffff &&
                 !QChar::isSurrogate(character))
            key += QString::fromUcs4(&character, 1).toUtf8();
        else
            return failAt(1, match.capturedStart() + 1,
                          QStringLiteral("a backslash is written \\\\; the other escapes are \\n, "
                                         "\\r, \\t, \\xff and \\u{2028}"));
    }
    return key + QStringView(text).sliced(end).toUtf8();
}

} // namespace greenroom
