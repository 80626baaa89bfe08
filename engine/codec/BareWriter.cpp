#include "BareWriter.h"

#include <QtEndian>

namespace greenroom {

namespace {

constexpr qsizetype MaxPayload = 2 + 32 * 1024 * 1024;

template <class T>
void appendLittleEndian(QByteArray &out, T value)
{
    char bytes[sizeof(T)];
    qToLittleEndian(value, bytes);
    out.append(bytes, sizeof(T));
}

} // namespace

BareWriter &BareWriter::u16(quint16 value)
{
    appendLittleEndian(m_bytes, value);
    return *this;
}

BareWriter &BareWriter::u64(quint64 value)
{
    appendLittleEndian(m_bytes, value);
    return *this;
}

BareWriter &BareWriter::boolean(bool value)
{
    m_bytes.append(value ? '\1' : '\0');
    return *this;
}

BareWriter &BareWriter::varint(quint64 value)
{
    for (; value >= 0x80; value >>= 7)
        m_bytes.append(char(value | 0x80));
    m_bytes.append(char(value));
    return *this;
}

BareWriter &BareWriter::string(const QString &text, const char *field)
{
    if (!text.isValidUtf16() && !m_failure) {
        m_failure =
            Error{ErrorCode::InvalidUtf8,
                  QStringLiteral("%1 holds half of a surrogate pair, which has no UTF-8 form")
                      .arg(QString::fromUtf8(field))};
    }
    return data(text.toUtf8());
}

BareWriter &BareWriter::data(QByteArrayView bytes)
{
    varint(quint64(bytes.size()));
    m_bytes.append(bytes);
    return *this;
}

Result<QByteArray> BareWriter::finish()
{
    if (m_failure)
        return fail(*m_failure);
    if (m_bytes.size() > MaxPayload) {
        return fail(ErrorCode::LargerThan32MiB,
                    QStringLiteral("the record would have %1 bytes; the format ends at 32 MiB")
                        .arg(m_bytes.size()));
    }
    return m_bytes;
}

} // namespace greenroom
