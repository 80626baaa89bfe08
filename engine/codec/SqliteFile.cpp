#include "SqliteFile.h"

#include "BareReader.h"

#include <QStringList>
#include <QtEndian>

#include <algorithm>

namespace greenroom {

namespace {

constexpr qsizetype ListedChunks = 8;

QString bytesText(quint64 bytes)
{
    return QStringLiteral("%1 byte(s)").arg(bytes);
}

quint64 chunkCount(quint64 size)
{
    return size / SqliteFile::ChunkBytes + (size % SqliteFile::ChunkBytes != 0 ? 1 : 0);
}

/// The bytes of a file of @p size that belong to a chunk within it.
qsizetype bytesAt(quint32 index, quint64 size)
{
    const quint64 start = quint64(index) * SqliteFile::ChunkBytes;
    return qsizetype(std::min(size - start, quint64(SqliteFile::ChunkBytes)));
}

QList<quint32> firstMissing(const QList<quint32> &there, quint64 wanted)
{
    QList<quint32> missing;
    auto next = there.cbegin();
    for (quint32 index = 0; index < wanted && missing.size() < ListedChunks; ++index) {
        if (next != there.cend() && *next == index)
            ++next;
        else
            missing.append(index);
    }
    return missing;
}

} // namespace

QString fileKindName(SqliteFileKind kind)
{
    switch (kind) {
    case SqliteFileKind::Main:
        return QStringLiteral("main");
    case SqliteFileKind::Journal:
        return QStringLiteral("journal");
    case SqliteFileKind::Wal:
        return QStringLiteral("wal");
    case SqliteFileKind::Shm:
        return QStringLiteral("shm");
    }
    Q_UNREACHABLE();
}

std::optional<SqliteFileKey> decodeSqliteFileKey(QByteArrayView key)
{
    const bool isOurs = key.size() >= 4 && key[0] == 8 && key[1] == 1 && key[3] >= 0 && key[3] <= 3;
    if (!isOurs)
        return std::nullopt;
    const auto kind = SqliteFileKind(key[3]);
    if (key[2] == 0 && key.size() == 4)
        return SqliteFileKey{kind, std::nullopt};
    if (key[2] == 1 && key.size() == 8)
        return SqliteFileKey{kind, qFromBigEndian<quint32>(key.data() + 4)};
    return std::nullopt;
}

Result<quint64> decodeSqliteFileSize(QByteArrayView bytes)
{
    const Result<VersionedBody> split = splitVersion(bytes, 1, 1);
    if (!split)
        return fail(split.error());
    BareReader in(split->body);
    const quint64 size = in.u64("size");
    if (const Result<void> end = in.finish(); !end)
        return fail(end.error());
    return size;
}

void SqliteFileAssembly::setSizeRecord(QByteArrayView bytes)
{
    m_size = decodeSqliteFileSize(bytes);
}

void SqliteFileAssembly::addChunk(quint32 index, QByteArrayView bytes)
{
    const QByteArrayView kept =
        bytes.first(std::min<qsizetype>(bytes.size(), SqliteFile::ChunkBytes));
    m_places.append({index, quint16(kept.size()), kept.size() < bytes.size()});
    m_bytes.append(kept);
}

SqliteFile SqliteFileAssembly::finish()
{
    SqliteFile file;
    file.kind = m_kind;
    file.chunks = m_places.size();
    if (!m_size) {
        file.error = Error{ErrorCode::NotFound, QStringLiteral("its size record is missing")};
    } else if (!*m_size) {
        file.error = m_size->error().of(QStringLiteral("its size record cannot be read"));
    } else {
        file.size = **m_size;
    }

    const quint64 size = file.size.value_or(0);
    const QList<quint32> there = indexesWithin(size);
    file.chunksBeyondEnd =
        std::count_if(m_places.cbegin(), m_places.cend(),
                      [&](const Place &place) { return place.index >= chunkCount(size); });
    file.missingChunks = qint64(chunkCount(size)) - there.size();
    for (const Place &place : std::as_const(m_places)) {
        if (place.index >= chunkCount(size))
            continue;
        if (place.stored < bytesAt(place.index, size))
            ++file.shortChunks;
        if (place.isLong)
            ++file.longChunks;
    }

    const quint64 held = quint64(there.size()) * SqliteFile::ChunkBytes;
    if (size > SqliteFile::MaxBytes) {
        file.error =
            Error{ErrorCode::NotSupported,
                  QStringLiteral("its size record says %1; no more than %2 are put together")
                      .arg(bytesText(size), bytesText(SqliteFile::MaxBytes))};
    } else if (size > held + SqliteFile::MaxHoleBytes) {
        file.error =
            Error{ErrorCode::CorruptDatabase,
                  QStringLiteral("its size record says %1, but its %2 chunk(s) hold no more "
                                 "than %3")
                      .arg(bytesText(size))
                      .arg(there.size())
                      .arg(bytesText(held))};
    } else if (file.size) {
        file.bytes = isDense(size) ? m_bytes.first(qsizetype(size)) : placed(size);
        file.firstMissing = firstMissing(there, chunkCount(size));
    }
    m_places.clear();
    m_bytes.clear();
    return file;
}

QList<quint32> SqliteFileAssembly::indexesWithin(quint64 size) const
{
    QList<quint32> indexes;
    for (const Place &place : m_places) {
        if (place.index < chunkCount(size))
            indexes.append(place.index);
    }
    std::sort(indexes.begin(), indexes.end());
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    return indexes;
}

bool SqliteFileAssembly::isDense(quint64 size) const
{
    if (quint64(m_places.size()) < chunkCount(size))
        return false;
    for (quint32 index = 0; index < chunkCount(size); ++index) {
        const Place &place = m_places[index];
        if (place.index != index || place.stored < bytesAt(index, size))
            return false;
    }
    return true;
}

QByteArray SqliteFileAssembly::placed(quint64 size) const
{
    QByteArray bytes(qsizetype(size), '\0');
    qsizetype from = 0;
    for (const Place &place : m_places) {
        if (place.index < chunkCount(size)) {
            std::copy_n(m_bytes.cbegin() + from,
                        std::min<qsizetype>(place.stored, bytesAt(place.index, size)),
                        bytes.begin() + qsizetype(place.index) * SqliteFile::ChunkBytes);
        }
        from += place.stored;
    }
    return bytes;
}

QStringList SqliteFile::problems() const
{
    QStringList all;
    const QString name = fileKindName(kind);
    const auto tell = [&](const QString &sentence) {
        all << QStringLiteral("File %1: %2").arg(name, sentence);
    };
    if (!size && error) {
        const bool isMissing = error->code == ErrorCode::NotFound;
        QString sentence = error->message;
        if (chunks > 0)
            sentence += QStringLiteral(", so its %1 chunk(s) are left out").arg(chunks);
        if (kind == SqliteFileKind::Main) {
            sentence += isMissing
                            ? QStringLiteral("; when the actor starts, rivetkit writes an empty "
                                             "database over the first of them")
                            : QStringLiteral("; rivetkit does not start the actor like this");
        }
        tell(sentence);
        return all;
    }
    if (error)
        tell(error->message);
    if (missingChunks > 0) {
        QStringList listed;
        for (const quint32 index : firstMissing)
            listed << QString::number(index);
        const QString which =
            listed.isEmpty()
                ? QString()
                : QStringLiteral(" (%1%2)").arg(listed.join(QStringLiteral(", ")),
                                                missingChunks > listed.size() ? QStringLiteral(" …")
                                                                              : QString());
        tell(QStringLiteral("%1 of %2 chunks missing%3; zeros stand in their place")
                 .arg(QString::number(missingChunks),
                      QString::number(missingChunks + chunks - chunksBeyondEnd), which));
    }
    if (shortChunks > 0 && kind != SqliteFileKind::Journal)
        tell(QStringLiteral("%1 chunk(s) too short; zeros fill them up").arg(shortChunks));
    if (longChunks > 0)
        tell(QStringLiteral("%1 chunk(s) over 4096 bytes; the rest of each is left out")
                 .arg(longChunks));
    if (chunksBeyondEnd > 0)
        tell(
            QStringLiteral("%1 chunk(s) lie beyond its end and are left out").arg(chunksBeyondEnd));
    return all;
}

} // namespace greenroom
