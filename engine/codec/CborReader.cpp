#include "CborReader.h"

#include <QDateTime>
#include <QtEndian>

#include <bit>
#include <cmath>
#include <limits>

namespace greenroom {

namespace {

enum Major : quint8 { Unsigned, Negative, ByteString, TextString, List, MapOf, Tag, Special };

namespace Tags {
constexpr quint64 DateText = 0;
constexpr quint64 DateSeconds = 1;
constexpr quint64 BigUnsigned = 2;
constexpr quint64 BigNegative = 3;
constexpr quint64 GenericObject = 27;
constexpr quint64 FirstTypedArray = 64;
constexpr quint64 LastTypedArray = 86;
constexpr quint64 RecordLegacy = 105;
constexpr quint64 Set = 258;
constexpr quint64 Map = 259;
constexpr quint64 Record = 0xdfff;
} // namespace Tags

/// How the elements of a typed array are written (RFC 8746, as far as JavaScript has a class).
struct ElementForm
{
    const char *word;
    quint8 size;
    enum { Unsigned, Signed, Float } form;
    bool isBigEndian;
};

const ElementForm *elementForm(quint64 tag)
{
    constexpr auto U = ElementForm::Unsigned;
    constexpr auto S = ElementForm::Signed;
    constexpr auto F = ElementForm::Float;
    static constexpr ElementForm Forms[Tags::LastTypedArray - Tags::FirstTypedArray + 1] = {
        {"Uint8Array", 1, U, false},
        {"Uint16Array", 2, U, true},
        {"Uint32Array", 4, U, true},
        {"BigUint64Array", 8, U, true},
        {"Uint8ClampedArray", 1, U, false},
        {"Uint16Array", 2, U, false},
        {"Uint32Array", 4, U, false},
        {"BigUint64Array", 8, U, false},
        {"Int8Array", 1, S, false},
        {"Int16Array", 2, S, true},
        {"Int32Array", 4, S, true},
        {"BigInt64Array", 8, S, true},
        {nullptr, 0, U, false},
        {"Int16Array", 2, S, false},
        {"Int32Array", 4, S, false},
        {"BigInt64Array", 8, S, false},
        {nullptr, 0, U, false},
        {"Float32Array", 4, F, true},
        {"Float64Array", 8, F, true},
        {nullptr, 0, U, false},
        {nullptr, 0, U, false},
        {"Float32Array", 4, F, false},
        {"Float64Array", 8, F, false},
    };
    if (tag < Tags::FirstTypedArray || tag > Tags::LastTypedArray)
        return nullptr;
    const ElementForm &form = Forms[tag - Tags::FirstTypedArray];
    return form.word ? &form : nullptr;
}

double halfFloat(quint16 bits)
{
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double value = 0;
    if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else if (exponent != 0x1f)
        value = std::ldexp(fraction + 1024, exponent - 25);
    else
        value = fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
    return bits & 0x8000 ? -value : value;
}

/// What JavaScript's Date keeps of a number of milliseconds.
double dateMs(double ms)
{
    constexpr double Farthest = 8.64e15;
    return std::isfinite(ms) && std::abs(ms) <= Farthest ? ms + 0.0
                                                         : std::numeric_limits<double>::quiet_NaN();
}

class CborReader
{
public:
    CborReader(OutlineBuilder &out, ByteRange range)
        : m_out(out), m_bytes(out.bytes()), m_position(range.offset), m_end(range.end())
    {}

    bool run(OutlineLabel label)
    {
        const qsizetype depth = m_out.depth();
        if (item(label, 0) && m_position < m_end) {
            fail(ErrorCode::CborTrailingBytes, m_position,
                 QStringLiteral("%1 byte(s) follow the value").arg(m_end - m_position), label);
        }
        while (m_out.depth() > depth)
            m_out.close(m_end);
        return !m_failed;
    }

private:
    struct Head
    {
        Major major = Unsigned;
        quint8 info = 0;
        quint64 value = 0;
        quint8 size = 0;

        [[nodiscard]] bool isIndefinite() const { return info == 31; }
    };

