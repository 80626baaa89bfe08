#include "BareReader.h"

#include <QStringDecoder>
#include <QtEndian>

namespace greenroom {

namespace {

constexpr qsizetype MaxBody = 32 * 1024 * 1024;

// A string of this size or more that runs past the end is reported by rivetkit's decoder as bad
// UTF-8, a shorter one as truncated. The code follows it so that both tools give one verdict.
constexpr qsizetype LongString = 256;

QString bytesLeft(qsizetype wanted, qsizetype left)
{
    return QStringLiteral("%1 byte(s) are needed and %2 are left").arg(wanted).arg(left);
}

} // namespace

void BareReader::reject(ErrorCode code, const char *field, const QString &reason)
{
    if (m_failure)
        return;
    m_failure = Error{code, QStringLiteral("%1 at byte %2: %3")
                                .arg(QString::fromUtf8(field))
                                .arg(m_offset)
                                .arg(reason)};
}

QByteArrayView BareReader::take(qsizetype size, const char *field)
{
    if (!ok())
        return {};
    const qsizetype left = m_bytes.size() - m_offset;
    if (size > left) {
        reject(ErrorCode::Truncated, field, bytesLeft(size, left));
        return {};
    }
    const QByteArrayView taken = m_bytes.sliced(m_offset, size);
    m_offset += size;
    return taken;
}

quint8 BareReader::u8(const char *field)
{
    const QByteArrayView bytes = take(1, field);
    return bytes.isEmpty() ? 0 : quint8(bytes[0]);
}

quint16 BareReader::u16(const char *field)
{
    const QByteArrayView bytes = take(2, field);
    return bytes.isEmpty() ? 0 : qFromLittleEndian<quint16>(bytes.data());
}

quint32 BareReader::u32(const char *field)
{
    const QByteArrayView bytes = take(4, field);
    return bytes.isEmpty() ? 0 : qFromLittleEndian<quint32>(bytes.data());
}

quint64 BareReader::u64(const char *field)
{
    const QByteArrayView bytes = take(8, field);
    return bytes.isEmpty() ? 0 : qFromLittleEndian<quint64>(bytes.data());
}

bool BareReader::boolean(const char *field)
{
    const QByteArrayView bytes = take(1, field);
    if (bytes.isEmpty())
        return false;
    const quint8 flag = quint8(bytes[0]);
    if (flag > 1) {
        --m_offset;
        reject(ErrorCode::BadBool, field, QStringLiteral("a flag is 0 or 1, not %1").arg(flag));
    }
    return flag == 1;
}

quint64 BareReader::varint(const char *field, int maxBytes, quint8 lastByteMax, ErrorCode tooLarge)
{
    const qsizetype start = m_offset;
    const auto failAtStart = [&](ErrorCode code, const QString &reason) {
        m_offset = start;
        reject(code, field, reason);
        return quint64(0);
    };

    quint64 value = 0;
    for (int i = 0; i < maxBytes; ++i) {
        const QByteArrayView next = take(1, field);
        if (next.isEmpty())
            return 0;
        const quint8 byte = quint8(next[0]);
        if (i == maxBytes - 1 && byte > lastByteMax)
            return failAtStart(tooLarge, QStringLiteral("the integer is too large"));
        value |= quint64(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            if (byte == 0 && i > 0) {
                return failAtStart(ErrorCode::OverlongVarint,
                                   QStringLiteral("the integer is padded with a zero byte"));
            }
            return value;
        }
    }
    Q_UNREACHABLE(); // the last byte's maximum has no continuation bit
}

quint64 BareReader::varint64(const char *field)
{
    return varint(field, 10, 0x01, ErrorCode::OverlongVarint);
}

quint64 BareReader::count(const char *field)
{
    return varint(field, 8, 0x0f, ErrorCode::VarintTooLarge);
}

qsizetype BareReader::length(const char *field)
{
    return qsizetype(varint(field, 5, 0x0f, ErrorCode::VarintTooLarge));
}

QString BareReader::string(const char *field)
{
    const qsizetype size = length(field);
    const qsizetype left = m_bytes.size() - m_offset;
    if (ok() && size > left && size >= LongString) {
        reject(ErrorCode::InvalidUtf8, field,
               QStringLiteral("its length says ") + bytesLeft(size, left));
        return {};
    }
    const QByteArrayView bytes = take(size, field);
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless |
                                                    QStringDecoder::Flag::ConvertInitialBom);
    QString text = decode(bytes);
    if (decode.hasError()) {
        m_offset -= size;
        reject(ErrorCode::InvalidUtf8, field, QStringLiteral("the text is not UTF-8"));
        return {};
    }
    return text;
}

QByteArray BareReader::data(const char *field)
{
    return fixed(length(field), field);
}

QByteArray BareReader::fixed(qsizetype size, const char *field)
{
    return take(size, field).toByteArray();
}

Result<void> BareReader::finish()
{
    if (ok() && m_offset < m_bytes.size()) {
        m_failure = Error{ErrorCode::TrailingBytes,
                          QStringLiteral("%1 byte(s) follow the end of the record at byte %2")
                              .arg(m_bytes.size() - m_offset)
                              .arg(m_offset)};
    }
    if (m_failure)
        return fail(*m_failure);
    return {};
}

Result<VersionedBody> splitVersion(QByteArrayView bytes, quint16 oldest, quint16 newest)
{
    if (bytes.size() < 2) {
        return fail(
            ErrorCode::NoVersionHeader,
            QStringLiteral("the record has %1 byte(s), too few for a version").arg(bytes.size()));
    }
    const auto version = qFromLittleEndian<quint16>(bytes.data());
    if (version < oldest || version > newest) {
        return fail(ErrorCode::UnsupportedVersion,
                    QStringLiteral("the record says version %1; versions %2 to %3 are known")
                        .arg(version)
                        .arg(oldest)
                        .arg(newest));
    }
    if (bytes.size() - 2 > MaxBody) {
        return fail(
            ErrorCode::LargerThan32MiB,
            QStringLiteral("the record has %1 bytes; the format ends at 32 MiB").arg(bytes.size()));
    }
    return VersionedBody{version, bytes.sliced(2)};
}

} // namespace greenroom
