#include "JsonInput.h"

#include <QCborValue>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace greenroom {

namespace {

// Whole numbers from the first on are no integers any more; from the second on nobody writes them
// digit by digit.
constexpr double FirstInexact = 9223372036854775808.0;
constexpr double FirstExponential = 1e21;

QString translated(const char *text)
{
    return QCoreApplication::translate("JsonInput", text);
}

bool isExact(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Double: {
        const double size = std::abs(value.toDouble());
        return value.toVariant().userType() == QMetaType::LongLong || size < FirstInexact ||
               size >= FirstExponential;
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
    // A word that means nothing is found out only behind it, and behind what follows.
    QByteArrayView before = utf8.first(std::clamp<qsizetype>(offset, 0, utf8.size()));
    while (!before.isEmpty() && (before.back() == '\n' || before.back() == ' '))
        before.chop(1);
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return translated("line %1, column %2")
        .arg(std::count(before.begin(), before.end(), '\n') + 1)
        .arg(QString::fromUtf8(before.sliced(lineStart)).size() + 1);
}

} // namespace

Result<QByteArray> cborFromJson(const QString &text)
{
    // Qt reads only arrays and objects: the value is put into an array.
    const QByteArray utf8 = text.toUtf8();
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson('[' + utf8 + ']', &error);
    if (error.error != QJsonParseError::NoError) {
        return fail(
            ErrorCode::NotSupported,
            QStringLiteral("%1: %2").arg(place(utf8, error.offset - 1), error.errorString()));
    }
    const QJsonArray values = document.array();
    if (values.size() != 1)
        return fail(ErrorCode::NotSupported, translated("it must be one value"));
    if (!isExact(values.first())) {
        return fail(ErrorCode::NotSupported,
                    translated("a whole number is too large to be kept digit by digit; write it "
                               "as text"));
    }
    return QCborValue::fromJsonValue(values.first()).toCbor();
}

} // namespace greenroom
