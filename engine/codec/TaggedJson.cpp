#include "TaggedJson.h"

#include <QCryptographicHash>
#include <QLocale>
#include <QSet>

#include <bit>
#include <cmath>

namespace greenroom {

namespace {

constexpr qsizetype LongBytes = 256;
constexpr qsizetype LongText = 1024; // UTF-16 units
constexpr qsizetype HeadOfText = 64;

QByteArray sha256(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256).toHex();
}

// Making decimal digits takes time that grows with the square of their number.
constexpr qsizetype LongestDecimal = 2048; // bytes

QByteArray hexDigits(QByteArrayView magnitude, bool isNegative)
{
    QByteArray bytes = magnitude.toByteArray();
    if (isNegative) { // -1 - magnitude
        qsizetype at = bytes.size() - 1;
        while (at >= 0 && bytes[at] == '\xff')
            bytes[at--] = 0;
        if (at >= 0)
            ++bytes[at];
        else
            bytes.prepend('\1');
    }
    return (isNegative ? "-0x" : "0x") + bytes.toHex();
}

class TaggedWriter
{
public:
    TaggedWriter(QByteArray &out, const Outline &outline, TaggedForm form, int indent = -1)
        : m_out(out), m_outline(outline), m_form(form), m_indent(indent)
    {}

    void value(NodeId id)
    {
        const OutlineNode &node = m_outline.at(id);
        switch (node.kind) {
        case NodeKind::Undefined:
            m_out += R"({"$undefined":true})";
            return;
        case NodeKind::Null:
            m_out += "null";
            return;
        case NodeKind::Boolean:
            m_out += node.number ? "true" : "false";
            return;
        case NodeKind::Integer:
        case NodeKind::Signed:
            m_out += QByteArray::number(qint64(node.number));
            return;
        case NodeKind::Unsigned:
            m_out += QByteArray::number(node.number);
            return;
        case NodeKind::Float:
            number(std::bit_cast<double>(node.number));
            return;
        case NodeKind::BigInt:
        case NodeKind::NegativeBigInt:
            m_out += R"({"$bigint":")" + bigIntDigits(m_outline, id) + R"("})";
            return;
        case NodeKind::Text:
        case NodeKind::BadText:
            text(id);
            return;
        case NodeKind::Bytes:
            bytes(id);
            return;
        case NodeKind::Array:
            items(id, [this](NodeId item) { value(item); });
            return;
        case NodeKind::Object:
            object(id);
            return;
        case NodeKind::Map:
            m_out += R"({"$map":)";
            items(id, [this](NodeId entry) { pair(entry); });
            m_out += '}';
            return;
        case NodeKind::Set:
            m_out += R"({"$set":)";
            items(id, [this](NodeId item) { value(item); });
            m_out += '}';
            return;
        case NodeKind::Date:
            date(std::bit_cast<double>(node.number));
            return;
        case NodeKind::RegExp:
            regExp(id);
            return;
        case NodeKind::ErrorValue:
            error(id);
            return;
        case NodeKind::TypedArray:
            typedArray(id);
            return;
        case NodeKind::Tagged:
            m_out += R"({"$tag":)" + QByteArray::number(node.number) + R"(,"value":)";
            if (node.childCount)
                value(m_outline.child(id, 0));
            else
                m_out += "null";
            m_out += '}';
            return;
        default:
            m_out += "null"; // no CBOR, or a failure: who asks has looked for those before
        }
    }

private:
    void newLine(int change = 0)
    {
        if (m_indent < 0)
            return;
        m_indent += change;
        m_out += '\n' + QByteArray(2 * m_indent, ' ');
    }

    template <class Each>
    void items(NodeId id, Each each)
    {
        const OutlineNode &node = m_outline.at(id);
        m_out += '[';
        for (quint32 row = 0; row < node.childCount; ++row) {
            if (row)
                m_out += ',';
            newLine(row == 0 ? 1 : 0);
            each(m_outline.child(id, row));
        }
        if (node.childCount)
            newLine(-1);
        m_out += ']';
    }

    void number(double value)
    {
        if (std::isnan(value))
            m_out += R"({"$nan":true})";
        else if (std::isinf(value))
            m_out += value > 0 ? R"({"$infinity":1})" : R"({"$infinity":-1})";
        else if (value == 0 && std::signbit(value))
            m_out += R"({"$negzero":true})";
        else
            m_out += doubleDigits(value);
    }

