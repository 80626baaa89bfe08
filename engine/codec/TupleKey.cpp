#include "TupleKey.h"

namespace greenroom {

namespace {

enum Code : quint8 {
    EndOfTuple = 0x00,
    TextItem = 0x02,
    TupleWithin = 0x05,
    FirstNegative = 0x0c,
    Zero = 0x14,
    LastPositive = 0x1c,
};

constexpr quint8 Escaped = 0xff; // follows a zero that belongs to a text
constexpr int DeepestTuple = 32;

class TupleReader
{
public:
    explicit TupleReader(QByteArrayView bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool atEnd() const { return m_position == m_bytes.size(); }

    std::optional<TupleItem> item(int depth = 0)
    {
        const quint8 code = next();
        if (code == TextItem)
            return text();
        if (code == TupleWithin && depth < DeepestTuple)
            return tuple(depth + 1);
        if (code >= FirstNegative && code <= LastPositive)
            return integer(code);
        return std::nullopt;
    }

private:
    quint8 next() { return quint8(m_bytes[m_position++]); }

    std::optional<TupleItem> integer(quint8 code)
    {
        const bool isNegative = code < Zero;
        const int size = isNegative ? Zero - code : code - Zero;
        if (m_bytes.size() - m_position < size)
            return std::nullopt;
        quint64 bits = 0;
        for (int i = 0; i < size; ++i)
            bits = bits << 8 | next();
        if (isNegative) // its ones' complement, in as many bytes
            bits = (size == 8 ? ~quint64(0) : (quint64(1) << (8 * size)) - 1) - bits;
        if (bits > quint64(std::numeric_limits<qint64>::max()))
            return std::nullopt;
        return TupleItem{isNegative ? -qint64(bits) : qint64(bits)};
    }

    std::optional<TupleItem> text()
    {
        QByteArray utf8;
        while (!atEnd()) {
            const quint8 byte = next();
            if (byte == EndOfTuple) {
                if (atEnd() || quint8(m_bytes[m_position]) != Escaped) {
                    if (!QByteArrayView(utf8).isValidUtf8())
                        return std::nullopt;
                    return TupleItem{QString::fromUtf8(utf8)};
                }
                ++m_position;
            }
            utf8 += char(byte);
        }
        return std::nullopt;
    }

    std::optional<TupleItem> tuple(int depth)
    {
        Tuple items;
        while (!atEnd()) {
            if (quint8(m_bytes[m_position]) == EndOfTuple) {
                ++m_position;
                return TupleItem{items};
            }
            const std::optional<TupleItem> found = item(depth);
            if (!found)
                return std::nullopt;
            items << *found;
        }
        return std::nullopt;
    }

    const QByteArrayView m_bytes;
    qsizetype m_position = 0;
};

} // namespace

std::optional<Tuple> unpackTuple(QByteArrayView bytes)
{
    TupleReader in(bytes);
    Tuple items;
    while (!in.atEnd()) {
        const std::optional<TupleItem> item = in.item();
        if (!item)
            return std::nullopt;
        items << *item;
    }
    return items;
}

} // namespace greenroom
