#include "JsonCbor.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <bit>
#include <cmath>

namespace greenroom {

namespace {

constexpr double FirstBeyond32Bits = 4294967296.0;

// CBOR's major types, shifted into place.
enum Major : quint8 { Unsigned = 0x00, Negative = 0x20, Text = 0x60, List = 0x80, Map = 0xa0 };

template <class Number>
void appendBytes(QByteArray &out, Number number)
{
    const Number big = qToBigEndian(number);
    out.append(reinterpret_cast<const char *>(&big), sizeof(big));
}

/// A major type with its count, in the shortest form.
void appendHead(QByteArray &out, Major major, quint32 count)
{
    if (count < 24) {
        out.append(char(major | count));
    } else if (count <= 0xff) {
        out.append(char(major | 24));
        appendBytes(out, quint8(count));
    } else if (count <= 0xffff) {
        out.append(char(major | 25));
        appendBytes(out, quint16(count));
    } else {
        out.append(char(major | 26));
        appendBytes(out, count);
    }
}

void appendNumber(QByteArray &out, double number)
{
    if (number == std::trunc(number) && std::abs(number) <= FirstBeyond32Bits) {
        if (number >= 0 && number < FirstBeyond32Bits)
            return appendHead(out, Unsigned, quint32(number));
        if (number < 0)
            return appendHead(out, Negative, quint32(-1 - number));
    }
    out.append('\xfb');
    appendBytes(out, std::bit_cast<quint64>(number));
}

void appendText(QByteArray &out, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    appendHead(out, Text, quint32(utf8.size()));
    out.append(utf8);
}

void appendValue(QByteArray &out, const QJsonValue &value);

void appendObject(QByteArray &out, const QJsonObject &object)
{
    if (object.size() <= 0xffff) {
        out.append(char(Map | 25));
        appendBytes(out, quint16(object.size()));
    } else {
        appendHead(out, Map, quint32(object.size()));
    }
    for (auto member = object.begin(); member != object.end(); ++member) {
        appendText(out, member.key());
        appendValue(out, member.value());
    }
}

void appendValue(QByteArray &out, const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        out.append('\xf6');
        break;
    case QJsonValue::Bool:
        out.append(value.toBool() ? '\xf5' : '\xf4');
        break;
    case QJsonValue::Double:
        appendNumber(out, value.toDouble());
        break;
    case QJsonValue::String:
        appendText(out, value.toString());
        break;
    case QJsonValue::Array: {
        const QJsonArray array = value.toArray();
        appendHead(out, List, quint32(array.size()));
        for (const QJsonValue &item : array)
            appendValue(out, item);
        break;
    }
    case QJsonValue::Object:
        appendObject(out, value.toObject());
        break;
    case QJsonValue::Undefined:
        out.append('\xf7');
        break;
    }
}

} // namespace

Result<QByteArray> cborOfJson(const QString &json)
{
    // Qt reads arrays and objects only, so the value is put into an array.
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson('[' + json.toUtf8() + "\n]", &error);
    if (error.error != QJsonParseError::NoError) {
        return fail(ErrorCode::NotSupported, QStringLiteral("this is no JSON: %1 at byte %2")
                                                 .arg(error.errorString())
                                                 .arg(std::max(0, error.offset - 1)));
    }
    if (document.array().size() != 1)
        return fail(ErrorCode::NotSupported, QStringLiteral("one JSON value is wanted"));
    QByteArray cbor;
    appendValue(cbor, document.array().first());
    return cbor;
}

} // namespace greenroom
