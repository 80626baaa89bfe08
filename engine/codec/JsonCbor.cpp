#include "JsonCbor.h"

#include "CborReader.h"
#include "CborWriter.h"
#include "HexText.h"
#include "JsonReader.h"
#include "TaggedJson.h"

#include <QHash>

#include <cmath>
#include <limits>

namespace greenroom {

namespace {

using Head = CborWriter::Major;

constexpr quint64 TagSet = 258;
constexpr quint64 TagMap = 259;
constexpr quint64 TagDate = 1;
constexpr quint64 TagGenericObject = 27;
constexpr quint64 TagUint8Array = 64;

struct ElementType
{
    const char *name;
    quint8 tag;
    quint8 size;
    enum { Unsigned, Signed, Float } form;
};

constexpr ElementType ElementTypes[] = {
    {"Uint8ClampedArray", 68, 1, ElementType::Unsigned},
    {"Uint16Array", 69, 2, ElementType::Unsigned},
    {"Uint32Array", 70, 4, ElementType::Unsigned},
    {"BigUint64Array", 71, 8, ElementType::Unsigned},
    {"Int8Array", 72, 1, ElementType::Signed},
    {"Int16Array", 77, 2, ElementType::Signed},
    {"Int32Array", 78, 4, ElementType::Signed},
    {"BigInt64Array", 79, 8, ElementType::Signed},
    {"Float32Array", 85, 4, ElementType::Float},
    {"Float64Array", 86, 8, ElementType::Float},
};

/// The magnitude of decimal digits, or of hexadecimal ones behind 0x, big-endian.
std::optional<QByteArray> magnitudeOf(QByteArrayView digits)
{
    constexpr qsizetype LongestDecimal = 5000;
    if (digits.startsWith("0x")) {
        const QByteArray hex = digits.sliced(2).toByteArray();
        return bytesFromHex(QString::fromLatin1(hex.size() % 2 ? '0' + hex : hex));
    }
    if (digits.isEmpty() || digits.size() > LongestDecimal)
        return std::nullopt;
    QByteArray bytes; // least significant first
    for (const char digit : digits) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        uint carry = uint(digit - '0');
        for (char &byte : bytes) {
            carry += uint(quint8(byte)) * 10;
            byte = char(carry);
            carry >>= 8;
        }
        if (carry)
            bytes += char(carry);
    }
    std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

/// One less, for a number that is not zero.
QByteArray lessOne(QByteArray magnitude)
{
    for (qsizetype i = magnitude.size() - 1; i >= 0; --i) {
        if (magnitude[i]-- != '\0')
            break;
    }
    return magnitude;
}

bool isZero(const QByteArray &magnitude)
{
    return std::all_of(magnitude.begin(), magnitude.end(), [](char byte) { return byte == 0; });
}

class JsonEncoder
{
public:
    explicit JsonEncoder(const Outline &json) : m_json(json) {}

    void value(NodeId id)
    {
        const OutlineNode &node = m_json.at(id);
        switch (node.kind) {
        case NodeKind::Null:
            m_out.null();
            break;
        case NodeKind::Boolean:
            m_out.boolean(node.number);
            break;
        case NodeKind::JsonNumber:
            number(id);
            break;
        case NodeKind::JsonText:
            text(id);
            break;
        case NodeKind::Array:
            list(id);
            break;
        default:
            object(id);
        }
    }

    [[nodiscard]] const std::optional<Error> &failure() const { return m_failure; }
    [[nodiscard]] const QByteArray &written() const { return m_out.written(); }

    CborWriter &out() { return m_out; }

private:
    void fail(NodeId id, const QString &reason)
    {
        if (m_failure)
            return;
        m_failure = Error{ErrorCode::BadJson, placeInText(m_json.bytes(), m_json.at(id).offset) +
                                                  QStringLiteral(": ") + reason};
    }

    std::optional<double> doubleOf(NodeId id)
    {
        const QByteArray digits = m_json.bytesOf(id).toByteArray();
        bool isNumber = false;
        const double number = digits.toDouble(&isNumber);
        if (!isNumber || !std::isfinite(number)) {
            fail(id, QStringLiteral("the number is larger than any of JavaScript's"));
            return std::nullopt;
        }
        // A whole number that was written digit by digit must be kept digit by digit.
        const bool isWhole = !digits.contains('.') && !digits.contains('e') &&
                             !digits.contains('E') && digits != "-0";
        if (isWhole && QByteArray::number(number, 'f', 0) != digits) {
            fail(id, QStringLiteral("the whole number is too large for JavaScript to keep each "
                                    "digit; write {\"$bigint\":\"%1\"} for a bigint, or a "
                                    "decimal point behind it for the nearest number")
                         .arg(QString::fromLatin1(digits.left(40))));
            return std::nullopt;
        }
        return number;
    }