    bool fail(ErrorCode code, qsizetype at, const QString &reason, OutlineLabel label = {})
    {
        m_failed = true;
        m_out.fail({code, QStringLiteral("CBOR at byte %1: %2").arg(at).arg(reason)},
                   {at, m_end - at}, label);
        return false;
    }

    bool failTruncated(qsizetype at, quint64 needed, OutlineLabel label)
    {
        return fail(
            ErrorCode::CborTruncated, at,
            QStringLiteral("%1 byte(s) are needed and %2 are left").arg(needed).arg(m_end - at),
            label);
    }

    template <class Number>
    [[nodiscard]] Number big(qsizetype at) const
    {
        return qFromBigEndian<Number>(m_bytes.data() + at);
    }

    /// The head at the position, which stays there. @p label is what fails otherwise.
    bool peek(Head &head, OutlineLabel label)
    {
        if (m_position >= m_end) {
            return fail(ErrorCode::CborTruncated, m_position,
                        QStringLiteral("the value ends where another one is expected"), label);
        }
        const quint8 first = quint8(m_bytes[m_position]);
        head.major = Major(first >> 5);
        head.info = first & 0x1f;
        head.value = head.info;
        head.size = 1;
        if (head.info < 24 || head.info == 31)
            return true;
        if (head.info > 27) {
            return fail(ErrorCode::BadCbor, m_position,
                        QStringLiteral("%1 begins no value").arg(first, 2, 16, QLatin1Char('0')),
                        label);
        }
        const int more = 1 << (head.info - 24);
        if (m_end - m_position < 1 + more)
            return failTruncated(m_position, quint64(1 + more), label);
        head.size = quint8(1 + more);
        switch (more) {
        case 1:
            head.value = quint8(m_bytes[m_position + 1]);
            break;
        case 2:
            head.value = big<quint16>(m_position + 1);
            break;
        case 4:
            head.value = big<quint32>(m_position + 1);
            break;
        default:
            head.value = big<quint64>(m_position + 1);
        }
        return true;
    }

    bool item(OutlineLabel label, int depth)
    {
        Head head;
        if (!peek(head, label))
            return false;
        if (m_out.isFull()) {
            return fail(ErrorCode::TooComplex, m_position,
                        QStringLiteral("only the first %1 parts of a value are unfolded")
                            .arg(Outline::MaxNodes),
                        label);
        }
        if (depth > MaxCborDepth) {
            return fail(
                ErrorCode::TooComplex, m_position,
                QStringLiteral("values nested deeper than %1 are not unfolded").arg(MaxCborDepth),
                label);
        }
        switch (head.major) {
        case Unsigned:
        case Negative:
            return integer(head, label);
        case ByteString:
        case TextString:
            return string(head, m_position, label, nullptr);
        case List:
            return list(head, NodeKind::Array, m_position, label, depth);
        case MapOf:
            return map(head, NodeKind::Object, m_position, label, depth);
        case Tag:
            return tag(head, label, depth);
        case Special:
            return special(head, label);
        }
        Q_UNREACHABLE();
    }

    NodeId leaf(NodeKind kind, const Head &head, OutlineLabel label, quint64 number = 0)
    {
        const NodeId id = m_out.leaf(kind, {m_position, head.size}, label, number);
        m_out.node(id).head = 1;
        m_position += head.size;
        return id;
    }

    bool integer(const Head &head, OutlineLabel label)
    {
        if (head.isIndefinite())
            return fail(ErrorCode::BadCbor, m_position,
                        QStringLiteral("an integer has no indefinite length"), label);
        const bool isNegative = head.major == Negative;
        if (head.info == 27)
            leaf(isNegative ? NodeKind::NegativeBigInt : NodeKind::BigInt, head, label);
        else
            leaf(NodeKind::Integer, head, label,
                 quint64(isNegative ? -1 - qint64(head.value) : qint64(head.value)));
        return true;
    }

