#include "JsonCbor.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <algorithm>
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

// Beyond 2^53 not every whole number is a double; from 1e21 on JavaScript itself writes no digits.
constexpr double LastExact = 9007199254740992.0;
constexpr double FirstExponential = 1e21;

/// Whether every whole number that was written digit by digit can be kept.
bool isExact(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Double: {
        const QVariant number = value.toVariant();
        if (number.userType() == QMetaType::LongLong)
            return qAbs(number.toLongLong()) <= qint64(LastExact);
        const double size = std::abs(value.toDouble());
        return size <= LastExact || size >= FirstExponential;
    }
    case QJsonValue::Array: {
        const QJsonArray array = value.toArray();
        return std::all_of(array.begin(), array.end(), isExact);
    }
    case QJsonValue::Object: {
        const QJsonObject object = value.toObject();
        return std::all_of(object.begin(), object.end(), isExact);
    }
    default:
        return true;
    }
}

QString place(QByteArrayView utf8, qsizetype offset)
{
    // Qt's reader has often gone past the space behind what it cannot read.
    QByteArrayView before = utf8.first(std::clamp<qsizetype>(offset, 0, utf8.size()));
    while (before.endsWith('\n') || before.endsWith(' '))
        before.chop(1);
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return QStringLiteral("line %1, column %2")
        .arg(std::count(before.begin(), before.end(), '\n') + 1)
        .arg(QString::fromUtf8(before.sliced(lineStart)).size() + 1);
}

} // namespace

Result<QByteArray> cborOfJson(const QString &json)
{
    // Qt reads arrays and objects only, so the value is put into an array.
    const QByteArray utf8 = json.toUtf8();
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson('[' + utf8 + "\n]", &error);
    if (error.error != QJsonParseError::NoError) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("this is no JSON: %1, %2")
                        .arg(error.errorString(), place(utf8, error.offset - 1)));
    }
    const QJsonArray values = document.array();
    if (values.size() != 1)
        return fail(ErrorCode::NotSupported, QStringLiteral("it must be one value"));
    if (!isExact(values.first())) {
        return fail(
            ErrorCode::NotSupported,
            QStringLiteral("a whole number is too large to be kept digit by digit; write it "
                           "as text"));
    }
    QByteArray cbor;
    appendValue(cbor, values.first());
    return cbor;
}

} // namespace greenroom