    void text(NodeId id)
    {
        const QByteArrayView utf8 = m_outline.content(id);
        if (m_form == TaggedForm::Exact && m_outline.at(id).kind == NodeKind::BadText) {
            m_out += R"({"$text":")" + utf8.toByteArray().toHex() + R"("})";
            return;
        }
        const QString text = QString::fromUtf8(utf8);
        if (m_form == TaggedForm::Exact || text.size() <= LongText) {
            appendJsonText(m_out, text);
            return;
        }
        m_out += R"({"$string":{"utf16Length":)" + QByteArray::number(text.size()) +
                 R"(,"utf8Length":)" + QByteArray::number(utf8.size()) + R"(,"sha256":")" +
                 sha256(utf8) + R"(","head":)";
        appendJsonText(m_out, QStringView(text).first(HeadOfText));
        m_out += "}}";
    }

    void bytes(NodeId id)
    {
        const QByteArrayView content = m_outline.content(id);
        if (m_form == TaggedForm::Brief && content.size() > LongBytes) {
            m_out += R"({"$bytes":null,"length":)" + QByteArray::number(content.size()) +
                     R"(,"sha256":")" + sha256(content) + R"("})";
            return;
        }
        const bool isTagged = m_outline.at(id).word || m_form == TaggedForm::Brief;
        m_out += (isTagged ? R"({"$bytes":")" : R"({"$buffer":")") + content.toByteArray().toHex() +
                 R"("})";
    }

    /// A member's name as JavaScript has it.
    [[nodiscard]] QString name(NodeId member) const
    {
        const NodeId key = m_outline.at(member).key;
        if (key == NoNode)
            return {};
        const OutlineNode &node = m_outline.at(key);
        switch (node.kind) {
        case NodeKind::Integer:
            return QString::number(qint64(node.number));
        case NodeKind::Float:
            return QString::fromLatin1(doubleDigits(std::bit_cast<double>(node.number)));
        case NodeKind::BigInt:
        case NodeKind::NegativeBigInt:
            return QString::fromLatin1(bigIntDigits(m_outline, key));
        case NodeKind::Boolean:
            return node.number ? QStringLiteral("true") : QStringLiteral("false");
        case NodeKind::Null:
            return QStringLiteral("null");
        case NodeKind::Undefined:
            return QStringLiteral("undefined");
        default:
            break;
        }
        const QString text = QString::fromUtf8(m_outline.content(key));
        const bool isRenamed =
            m_form == TaggedForm::Brief && text == QLatin1String("__proto__"); // by cbor-x
        return isRenamed ? QStringLiteral("__proto_") : text;
    }

    /// Whether its members' names cannot stand as they are.
    [[nodiscard]] bool needsPairs(NodeId id) const
    {
        const OutlineNode &node = m_outline.at(id);
        QSet<QString> names;
        for (quint32 row = 0; row < node.childCount; ++row) {
            const NodeId member = m_outline.child(id, row);
            const QString text = name(member);
            if (text.startsWith(u'$'))
                return true;
            if (m_form == TaggedForm::Brief)
                continue;
            const NodeId key = m_outline.at(member).key;
            if (key == NoNode || m_outline.at(key).kind != NodeKind::Text || names.contains(text))
                return true;
            names.insert(text);
        }
        return false;
    }

    void object(NodeId id)
    {
        if (needsPairs(id)) {
            m_out += R"({"$object":)";
            items(id, [this](NodeId member) {
                if (m_form == TaggedForm::Exact) {
                    pair(member);
                    return;
                }
                m_out += '[';
                appendJsonText(m_out, name(member));
                m_out += ',';
                value(member);
                m_out += ']';
            });
            m_out += '}';
            return;
        }
        const OutlineNode &node = m_outline.at(id);
        m_out += '{';
        for (quint32 row = 0; row < node.childCount; ++row) {
            const NodeId member = m_outline.child(id, row);
            if (row)
                m_out += ',';
            newLine(row == 0 ? 1 : 0);
            appendJsonText(m_out, name(member));
            m_out += m_indent < 0 ? ":" : ": ";
            value(member);
        }
        if (node.childCount)
            newLine(-1);
        m_out += '}';
    }

    /// [key, value] of an entry that is named by a key, or is a Pair.
    void pair(NodeId id)
    {
        const int indent = std::exchange(m_indent, -1); // on one line
        m_out += '[';
        const OutlineNode &node = m_outline.at(id);
        if (node.kind == NodeKind::Pair) {
            value(m_outline.child(id, 0));
            m_out += ',';
            value(m_outline.child(id, 1));
        } else {
            if (node.key == NoNode)
                m_out += "null";
            else
                value(node.key);
            m_out += ',';
            value(id);
        }
        m_out += ']';
        m_indent = indent;
    }

    void date(double ms)
    {
        m_out += R"({"$date":)" + (std::isnan(ms) ? QByteArray("null") : doubleDigits(ms)) + '}';
    }

    void regExp(NodeId id)
    {
        m_out += R"({"$regexp":[)";
        value(m_outline.child(id, 1));
        m_out += ',';
        value(m_outline.child(id, 2));
        m_out += "]}";
    }

    void error(NodeId id)
    {
        m_out += R"({"$error":[)";
        if (m_form == TaggedForm::Exact)
            value(m_outline.child(id, 0));
        else
            m_out += R"("Error")"; // whatever name is stored
        m_out += ',';
        value(m_outline.child(id, 1));
        m_out += "]}";
    }

    void typedArray(NodeId id)
    {
        const OutlineNode &node = m_outline.at(id);
        const bool isBig = QByteArrayView(node.word).startsWith("Big");
        m_out += QByteArray(R"({"$typed":")") + node.word + R"(","values":[)";
        for (quint32 row = 0; row < node.childCount; ++row) {
            if (row)
                m_out += ',';
            if (isBig)
                m_out += '"';
            value(m_outline.child(id, row));
            if (isBig)
                m_out += '"';
        }
        m_out += "]}";
    }

    QByteArray &m_out;
    const Outline &m_outline;
    const TaggedForm m_form;
    int m_indent; // in steps; -1 on one line
};

} // namespace