    void number(NodeId id)
    {
        if (const std::optional<double> number = doubleOf(id))
            m_out.number(*number);
    }

    void text(NodeId id)
    {
        const QString text = jsonText(m_json, id);
        if (!text.isValidUtf16()) {
            fail(id, QStringLiteral("half a surrogate pair cannot be stored"));
            return;
        }
        m_out.text(text.toUtf8());
    }

    void list(NodeId id)
    {
        const OutlineNode &node = m_json.at(id);
        m_out.head(Head::List, node.childCount);
        for (quint32 row = 0; row < node.childCount; ++row)
            value(m_json.child(id, row));
    }

    void object(NodeId id)
    {
        const OutlineNode &node = m_json.at(id);
        if (node.childCount) {
            const NodeId first = m_json.child(id, 0);
            const QString name = jsonText(m_json, m_json.at(first).key);
            if (name.startsWith(u'$')) {
                tagged(id, first, name);
                return;
            }
        }
        m_out.objectHead(node.childCount);
        for (quint32 row = 0; row < node.childCount; ++row) {
            const NodeId member = m_json.child(id, row);
            if (jsonText(m_json, m_json.at(member).key).startsWith(u'$')) {
                fail(m_json.at(member).key, QStringLiteral("a name that begins with $ is written "
                                                           "{\"$object\":[[name, value], …]}"));
            }
            text(m_json.at(member).key);
            value(member);
        }
    }

    /// An array of @p size items, or of any number.
    bool isList(NodeId id, std::optional<quint32> size = std::nullopt) const
    {
        const OutlineNode &node = m_json.at(id);
        return node.kind == NodeKind::Array && (!size || node.childCount == *size);
    }

    bool isText(NodeId id) const { return m_json.at(id).kind == NodeKind::JsonText; }

    void tagged(NodeId id, NodeId first, const QString &name)
    {
        const bool isTwofold = name == QLatin1String("$typed") || name == QLatin1String("$tag");
        if (m_json.at(id).childCount != (isTwofold ? 2 : 1)) {
            fail(id, QStringLiteral("%1 stands alone in its object; where it is a name of yours, "
                                    "write {\"$object\":[[name, value], …]}")
                         .arg(name));
            return;
        }
        using Write = bool (JsonEncoder::*)(NodeId);
        static const QHash<QString, Write> Writers{
            {QStringLiteral("$undefined"), &JsonEncoder::undefined},
            {QStringLiteral("$nan"), &JsonEncoder::nan},
            {QStringLiteral("$infinity"), &JsonEncoder::infinity},
            {QStringLiteral("$negzero"), &JsonEncoder::negativeZero},
            {QStringLiteral("$bigint"), &JsonEncoder::bigInt},
            {QStringLiteral("$date"), &JsonEncoder::date},
            {QStringLiteral("$bytes"), &JsonEncoder::uint8Array},
            {QStringLiteral("$buffer"), &JsonEncoder::buffer},
            {QStringLiteral("$text"), &JsonEncoder::badText},
            {QStringLiteral("$map"), &JsonEncoder::map},
            {QStringLiteral("$set"), &JsonEncoder::set},
            {QStringLiteral("$regexp"), &JsonEncoder::regExp},
            {QStringLiteral("$error"), &JsonEncoder::error},
            {QStringLiteral("$object"), &JsonEncoder::pairsObject},
            {QStringLiteral("$typed"), &JsonEncoder::typedArray},
            {QStringLiteral("$tag"), &JsonEncoder::tag},
        };
        const Write write = Writers.value(name);
        if (!write) {
            fail(id, QStringLiteral("%1 is no special type; where it is a name of yours, write "
                                    "{\"$object\":[[name, value], …]}")
                         .arg(name));
            return;
        }
        m_second = isTwofold ? m_json.child(id, 1) : NoNode;
        if (!(this->*write)(first))
            fail(first, QStringLiteral("this is not what %1 takes").arg(name));
    }

    bool isTrue(NodeId id) const
    {
        return m_json.at(id).kind == NodeKind::Boolean && m_json.at(id).number;
    }

    bool undefined(NodeId id)
    {
        m_out.undefined();
        return isTrue(id);
    }

