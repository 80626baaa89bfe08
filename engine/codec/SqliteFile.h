#pragma once

#include "Result.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace greenroom {

/// The files that SQLite keeps for one database. rivetkit stores them inside an actor's key-values
/// (storage-format §10); it never writes the last two.
enum class SqliteFileKind : quint8 { Main, Journal, Wal, Shm };

/// "main", "journal", "wal" or "shm".
[[nodiscard]] QString fileKindName(SqliteFileKind kind);

/// What a key of this part of the key space names: the size record of a file, or one chunk of it.
struct SqliteFileKey
{
    SqliteFileKind file = SqliteFileKind::Main;
    std::optional<quint32> chunk; ///< none: the size record

    bool operator==(const SqliteFileKey &) const = default;
};

/// None for a key that is neither.
[[nodiscard]] std::optional<SqliteFileKey> decodeSqliteFileKey(QByteArrayView key);

/// A size record: `u16 version 1 | size u64`. Fails with one of the format codes.
[[nodiscard]] Result<quint64> decodeSqliteFileSize(QByteArrayView bytes);

/// A file put together from its chunks, and what was odd about them.
struct SqliteFile
{
    static constexpr qint64 ChunkBytes = 4096;

    /// More is not put together.
    static constexpr quint64 MaxBytes = quint64(2) << 30;

    /// What a file may be larger than its chunks, so that a hostile size costs no memory.
    static constexpr quint64 MaxHoleBytes = quint64(16) << 20;

    SqliteFileKind kind = SqliteFileKind::Main;

    /// What the size record says; none when it is missing or damaged. Then rivetkit takes the file
    /// for missing, and so the bytes are empty.
    std::optional<quint64> size;

    /// Why there is no size, or why the file could not be put together.
    std::optional<Error> error;

    /// All that the chunks give up to the size; zeros where they give nothing.
    QByteArray bytes;

    qint64 chunks = 0;          ///< how many there are
    qint64 missingChunks = 0;   ///< below the size, and not there
    qint64 shortChunks = 0;     ///< with fewer bytes than their place in the file has
    qint64 longChunks = 0;      ///< with more than 4096 bytes; what is over is left out
    qint64 chunksBeyondEnd = 0; ///< at or behind the size; left out

    /// The lowest missing chunks, at most eight.
    QList<quint32> firstMissing;

    /// What a user must know of it, a sentence each; empty for a whole file. Short chunks are how
    /// rivetkit writes journals, and told of in other files only.
    [[nodiscard]] QStringList problems() const;
};

/// Puts one file together. The size record and the chunks may come in any order.
class SqliteFileAssembly
{
public:
    explicit SqliteFileAssembly(SqliteFileKind kind) : m_kind(kind) {}

    void setSizeRecord(QByteArrayView bytes);
    void addChunk(quint32 index, QByteArrayView bytes);

    /// Whether anything of the file is there.
    [[nodiscard]] bool isEmpty() const { return !m_size && m_places.isEmpty(); }

    /// The file. What was given is used up. Needs memory for what the chunks hold, and once more if
    /// they leave holes.
    [[nodiscard]] SqliteFile finish();

private:
    /// A chunk within m_bytes.
    struct Place
    {
        quint32 index = 0;
        quint16 stored = 0; ///< bytes of it in m_bytes
        bool isLong = false;
    };

    [[nodiscard]] QList<quint32> indexesWithin(quint64 size) const;
    [[nodiscard]] bool isDense(quint64 size) const;
    [[nodiscard]] QByteArray placed(quint64 size) const;

    SqliteFileKind m_kind;
    std::optional<Result<quint64>> m_size;
    QList<Place> m_places;
    QByteArray m_bytes; // the chunks one behind the other, which mostly is the file already
};

} // namespace greenroom