QByteArray taggedJson(const Outline &outline, NodeId node, TaggedForm form)
{
    QByteArray json;
    appendTaggedJson(json, outline, node, form);
    return json;
}

QByteArray taggedJsonLines(const Outline &outline, NodeId node)
{
    QByteArray json;
    TaggedWriter(json, outline, TaggedForm::Exact, 0).value(node);
    return json;
}

void appendTaggedJson(QByteArray &json, const Outline &outline, NodeId node, TaggedForm form)
{
    TaggedWriter(json, outline, form).value(node);
}

void appendJsonText(QByteArray &json, QStringView text)
{
    json += '"';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        const bool isPair =
            QChar::isHighSurrogate(unit) && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        if (isPair) {
            json += text.sliced(i, 2).toUtf8();
            ++i;
        } else if (unit == u'"' || unit == u'\\') {
            json += '\\';
            json += char(unit);
        } else if (unit == u'\n') {
            json += "\\n";
        } else if (unit == u'\r') {
            json += "\\r";
        } else if (unit == u'\t') {
            json += "\\t";
        } else if (unit < 0x20 || unit == 0x7f || QChar::isSurrogate(unit)) {
            json += "\\u" + QByteArray::number(unit, 16).rightJustified(4, '0');
        } else if (unit < 0x80) {
            json += char(unit);
        } else {
            json += text.sliced(i, 1).toUtf8();
        }
    }
    json += '"';
}

QByteArray bigIntDigits(const Outline &outline, NodeId node)
{
    const bool isNegative = outline.at(node).kind == NodeKind::NegativeBigInt;
    const QByteArrayView magnitude = outline.content(node);
    if (magnitude.size() > LongestDecimal)
        return hexDigits(magnitude, isNegative);
    // Base 10^9, least significant first: digits of the magnitude, times 256 and plus a byte.
    constexpr quint64 Base = 1'000'000'000;
    std::vector<quint32> parts{0};
    const auto multiplyAdd = [&parts](quint32 factor, quint32 add) {
        quint64 carry = add;
        for (quint32 &part : parts) {
            const quint64 product = quint64(part) * factor + carry;
            part = quint32(product % Base);
            carry = product / Base;
        }
        if (carry)
            parts.push_back(quint32(carry));
    };
    for (const char byte : magnitude)
        multiplyAdd(256, quint8(byte));
    if (isNegative)
        multiplyAdd(1, 1); // -1 - magnitude
    QByteArray digits = QByteArray::number(parts.back());
    for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part)
        digits += QByteArray::number(*part).rightJustified(9, '0');
    return isNegative ? '-' + digits : digits;
}

QByteArray doubleDigits(double number)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    constexpr double FirstExponential = 1e21; // as in JavaScript
    if (number == std::trunc(number) && std::abs(number) < FirstExponential)
        return number == 0 && std::signbit(number) ? "-0" : QByteArray::number(number, 'f', 0);
    QByteArray digits = QByteArray::number(number, 'g', QLocale::FloatingPointShortest);
    digits.replace("e-0", "e-");
    return digits.replace("e+0", "e+");
}

} // namespace greenroom