    /// A byte or text string whose node begins at @p start, before its head where it is tagged.
    bool string(const Head &head, qsizetype start, OutlineLabel label, const char *word)
    {
        if (head.isIndefinite()) {
            return fail(ErrorCode::BadCbor, m_position,
                        QStringLiteral("a string of indefinite length, which rivetkit does not "
                                       "read"),
                        label);
        }
        const quint64 left = quint64(m_end - m_position - head.size);
        if (head.value > left)
            return failTruncated(m_position, head.value + head.size, label);
        const qsizetype content = m_position + head.size;
        m_position = content + qsizetype(head.value);
        NodeKind kind = NodeKind::Bytes;
        if (head.major == TextString) {
            const auto text = QByteArrayView(m_bytes).sliced(content, qsizetype(head.value));
            kind = text.isValidUtf8() ? NodeKind::Text : NodeKind::BadText;
        }
        const NodeId id = m_out.leaf(kind, {start, m_position - start}, label);
        m_out.node(id).head = quint8(content - start);
        m_out.node(id).word = word;
        return true;
    }

    /// Whether a container of @p head.value items, each of @p leastBytes or more, can be there.
    bool fits(const Head &head, quint64 leastBytes, OutlineLabel label)
    {
        const quint64 left = quint64(m_end - m_position - head.size);
        return head.isIndefinite() || head.value <= left / leastBytes ||
               failTruncated(m_position, head.value * leastBytes + head.size, label);
    }

    template <class Each>
    bool items(const Head &head, NodeKind kind, qsizetype start, OutlineLabel label, Each each)
    {
        const NodeId id = m_out.open(kind, start, label);
        m_position += head.size;
        m_out.node(id).head = quint8(m_position - start);
        m_out.node(id).isIndefinite = head.isIndefinite();
        for (quint64 i = 0; head.isIndefinite() || i < head.value; ++i) {
            if (head.isIndefinite() && m_position < m_end && quint8(m_bytes[m_position]) == 0xff) {
                ++m_position;
                break;
            }
            if (!each())
                return false;
        }
        m_out.close(m_position);
        return true;
    }

    bool list(const Head &head, NodeKind kind, qsizetype start, OutlineLabel label, int depth)
    {
        return fits(head, 1, label) &&
               items(head, kind, start, label, [&] { return item({}, depth + 1); });
    }

    bool map(const Head &head, NodeKind kind, qsizetype start, OutlineLabel label, int depth)
    {
        return fits(head, 2, label) && items(head, kind, start, label, [&] {
                   return kind == NodeKind::Map ? entry(depth + 1) : member(depth + 1);
               });
    }

    bool member(int depth)
    {
        const qsizetype start = m_position;
        if (!item({}, depth))
            return false;
        const NodeId key = m_out.takeKey();
        switch (m_out.node(key).kind) {
        case NodeKind::Text:
        case NodeKind::BadText:
        case NodeKind::Integer:
        case NodeKind::Float:
        case NodeKind::BigInt:
        case NodeKind::NegativeBigInt:
        case NodeKind::Boolean:
        case NodeKind::Null:
        case NodeKind::Undefined:
            return item({nullptr, key}, depth);
        default:
            return fail(ErrorCode::BadCbor, start,
                        QStringLiteral("the name of an object's member is neither text nor "
                                       "number, which rivetkit does not read"));
        }
    }

    bool entry(int depth)
    {
        Head head;
        if (!peek(head, {}))
            return false;
        if (head.major == List || head.major == MapOf || head.major == Tag) {
            m_out.open(NodeKind::Pair, m_position);
            if (!item({"key", NoNode}, depth) || !item({"value", NoNode}, depth))
                return false;
            m_out.close(m_position);
            return true;
        }
        if (!item({}, depth))
            return false;
        const NodeId key = m_out.takeKey();
        return item({nullptr, key}, depth);
    }

