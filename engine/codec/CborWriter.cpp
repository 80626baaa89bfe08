#include "CborWriter.h"

#include <QtEndian>

#include <bit>
#include <cmath>

namespace greenroom {

namespace {

constexpr double FirstBeyond32Bits = 4294967296.0;

template <class Number>
void appendBytes(QByteArray &out, Number number)
{
    const Number big = qToBigEndian(number);
    out.append(reinterpret_cast<const char *>(&big), sizeof(big));
}

} // namespace

void CborWriter::head(Major major, quint64 count)
{
    const quint8 first = quint8(major);
    if (count < 24) {
        m_bytes.append(char(first | count));
    } else if (count <= 0xff) {
        m_bytes.append(char(first | 24));
        appendBytes(m_bytes, quint8(count));
    } else if (count <= 0xffff) {
        m_bytes.append(char(first | 25));
        appendBytes(m_bytes, quint16(count));
    } else if (count <= 0xffffffff) {
        m_bytes.append(char(first | 26));
        appendBytes(m_bytes, quint32(count));
    } else {
        m_bytes.append(char(first | 27));
        appendBytes(m_bytes, count);
    }
}

void CborWriter::objectHead(quint32 members)
{
    if (members > 0xffff)
        return head(Major::Map, members);
    m_bytes.append(char(quint8(Major::Map) | 25));
    appendBytes(m_bytes, quint16(members));
}

void CborWriter::number(double number)
{
    const bool isWhole = number == std::trunc(number) && !(number == 0 && std::signbit(number));
    if (isWhole && number >= 0 && number < FirstBeyond32Bits)
        head(Major::Unsigned, quint64(number));
    else if (isWhole && number < 0 && number >= -FirstBeyond32Bits)
        head(Major::Negative, quint64(-1 - number));
    else
        float64(number);
}

void CborWriter::float64(double number)
{
    m_bytes.append('\xfb');
    appendBytes(m_bytes, std::bit_cast<quint64>(number));
}

void CborWriter::bigInt(QByteArrayView magnitude, bool isNegative)
{
    while (!magnitude.isEmpty() && magnitude.front() == 0)
        magnitude = magnitude.sliced(1);
    if (magnitude.size() > 8) {
        tag(isNegative ? 3 : 2);
        bytes(magnitude);
        return;
    }
    m_bytes.append(isNegative ? '\x3b' : '\x1b');
    m_bytes.append(8 - magnitude.size(), '\0');
    m_bytes.append(magnitude);
}

void CborWriter::text(QByteArrayView utf8)
{
    head(Major::Text, quint64(utf8.size()));
    m_bytes.append(utf8);
}

void CborWriter::bytes(QByteArrayView content)
{
    head(Major::Bytes, quint64(content.size()));
    m_bytes.append(content);
}

} // namespace greenroom
