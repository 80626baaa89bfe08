#pragma once

#include <QByteArray>

namespace greenroom {

/// Writes CBOR in the very form that rivetkit's cbor-x does (storage-format §11).
class CborWriter
{
public:
    enum class Major : quint8 {
        Unsigned = 0x00,
        Negative = 0x20,
        Bytes = 0x40,
        Text = 0x60,
        List = 0x80,
        Map = 0xa0,
        Tag = 0xc0,
    };

    /// A major type with its count, in the shortest form.
    void head(Major major, quint64 count);

    /// An object's head: a count of two bytes, or four beyond 65,535 members.
    void objectHead(quint32 members);

    /// A JavaScript number: an integer up to 32 bits, else a float64. -0 stays a float64.
    void number(double number);

    void float64(double number);

    /// Nine bytes up to 64 bits, else a tagged byte string. For a negative one @p magnitude is
    /// -1 - the number. Big-endian; leading zeros are left out.
    void bigInt(QByteArrayView magnitude, bool isNegative);

    void text(QByteArrayView utf8);
    void bytes(QByteArrayView content);
    void tag(quint64 tag) { head(Major::Tag, tag); }
    void null() { m_bytes.append('\xf6'); }
    void undefined() { m_bytes.append('\xf7'); }
    void boolean(bool value) { m_bytes.append(value ? '\xf5' : '\xf4'); }

    /// Bytes that are CBOR already.
    void raw(QByteArrayView cbor) { m_bytes.append(cbor); }

    [[nodiscard]] const QByteArray &written() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

} // namespace greenroom