    bool tag(const Head &tagHead, OutlineLabel label, int depth)
    {
        if (tagHead.isIndefinite())
            return fail(ErrorCode::BadCbor, m_position,
                        QStringLiteral("a tag has no indefinite length"), label);
        const qsizetype start = m_position;
        m_position += tagHead.size;
        Head head;
        if (!peek(head, label))
            return false;
        const bool isBytes = head.major == ByteString && !head.isIndefinite();
        switch (tagHead.value) {
        case Tags::BigUnsigned:
        case Tags::BigNegative:
            if (isBytes)
                return bigInt(tagHead, head, start, label);
            break;
        case Tags::DateText:
        case Tags::DateSeconds:
            if (const std::optional<double> ms = date(tagHead.value, head)) {
                m_out.leaf(NodeKind::Date, {start, m_position - start}, label,
                           std::bit_cast<quint64>(dateMs(*ms)));
                return true;
            }
            break;
        case Tags::Set:
            if (head.major == List)
                return list(head, NodeKind::Set, start, label, depth);
            break;
        case Tags::Map:
            if (head.major == MapOf)
                return map(head, NodeKind::Map, start, label, depth);
            break;
        case Tags::GenericObject:
            if (const std::optional<NodeKind> kind = genericObject(head))
                return object(*kind, start, label);
            break;
        default:
            if (const ElementForm *form = elementForm(tagHead.value);
                form && isBytes && head.value % form->size == 0)
                return typedArray(*form, head, start, label);
        }
        const NodeId id = m_out.open(NodeKind::Tagged, start, label, tagHead.value);
        m_out.node(id).head = tagHead.size;
        if (tagHead.value == Tags::Record || tagHead.value == Tags::RecordLegacy)
            m_out.node(id).word = "record";
        if (!item({}, depth + 1))
            return false;
        m_out.close(m_position);
        return true;
    }

    bool bigInt(const Head &tagHead, const Head &head, qsizetype start, OutlineLabel label)
    {
        if (!string(head, start, label, nullptr))
            return false;
        // The string has just been added; it is the number.
        const NodeId id = m_out.last();
        m_out.node(id).kind =
            tagHead.value == Tags::BigNegative ? NodeKind::NegativeBigInt : NodeKind::BigInt;
        return true;
    }

    /// A date's milliseconds; what is no date is left where it stands.
    std::optional<double> date(quint64 tag, const Head &head)
    {
        const qsizetype content = m_position + head.size;
        if (tag == Tags::DateText) {
            if (head.major != TextString || head.isIndefinite() ||
                head.value > quint64(m_end - content))
                return std::nullopt;
            const QByteArray text = m_bytes.mid(content, qsizetype(head.value));
            const QDateTime time =
                QDateTime::fromString(QString::fromUtf8(text), Qt::ISODateWithMs);
            if (!time.isValid())
                return std::nullopt;
            m_position = content + qsizetype(head.value);
            return double(time.toMSecsSinceEpoch());
        }
        std::optional<double> seconds;
        if ((head.major == Unsigned || head.major == Negative) && head.info < 27)
            seconds = head.major == Unsigned ? double(head.value) : -1 - double(head.value);
        else if (head.major == Special)
            seconds = floating(head);
        if (!seconds)
            return std::nullopt;
        m_position = content;
        return std::floor(*seconds * 1000 + 0.5); // as JavaScript rounds
    }

    [[nodiscard]] static std::optional<double> floating(const Head &head)
    {
        switch (head.info) {
        case 25:
            return halfFloat(quint16(head.value));
        case 26:
            return std::bit_cast<float>(quint32(head.value));
        case 27:
            return std::bit_cast<double>(head.value);
        default:
            return std::nullopt;
        }
    }

    /// Whether ["RegExp", source, flags] or [name, message] stands here.
    std::optional<NodeKind> genericObject(const Head &head)
    {
        if (head.major != List || head.isIndefinite() || head.value < 2 || head.value > 3)
            return std::nullopt;
        qsizetype at = m_position + head.size;
        bool isRegExp = false;
        for (quint64 i = 0; i < head.value; ++i) {
            Head text;
            if (!headOfText(at, text))
                return std::nullopt;
            const QByteArrayView content =
                QByteArrayView(m_bytes).sliced(at + text.size, qsizetype(text.value));
            if (i == 0)
                isRegExp = content == QByteArrayView("RegExp");
            at += text.size + qsizetype(text.value);
        }
        if (isRegExp)
            return head.value == 3 ? std::optional(NodeKind::RegExp) : std::nullopt;
        return head.value == 2 ? std::optional(NodeKind::ErrorValue) : std::nullopt;
    }