    bool nan(NodeId id)
    {
        m_out.float64(std::numeric_limits<double>::quiet_NaN());
        return isTrue(id);
    }

    bool negativeZero(NodeId id)
    {
        m_out.float64(-0.0);
        return isTrue(id);
    }

    bool infinity(NodeId id)
    {
        const QByteArrayView digits = m_json.bytesOf(id);
        const double infinite = std::numeric_limits<double>::infinity();
        m_out.float64(digits == QByteArrayView("-1") ? -infinite : infinite);
        return digits == QByteArrayView("1") || digits == QByteArrayView("-1");
    }

    std::optional<QByteArray> hexOf(NodeId id) const
    {
        return isText(id) ? bytesFromHex(jsonText(m_json, id)) : std::nullopt;
    }

    /// The bigint's magnitude, and whether it is negative; none for other text.
    std::optional<std::pair<QByteArray, bool>> bigIntOf(NodeId id) const
    {
        if (!isText(id))
            return std::nullopt;
        const QByteArray text = jsonText(m_json, id).toLatin1();
        const bool isNegative = text.startsWith('-');
        std::optional<QByteArray> magnitude =
            magnitudeOf(QByteArrayView(text).sliced(isNegative ? 1 : 0));
        if (!magnitude)
            return std::nullopt;
        const bool isBelowZero = isNegative && !isZero(*magnitude);
        return std::pair(isBelowZero ? lessOne(*magnitude) : *magnitude, isBelowZero);
    }

    bool bigInt(NodeId id)
    {
        const auto parts = bigIntOf(id);
        if (parts)
            m_out.bigInt(parts->first, parts->second);
        return parts.has_value();
    }

    bool date(NodeId id)
    {
        if (m_json.at(id).kind == NodeKind::Null) {
            m_out.tag(TagDate);
            m_out.float64(std::numeric_limits<double>::quiet_NaN());
            return true;
        }
        if (m_json.at(id).kind != NodeKind::JsonNumber)
            return false;
        const double seconds = m_json.bytesOf(id).toByteArray().toDouble() / 1000;
        m_out.tag(TagDate);
        if (seconds == std::trunc(seconds) && seconds >= 0 && seconds < 4294967296.0) {
            QByteArray whole("\x1a", 1);
            for (int shift = 24; shift >= 0; shift -= 8)
                whole += char(quint32(seconds) >> shift);
            m_out.raw(whole);
        } else {
            m_out.float64(seconds);
        }
        return true;
    }

    bool uint8Array(NodeId id)
    {
        m_out.tag(TagUint8Array);
        return buffer(id);
    }

    bool buffer(NodeId id)
    {
        const std::optional<QByteArray> content = hexOf(id);
        m_out.bytes(content.value_or(QByteArray()));
        return content.has_value();
    }

    bool badText(NodeId id)
    {
        const std::optional<QByteArray> content = hexOf(id);
        m_out.text(content.value_or(QByteArray()));
        return content.has_value();
    }

    bool pairs(NodeId id)
    {
        for (quint32 row = 0; row < m_json.at(id).childCount; ++row) {
            const NodeId pair = m_json.child(id, row);
            if (!isList(pair, 2))
                return false;
            value(m_json.child(pair, 0));
            value(m_json.child(pair, 1));
        }
        return true;
    }

    bool map(NodeId id)
    {
        if (!isList(id))
            return false;
        m_out.tag(TagMap);
        m_out.head(Head::Map, m_json.at(id).childCount);
        return pairs(id);
    }

    bool pairsObject(NodeId id)
    {
        if (!isList(id))
            return false;
        m_out.objectHead(m_json.at(id).childCount);
        return pairs(id);
    }

    bool set(NodeId id)
    {
        if (!isList(id))
            return false;
        m_out.tag(TagSet);
        list(id);
        return true;
    }

    bool texts(NodeId id)
    {
        for (quint32 row = 0; row < m_json.at(id).childCount; ++row) {
            if (!isText(m_json.child(id, row)))
                return false;
            text(m_json.child(id, row));
        }
        return true;
    }

    bool regExp(NodeId id)
    {
        if (!isList(id, 2))
            return false;
        m_out.tag(TagGenericObject);
        m_out.head(Head::List, 3);
        m_out.text("RegExp");
        return texts(id);
    }

    bool error(NodeId id)
    {
        if (!isList(id, 2))
            return false;
        m_out.tag(TagGenericObject);
        m_out.head(Head::List, 2);
        return texts(id);
    }

