#include "BareReader.h"

#include "CborReader.h"

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
                                .arg(m_base + m_offset)
                                .arg(reason)};
    noteFailure(field);
}

void BareReader::noteFailure(const char *field)
{
    if (m_outline)
        m_outline->fail(*m_failure, {m_base + m_offset, m_bytes.size() - m_offset}, {field});
}

void BareReader::note(NodeKind kind, const char *field, qsizetype start, quint64 number)
{
    if (isOutlined())
        m_outline->leaf(kind, {m_base + start, m_offset - start}, {field}, number);
}

bool BareReader::openGroup(NodeKind kind, const char *field, qsizetype start)
{
    if (!isOutlined())
        return false;
    const NodeId id = m_outline->open(kind, m_base + start, {field});
    m_outline->node(id).head = quint8(m_offset - start);
    return true;
}

void BareReader::closeGroup(bool isOpen)
{
    if (isOpen) // what failed inside reaches to the end
        m_outline->close(m_base + (ok() ? m_offset : m_bytes.size()));
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

template <class Number>
Number BareReader::number(const char *field, NodeKind kind)
{
    const qsizetype start = m_offset;
    const QByteArrayView bytes = take(sizeof(Number), field);
    const Number value = bytes.isEmpty() ? Number(0) : qFromLittleEndian<Number>(bytes.data());
    note(kind, field, start, quint64(value));
    return value;
}

quint8 BareReader::u8(const char *field)
{
    return number<quint8>(field, NodeKind::Unsigned);
}

quint16 BareReader::u16(const char *field)
{
    return number<quint16>(field, NodeKind::Unsigned);
}

quint32 BareReader::u32(const char *field)
{
    return number<quint32>(field, NodeKind::Unsigned);
}

quint64 BareReader::u64(const char *field)
{
    return number<quint64>(field, NodeKind::Unsigned);
}

qint64 BareReader::i64(const char *field)
{
    return number<qint64>(field, NodeKind::Signed);
}

qint64 BareReader::time(const char *field)
{
    return number<qint64>(field, NodeKind::Time);
}

bool BareReader::readFlag(const char *field)
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

bool BareReader::boolean(const char *field)
{
    const qsizetype start = m_offset;
    const bool flag = readFlag(field);
    note(NodeKind::Boolean, field, start, flag);
    return flag;
}

bool BareReader::isPresent(const char *field)
{
    const qsizetype start = m_offset;
    const bool flag = readFlag(field);
    if (!flag)
        note(NodeKind::Absent, field, start);
    return flag && ok();
}

quint8 BareReader::choice(const char *field, std::span<const char *const> words)
{
    const qsizetype start = m_offset;
    const QByteArrayView bytes = take(1, field);
    if (bytes.isEmpty())
        return 0;
    const quint8 chosen = quint8(bytes[0]);
    if (chosen >= words.size()) {
        m_offset = start;
        reject(
            ErrorCode::BadUnionTag, field,
            QStringLiteral("%1 names none of its %2 alternatives").arg(chosen).arg(words.size()));
        return 0;
    }
    note(NodeKind::Choice, field, start, chosen);
    if (isOutlined())
        m_outline->node(m_outline->last()).word = words[chosen];
    return chosen;
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
    const qsizetype start = m_offset;
    const quint64 value = varint(field, 10, 0x01, ErrorCode::OverlongVarint);
    note(NodeKind::Unsigned, field, start, value);
    return value;
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
    const qsizetype start = m_offset;
    const qsizetype size = length(field);
    const qsizetype head = m_offset - start;
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
    noteContent(NodeKind::Text, field, start, head);
    return text;
}

void BareReader::readName(const char *field, QSet<QString> &known)
{
    const QString name = string(field);
    if (ok() && known.contains(name)) {
        reject(ErrorCode::DuplicateMapKey, field,
               QStringLiteral("the name that ends here was there before"));
    }
    known.insert(name);
}

void BareReader::noteContent(NodeKind kind, const char *field, qsizetype start, qsizetype head)
{
    if (!isOutlined())
        return;
    note(kind, field, start);
    m_outline->node(m_outline->last()).head = quint8(head);
}

QByteArray BareReader::data(const char *field)
{
    const qsizetype start = m_offset;
    const qsizetype size = length(field);
    const qsizetype head = m_offset - start;
    const QByteArrayView bytes = take(size, field);
    noteContent(NodeKind::Bytes, field, start, head);
    return bytes.toByteArray();
}

QByteArray BareReader::fixed(qsizetype size, const char *field)
{
    const qsizetype start = m_offset;
    const QByteArrayView bytes = take(size, field);
    note(NodeKind::Bytes, field, start);
    return bytes.toByteArray();
}

QByteArray BareReader::cbor(const char *field)
{
    const qsizetype size = length(field);
    const QByteArrayView bytes = take(size, field);
    if (isOutlined())
        decodeCbor(*m_outline, {m_base + m_offset - size, size}, {field});
    return bytes.toByteArray();
}

Result<void> BareReader::finish()
{
    if (ok() && m_offset < m_bytes.size()) {
        m_failure = Error{ErrorCode::TrailingBytes,
                          QStringLiteral("%1 byte(s) follow the end of the record at byte %2")
                              .arg(m_bytes.size() - m_offset)
                              .arg(m_base + m_offset)};
        noteFailure(nullptr);
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