    bool headOfText(qsizetype at, Head &head)
    {
        // Only short heads that are whole; else the general way tells what is wrong.
        if (at >= m_end || quint8(m_bytes[at]) >> 5 != TextString)
            return false;
        const quint8 info = quint8(m_bytes[at]) & 0x1f;
        if (info > 26 || (info >= 24 && m_end - at < 1 + (1 << (info - 24))))
            return false;
        const qsizetype position = std::exchange(m_position, at);
        const bool isRead = peek(head, {});
        m_position = position;
        return isRead && head.value <= quint64(m_end - at - head.size);
    }

    bool object(NodeKind kind, qsizetype start, OutlineLabel label)
    {
        Head head;
        if (!peek(head, label))
            return false;
        const NodeId id = m_out.open(kind, start, label);
        m_position += head.size;
        m_out.node(id).head = quint8(m_position - start);
        for (quint64 i = 0; i < head.value; ++i) {
            if (!item({}, 0))
                return false;
        }
        m_out.close(m_position);
        return true;
    }

    bool typedArray(const ElementForm &form, const Head &head, qsizetype start, OutlineLabel label)
    {
        if (&form == elementForm(Tags::FirstTypedArray)) // Uint8Array: bytes as they are
            return string(head, start, label, form.word);
        if (head.value > quint64(m_end - m_position - head.size))
            return failTruncated(m_position, head.value + head.size, label);
        const NodeId id = m_out.open(NodeKind::TypedArray, start, label);
        m_position += head.size;
        m_out.node(id).head = quint8(m_position - start);
        m_out.node(id).word = form.word;
        const qsizetype end = m_position + qsizetype(head.value);
        for (; m_position < end; m_position += form.size) {
            if (m_out.isFull())
                return item({}, 0); // which says so
            element(form);
        }
        m_out.close(m_position);
        return true;
    }

    void element(const ElementForm &form)
    {
        quint64 bits = 0;
        for (int i = 0; i < form.size; ++i) {
            const int shift = 8 * (form.isBigEndian ? form.size - 1 - i : i);
            bits |= quint64(quint8(m_bytes[m_position + i])) << shift;
        }
        const ByteRange range{m_position, form.size};
        if (form.form == ElementForm::Float) {
            const double value = form.size == 4 ? double(std::bit_cast<float>(quint32(bits)))
                                                : std::bit_cast<double>(bits);
            m_out.leaf(NodeKind::Float, range, {}, std::bit_cast<quint64>(value));
        } else if (form.form == ElementForm::Unsigned) {
            m_out.leaf(NodeKind::Unsigned, range, {}, bits);
        } else {
            const int unused = 64 - 8 * form.size;
            m_out.leaf(NodeKind::Signed, range, {}, quint64(qint64(bits << unused) >> unused));
        }
    }

    bool special(const Head &head, OutlineLabel label)
    {
        if (const std::optional<double> number = floating(head)) {
            leaf(NodeKind::Float, head, label, std::bit_cast<quint64>(*number));
            return true;
        }
        switch (head.isIndefinite() ? 0 : head.value) {
        case 20:
        case 21:
            leaf(NodeKind::Boolean, head, label, head.value - 20);
            return true;
        case 22:
            leaf(NodeKind::Null, head, label);
            return true;
        case 23:
            leaf(NodeKind::Undefined, head, label);
            return true;
        default:
            return fail(ErrorCode::BadCbor, m_position,
                        head.isIndefinite()
                            ? QStringLiteral("a break stands where a value is expected")
                            : QStringLiteral("the simple value %1 is unknown").arg(head.value),
                        label);
        }
    }

    OutlineBuilder &m_out;
    const QByteArray &m_bytes;
    qsizetype m_position;
    const qsizetype m_end;
    bool m_failed = false;
};

} // namespace

bool decodeCbor(OutlineBuilder &out, ByteRange range, OutlineLabel label)
{
    return CborReader(out, range).run(label);
}

Outline outlineOfCbor(const QByteArray &cbor)
{
    OutlineBuilder out(cbor);
    decodeCbor(out, {0, cbor.size()});
    return out.finish(cbor.size());
}

} // namespace greenroom