    bool tag(NodeId id)
    {
        const NodeId tagged = m_second; // which may have special types within
        bool isNumber = false;
        const quint64 number = m_json.bytesOf(id).toByteArray().toULongLong(&isNumber);
        m_out.tag(number);
        value(tagged);
        return isNumber && nameOf(tagged) == QLatin1String("value");
    }

    QString nameOf(NodeId member) const { return jsonText(m_json, m_json.at(member).key); }

    bool typedArray(NodeId id)
    {
        if (!isText(id) || !isList(m_second) || nameOf(m_second) != QLatin1String("values"))
            return false;
        const QString name = jsonText(m_json, id);
        for (const ElementType &type : ElementTypes) {
            if (name == QLatin1String(type.name))
                return elements(type);
        }
        return false;
    }

    bool elements(const ElementType &type)
    {
        QByteArray content;
        for (quint32 row = 0; row < m_json.at(m_second).childCount; ++row) {
            const std::optional<quint64> bits = elementBits(type, m_json.child(m_second, row));
            if (!bits) {
                fail(m_json.child(m_second, row),
                     QStringLiteral("no element of a %1 has this value")
                         .arg(QLatin1String(type.name)));
                return true; // said
            }
            for (int i = 0; i < type.size; ++i)
                content += char(*bits >> (8 * i));
        }
        m_out.tag(type.tag);
        m_out.bytes(content);
        return true;
    }

    std::optional<quint64> elementBits(const ElementType &type, NodeId id)
    {
        if (type.form == ElementType::Float) {
            const std::optional<double> number = floatingOf(id);
            if (!number)
                return std::nullopt;
            return type.size == 4 ? std::bit_cast<quint32>(float(*number))
                                  : std::bit_cast<quint64>(*number);
        }
        const bool isBig = type.size == 8;
        const QByteArray digits =
            isBig ? (isText(id) ? jsonText(m_json, id).toLatin1() : QByteArray())
                  : m_json.bytesOf(id).toByteArray();
        bool isNumber = false;
        const int bits = 8 * type.size;
        if (type.form == ElementType::Unsigned) {
            const quint64 number = digits.toULongLong(&isNumber);
            return isNumber && (isBig || number >> bits == 0) ? std::optional(number)
                                                              : std::nullopt;
        }
        const qint64 number = digits.toLongLong(&isNumber);
        const bool fits =
            isBig || (number >= -(qint64(1) << (bits - 1)) && number < qint64(1) << (bits - 1));
        return isNumber && fits ? std::optional(quint64(number)) : std::nullopt;
    }

    /// A number, or one of those that JSON lacks.
    std::optional<double> floatingOf(NodeId id)
    {
        if (m_json.at(id).kind == NodeKind::JsonNumber)
            return m_json.bytesOf(id).toByteArray().toDouble();
        if (m_json.at(id).kind != NodeKind::Object || m_json.at(id).childCount != 1)
            return std::nullopt;
        const NodeId only = m_json.child(id, 0);
        const QString name = nameOf(only);
        if (name == QLatin1String("$nan"))
            return std::numeric_limits<double>::quiet_NaN();
        if (name == QLatin1String("$negzero"))
            return -0.0;
        if (name == QLatin1String("$infinity")) {
            return m_json.bytesOf(only).startsWith('-') ? -std::numeric_limits<double>::infinity()
                                                        : std::numeric_limits<double>::infinity();
        }
        return std::nullopt;
    }

    const Outline &m_json;
    CborWriter m_out;
    std::optional<Error> m_failure;
    NodeId m_second = NoNode; // of a special type with two members
};

Result<QByteArray> encode(const Outline &json, NodeId node)
{
    JsonEncoder encoder(json);
    encoder.value(node);
    if (encoder.failure())
        return fail(*encoder.failure());
    return encoder.written();
}

/// Puts an edited value together from what is new and from the base's own bytes.
class EditedCbor
{
public:
    EditedCbor(const Outline &json, const Outline &base) : m_json(json), m_base(base) {}

    Result<QByteArray> value(NodeId edited, NodeId base) const
    {
        const Result<QByteArray> fresh = encode(m_json, edited);
        if (!fresh)
            return fresh;
        if (isSame(*fresh, base))
            return m_base.bytesOf(base).toByteArray();
        const NodeKind kind = m_base.at(base).kind;
        if (kind == NodeKind::Object && isPlainObject(edited))
            return object(edited, base);
        if (kind == NodeKind::Array && m_json.at(edited).kind == NodeKind::Array)
            return list(edited, base);
        return fresh;
    }

private:
    /// Whether rivetkit would see no difference.
    bool isSame(const QByteArray &fresh, NodeId base) const
    {
        const Outline outline = outlineOfCbor(fresh);
        return taggedJson(outline, outline.child(Outline::Root, 0), TaggedForm::Exact) ==
               taggedJson(m_base, base, TaggedForm::Exact);
    }

