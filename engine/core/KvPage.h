#pragma once

#include <QByteArray>
#include <QList>

#include <limits>
#include <optional>

namespace greenroom {

/// Asks for a value however large it is.
constexpr qint64 WholeValue = std::numeric_limits<qint64>::max();

/// How SQLite stores a key or value. The driver writes blobs only and does not see rows whose key
/// is anything else; such rows come from other tools and are shown for what they are. Declared in
/// the order in which SQLite sorts; numbers of both kinds sort by value.
enum class StorageClass { Null, Integer, Real, Text, Blob };

/// One row of an actor's key-values. A side that is no blob has the bytes of its text form.
struct KvRow
{
    QByteArray key;
    StorageClass keyClass = StorageClass::Blob;

    /// The value, or its first bytes when the query asked for a preview.
    QByteArray value;
    StorageClass valueClass = StorageClass::Blob;

    /// The size of the whole value in bytes.
    qint64 valueSize = 0;

    [[nodiscard]] bool isWhole() const { return value.size() == valueSize; }

    bool operator==(const KvRow &) const = default;
};

/// A place between rows: just behind this key in the query's order.
struct KvCursor
{
    QByteArray key;
    StorageClass keyClass = StorageClass::Blob;

    bool operator==(const KvCursor &) const = default;
};

enum class KvOrder { Ascending, Descending };

/// Blob keys from @p start up to but without @p end, byte by byte; no end: all that follow.
struct KvRange
{
    QByteArray start;
    std::optional<QByteArray> end;

    /// All keys that start with @p prefix. The end is the prefix with its last byte that is not FF
    /// raised by one and cut off behind it; an all-FF or empty prefix has no end.
    [[nodiscard]] static KvRange ofPrefix(const QByteArray &prefix);

    [[nodiscard]] bool contains(const QByteArray &key) const
    {
        return key >= start && (!end || key < *end);
    }

    bool operator==(const KvRange &) const = default;
};

/// Which rows to read. Rows come in SQLite's key order: numbers, texts, then blobs byte by byte.
struct KvQuery
{
    /// Only the keys in this range; none: every row, those without a blob key as well.
    std::optional<KvRange> range;

    /// Continue behind this place; none: from the first row.
    std::optional<KvCursor> after;

    KvOrder order = KvOrder::Ascending;

    /// At most this many rows.
    qint64 limit = 200;

    /// Cut each value to this many bytes.
    qint64 previewBytes = WholeValue;

    /// Stop early once this many bytes of keys and values are read, so that a page of large
    /// values stays small. A page always has at least one row.
    qint64 pageBytes = 8 * 1024 * 1024;
};

/// Where an actor's key-values are kept.
enum class KvOrigin {
    Database, ///< the actor's database
    Record,   ///< the state record of an older rivetkit, not migrated yet
    Nowhere,  ///< neither holds any; the driver would make an empty database
};

struct KvPage
{
    KvOrigin origin = KvOrigin::Nowhere;
    QList<KvRow> rows;

    /// Rows follow behind the last one of this page.
    bool more = false;

    [[nodiscard]] KvCursor end() const { return {rows.last().key, rows.last().keyClass}; }
};

/// How much an actor keeps: rows, and the bytes of all keys and values.
struct KvTotals
{
    qint64 entries = 0;
    qint64 bytes = 0;

    bool operator==(const KvTotals &) const = default;
};

} // namespace greenroom
