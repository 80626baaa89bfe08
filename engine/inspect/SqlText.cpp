#include "SqlText.h"

#include "ByteText.h"
#include "Printable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <cmath>

namespace greenroom {

namespace {

constexpr qint64 LargestNumber = qint64(1) << 53;
constexpr qsizetype PreviewBytes = 64;

QByteArray tagged(const char *tag, const QByteArray &value)
{
    return QByteArray("{\"$") + tag + "\":" + value + '}';
}

QByteArray quoted(const QByteArray &text)
{
    return '"' + text + '"';
}

QByteArray blobLiteral(QByteArrayView bytes)
{
    return "X'" + bytes.toByteArray().toHex().toUpper() + '\'';
}

QString blobPreview(const SqlValue &value)
{
    const QByteArrayView shown =
        QByteArrayView(value.bytes).first(std::min(value.bytes.size(), PreviewBytes));
    QString text = QString::fromLatin1(blobLiteral(shown));
    if (shown.size() < value.size)
        text.insert(text.size() - 1, u'…');
    return text;
}

QString textPreview(const SqlValue &value)
{
    const QByteArrayView bytes =
        value.isWhole() ? QByteArrayView(value.bytes) : withoutCutCharacter(value.bytes);
    const std::optional<QString> text = utf8Text(bytes);
    if (!text)
        return blobPreview(value);
    return printable(*text) + (value.isWhole() ? QString() : QStringLiteral("…"));
}

} // namespace

QString realText(double real)
{
    if (std::isinf(real))
        return real > 0 ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
    if (real == 0)
        return std::signbit(real) ? QStringLiteral("-0.0") : QStringLiteral("0.0");
    QString text = QString::number(real, 'g', QLocale::FloatingPointShortest);
    if (!text.contains(u'.') && !text.contains(u'e'))
        text += QStringLiteral(".0");
    return text;
}

QString sqlPreview(const SqlValue &value)
{
    switch (value.storage) {
    case StorageClass::Null:
        return QStringLiteral("NULL");
    case StorageClass::Integer:
        return QString::number(value.integer);
    case StorageClass::Real:
        return realText(value.real);
    case StorageClass::Text:
        return textPreview(value);
    case StorageClass::Blob:
        return blobPreview(value);
    }
    Q_UNREACHABLE();
}

QByteArray jsonString(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.sliced(1, list.size() - 2);
}

QByteArray sqlJson(const SqlValue &value)
{
    switch (value.storage) {
    case StorageClass::Null:
        return QByteArrayLiteral("null");
    case StorageClass::Integer: {
        const QByteArray digits = QByteArray::number(value.integer);
        const bool fits = value.integer >= -LargestNumber && value.integer <= LargestNumber;
        return fits ? digits : tagged("bigint", quoted(digits));
    }
    case StorageClass::Real:
        if (std::isinf(value.real))
            return tagged("infinity", value.real > 0 ? "1" : "-1");
        return realText(value.real).toLatin1();
    case StorageClass::Text:
        if (const std::optional<QString> text = utf8Text(value.bytes))
            return jsonString(*text);
        return tagged("textBytes", quoted(value.bytes.toHex()));
    case StorageClass::Blob:
        return tagged("bytes", quoted(value.bytes.toHex()));
    }
    Q_UNREACHABLE();
}

QByteArray csvField(const QByteArray &text)
{
    const bool isPlain = std::none_of(text.cbegin(), text.cend(), [](char c) {
        return c == '"' || c == ',' || c == '\r' || c == '\n';
    });
    if (isPlain && !text.isEmpty() && text.front() != ' ' && text.back() != ' ')
        return text;
    QByteArray doubled = text;
    doubled.replace("\"", "\"\"");
    return quoted(doubled);
}

QByteArray sqlCsv(const SqlValue &value)
{
    switch (value.storage) {
    case StorageClass::Null:
        return {};
    case StorageClass::Integer:
        return QByteArray::number(value.integer);
    case StorageClass::Real:
        return realText(value.real).toLatin1();
    case StorageClass::Text:
        return csvField(value.bytes);
    case StorageClass::Blob:
        return blobLiteral(value.bytes);
    }
    Q_UNREACHABLE();
}

QString sqlName(const QString &name)
{
    QString doubled = name;
    doubled.replace(u'"', QStringLiteral("\"\""));
    return u'"' + doubled + u'"';
}

} // namespace greenroom