    bool isPlainObject(NodeId id) const
    {
        const OutlineNode &node = m_json.at(id);
        return node.kind == NodeKind::Object &&
               (!node.childCount || !nameOf(m_json.child(id, 0)).startsWith(u'$'));
    }

    QString nameOf(NodeId member) const { return jsonText(m_json, m_json.at(member).key); }

    Result<QByteArray> object(NodeId edited, NodeId base) const
    {
        QHash<QString, NodeId> members;
        for (quint32 row = 0; row < m_base.at(base).childCount; ++row) {
            const NodeId member = m_base.child(base, row);
            members.insert(QString::fromUtf8(m_base.content(m_base.at(member).key)), member);
        }
        CborWriter out;
        const quint32 count = m_json.at(edited).childCount;
        if (!keepHead(out, base, count))
            out.objectHead(count);
        for (quint32 row = 0; row < count; ++row) {
            const NodeId member = m_json.child(edited, row);
            const NodeId before = members.value(nameOf(member), NoNode);
            Result<QByteArray> bytes;
            if (before == NoNode) {
                out.text(nameOf(member).toUtf8());
                bytes = encode(m_json, member);
            } else {
                out.raw(m_base.bytesOf(m_base.at(before).key));
                bytes = value(member, before);
            }
            if (!bytes)
                return bytes;
            out.raw(*bytes);
        }
        keepEnd(out, base);
        return out.written();
    }

    /// What a list begins and ends with is kept; what is between is compared place by place where
    /// nothing was added or removed.
    Result<QByteArray> list(NodeId edited, NodeId base) const
    {
        const quint32 count = m_json.at(edited).childCount;
        const quint32 before = m_base.at(base).childCount;
        const auto same = [&](quint32 now, quint32 then) {
            const Result<QByteArray> fresh = encode(m_json, m_json.child(edited, now));
            return fresh && isSame(*fresh, m_base.child(base, then));
        };
        const quint32 shorter = std::min(count, before);
        quint32 head = 0;
        while (head < shorter && same(head, head))
            ++head;
        quint32 tail = 0;
        while (tail < shorter - head && same(count - 1 - tail, before - 1 - tail))
            ++tail;
        CborWriter out;
        if (!keepHead(out, base, count))
            out.head(Head::List, count);
        for (quint32 row = 0; row < count; ++row) {
            Result<QByteArray> bytes;
            if (row < head || count == before)
                bytes = value(m_json.child(edited, row), m_base.child(base, row));
            else if (row >= count - tail)
                bytes = m_base.bytesOf(m_base.child(base, before - (count - row))).toByteArray();
            else
                bytes = encode(m_json, m_json.child(edited, row));
            if (!bytes)
                return bytes;
            out.raw(*bytes);
        }
        keepEnd(out, base);
        return out.written();
    }

    bool keepHead(CborWriter &out, NodeId base, quint32 count) const
    {
        const OutlineNode &node = m_base.at(base);
        if (!node.isIndefinite && node.childCount != count)
            return false;
        out.raw(m_base.bytesOf(base).first(node.head));
        return true;
    }

    void keepEnd(CborWriter &out, NodeId base) const
    {
        if (m_base.at(base).isIndefinite)
            out.raw("\xff");
    }

    const Outline &m_json;
    const Outline &m_base;
};

Result<Outline> parse(const QString &json)
{
    Outline outline = outlineOfJson(json.toUtf8());
    if (!outline.failures().isEmpty()) {
        Error error = outline.failures().first();
        error.message.prepend(QStringLiteral("this is no JSON: "));
        return fail(error);
    }
    return outline;
}

} // namespace

Result<QByteArray> cborOfJson(const QString &json)
{
    const Result<Outline> outline = parse(json);
    return outline ? encode(*outline, outline->child(Outline::Root, 0)) : fail(outline.error());
}

Result<QByteArray> editedCbor(const QString &json, const Outline &base, NodeId node)
{
    const Result<Outline> outline = parse(json);
    if (!outline)
        return fail(outline.error());
    return EditedCbor(*outline, base).value(outline->child(Outline::Root, 0), node);
}

} // namespace greenroom
