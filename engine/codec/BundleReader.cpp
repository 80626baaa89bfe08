#include "BundleReader.h"

#include "BareReader.h"

#include <QCryptographicHash>
#include <QIODevice>
#include <QtEndian>

namespace greenroom {

namespace {

// Larger values SQLite does not keep unless it is built to.
constexpr qint64 MostBytes = 1'000'000'000 + 64 * 1024;

constexpr qint64 DigestBytes = 32;

tl::unexpected<Error> notABundle(const QString &reason)
{
    return fail(ErrorCode::NotABundle, QStringLiteral("this is no actor bundle: ") + reason);
}

QString nameOf(char tag)
{
    const auto code = quint8(tag);
    return code > 0x20 && code < 0x7f ? QStringLiteral("\"%1\"").arg(QLatin1Char(tag))
                                      : QString::number(code);
}

} // namespace

BundleReader::BundleReader(QIODevice &in)
    : m_in(&in), m_hash(std::make_unique<QCryptographicHash>(QCryptographicHash::Sha256))
{}

BundleReader::BundleReader(BundleReader &&other) noexcept = default;

BundleReader::~BundleReader() = default;

Result<BundleReader> BundleReader::open(QIODevice &in)
{
    if (in.isSequential()) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("a bundle is read from a file, not from a pipe"));
    }
    BundleReader reader(in);
    if (const auto read = reader.readHead(); !read)
        return fail(read.error());
    return reader;
}

Result<QByteArray> BundleReader::take(qint64 size)
{
    const qint64 left = m_in->size() - m_in->pos();
    if (size > left) {
        return fail(ErrorCode::Truncated,
                    QStringLiteral("the bundle ends too soon: at byte %1 it needs %2 more and has "
                                   "%3")
                        .arg(m_in->pos())
                        .arg(size)
                        .arg(left));
    }
    QByteArray bytes = m_in->read(size);
    if (bytes.size() != size) {
        return fail(ErrorCode::Io,
                    QStringLiteral("cannot read the bundle: %1").arg(m_in->errorString()));
    }
    m_hash->addData(bytes);
    return bytes;
}

Result<BundleReader::Chunk> BundleReader::chunk()
{
    if (m_ahead)
        return *std::exchange(m_ahead, std::nullopt);
    const qint64 start = m_in->pos();
    const Result<QByteArray> front = take(5);
    if (!front)
        return fail(front.error());
    const auto size = qFromLittleEndian<quint32>(front->constData() + 1);
    if (size > MostBytes)
        return notABundle(
            QStringLiteral("the part at byte %1 says it has %2 bytes").arg(start).arg(size));
    Result<QByteArray> bytes = take(size);
    if (!bytes)
        return fail(bytes.error());
    return Chunk{front->at(0), std::move(*bytes)};
}

Result<void> BundleReader::readHead()
{
    const QByteArray magic = bundleMagic();
    if (m_in->peek(magic.size()) != magic)
        return notABundle(QStringLiteral("it does not begin as one"));
    const Result<QByteArray> start = take(magic.size() + 2);
    if (!start)
        return fail(start.error());
    const auto version = qFromLittleEndian<quint16>(start->constData() + magic.size());
    if (version != BundleHead::CurrentVersion) {
        return fail(ErrorCode::UnsupportedVersion,
                    QStringLiteral("the bundle says version %1; this Greenroom reads version %2")
                        .arg(version)
                        .arg(BundleHead::CurrentVersion));
    }

    const Result<Chunk> header = chunk();
    if (!header)
        return fail(header.error());
    if (header->tag != 'H')
        return notABundle(QStringLiteral("its header is missing"));
    BareReader fields(header->bytes);
    m_head.greenroom = fields.string("greenroom");
    m_head.exportedAt = {fields.u64("exportedAt")};
    m_head.actorId = fields.string("actorId");
    m_head.secrets =
        fields.boolean("secrets") ? BundleHead::Secrets::Included : BundleHead::Secrets::LeftOut;
    if (const auto end = fields.finish(); !end)
        return fail(end.error().of(QStringLiteral("the bundle's header")));

    Result<Chunk> record = chunk();
    if (!record)
        return fail(record.error());
    if (record->tag != 'R')
        return notABundle(QStringLiteral("its record is missing"));
    m_head.record = std::move(record->bytes);

    Result<Chunk> next = chunk();
    if (!next)
        return fail(next.error());
    if (next->tag == 'A')
        m_head.alarm = std::move(next->bytes);
    else
        m_ahead = std::move(*next);
    return {};
}

Result<std::optional<KvRow>> BundleReader::next()
{
    if (m_isAtEnd)
        return std::optional<KvRow>();
    const qint64 start = m_in->pos();
    Result<Chunk> chunk = this->chunk();
    if (!chunk)
        return fail(chunk.error());
    if (chunk->tag == 'E') {
        if (const auto end = readEnd(chunk->bytes); !end)
            return fail(end.error());
        return std::optional<KvRow>();
    }
    if (chunk->tag != 'K') {
        return notABundle(QStringLiteral("the part at byte %1 is of the unknown kind %2")
                              .arg(start)
                              .arg(nameOf(chunk->tag)));
    }
    const QByteArray &bytes = chunk->bytes;
    constexpr qsizetype Front = 6;
    const qint64 keySize =
        bytes.size() < Front ? -1 : qint64(qFromLittleEndian<quint32>(bytes.constData() + 2));
    if (keySize < 0 || keySize > bytes.size() - Front)
        return notABundle(QStringLiteral("the row at byte %1 is cut short").arg(start));
    const auto keyClass = storageClassOf(quint8(bytes[0]));
    const auto valueClass = storageClassOf(quint8(bytes[1]));
    if (!keyClass || !valueClass)
        return notABundle(QStringLiteral("the row at byte %1 is of no known class").arg(start));
    KvRow row{.key = bytes.sliced(Front, keySize),
              .keyClass = *keyClass,
              .value = bytes.sliced(Front + keySize),
              .valueClass = *valueClass,
              .valueSize = bytes.size() - Front - keySize};
    m_totals.entries += 1;
    m_totals.bytes += row.key.size() + row.value.size();
    return std::optional(std::move(row));
}

Result<void> BundleReader::readEnd(const QByteArray &totals)
{
    const bool isRight =
        totals.size() == 16 &&
        qFromLittleEndian<quint64>(totals.constData()) == quint64(m_totals.entries) &&
        qFromLittleEndian<quint64>(totals.constData() + 8) == quint64(m_totals.bytes);
    const QByteArray digest = m_hash->result();
    const Result<QByteArray> written = take(DigestBytes);
    if (!written)
        return fail(written.error());
    if (*written != digest) {
        return fail(ErrorCode::BadChecksum,
                    QStringLiteral("the bundle was changed or damaged since it was written: its "
                                   "checksum is wrong; get it anew"));
    }
    if (!isRight)
        return notABundle(QStringLiteral("its end counts other rows than it has"));
    if (m_in->pos() < m_in->size()) {
        return fail(
            ErrorCode::TrailingBytes,
            QStringLiteral("%1 byte(s) follow the bundle's end").arg(m_in->size() - m_in->pos()));
    }
    m_isAtEnd = true;
    return {};
}

Result<BundleSummary> checkBundle(QIODevice &in)
{
    Result<BundleReader> reader = BundleReader::open(in);
    if (!reader)
        return fail(reader.error());
    for (;;) {
        const Result<std::optional<KvRow>> row = reader->next();
        if (!row)
            return fail(row.error());
        if (!*row)
            return BundleSummary{reader->head(), reader->totals()};
    }
}

} // namespace greenroom
