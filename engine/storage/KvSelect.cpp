#include "KvSelect.h"

#include "SqlConnection.h"

#include <QSqlError>

namespace greenroom {

namespace {

// No value of SQLite's is larger; substr() mistakes far greater lengths for negative ones.
constexpr qint64 LargestBlob = 2'147'483'647;

// A real number comes as such beside its bytes, whose digits are ours: SQLite's are not exact.
QString rowColumns()
{
    return QStringLiteral(
        "SELECT typeof(key), CAST(key AS BLOB), CASE typeof(key) WHEN 'real' THEN key END, "
        "typeof(value), substr(CAST(value AS BLOB), 1, ?), "
        "CASE typeof(value) WHEN 'real' THEN value END, length(CAST(value AS BLOB)) FROM kv ");
}

/// A placeholder for a key. The plus takes away the affinity that a CAST has, which would make
/// SQLite convert the column before it compares.
QString placeholder(StorageClass keyClass)
{
    return keyClass == StorageClass::Text ? QStringLiteral("+CAST(? AS TEXT)")
                                          : QStringLiteral("?");
}

/// Seventeen digits tell every double from every other.
QByteArray realText(double value)
{
    return QByteArray::number(value, 'g', 17);
}

StorageClass storageClassOf(const QString &name)
{
    if (name == QLatin1String("blob"))
        return StorageClass::Blob;
    if (name == QLatin1String("text"))
        return StorageClass::Text;
    if (name == QLatin1String("integer"))
        return StorageClass::Integer;
    if (name == QLatin1String("real"))
        return StorageClass::Real;
    return StorageClass::Null;
}

/// What to bind for a key, as the value that SQLite stores.
QVariant boundKey(const KvCursor &key)
{
    switch (key.keyClass) {
    case StorageClass::Integer:
        return key.key.toLongLong();
    case StorageClass::Real:
        return key.key.toDouble();
    case StorageClass::Text:
    case StorageClass::Blob:
    case StorageClass::Null:
        break;
    }
    return asBlob(key.key);
}

KvRow rowFrom(const QSqlQuery &query, qint64 maxBytes)
{
    KvRow row;
    row.keyClass = storageClassOf(query.value(0).toString());
    row.key = row.keyClass == StorageClass::Real ? realText(query.value(2).toDouble())
                                                 : query.value(1).toByteArray();
    row.valueClass = storageClassOf(query.value(3).toString());
    if (row.valueClass == StorageClass::Real) {
        row.value = realText(query.value(5).toDouble());
        row.valueSize = row.value.size();
        row.value.truncate(std::min<qint64>(maxBytes, row.value.size()));
    } else {
        row.value = query.value(4).toByteArray();
        row.valueSize = query.value(6).toLongLong();
    }
    return row;
}

Result<void> checkEnd(const QSqlQuery &query)
{
    // next() gives false at the end and on an error alike.
    if (query.lastError().isValid())
        return fail(errorOf(query));
    return {};
}

} // namespace

Result<KvPage> selectPage(const SqlConnection &database, const KvQuery &query)
{
    const bool ascending = query.order == KvOrder::Ascending;
    QStringList conditions;
    QVariantList values{std::min(query.previewBytes, LargestBlob)};
    if (query.range) {
        conditions << QStringLiteral("key >= ?");
        values << asBlob(query.range->start);
        if (query.range->end) {
            conditions << QStringLiteral("key < ?");
            values << asBlob(*query.range->end);
        }
    }
    if (query.after) {
        conditions << (ascending ? QStringLiteral("key > ") : QStringLiteral("key < ")) +
                          placeholder(query.after->keyClass);
        values << boundKey(*query.after);
    }

    QString sql = rowColumns();
    if (!conditions.isEmpty())
        sql += QStringLiteral("WHERE ") + conditions.join(QStringLiteral(" AND "));
    sql += ascending ? QStringLiteral(" ORDER BY key LIMIT ?")
                     : QStringLiteral(" ORDER BY key DESC LIMIT ?");
    values << std::min(query.limit, std::numeric_limits<qint64>::max() - 1) + 1;

    Result<QSqlQuery> rows = database.run(sql, values);
    if (!rows)
        return fail(rows.error());

    KvPage page;
    qint64 bytes = 0;
    while (rows->next()) {
        const bool full =
            page.rows.size() >= query.limit || (!page.rows.isEmpty() && bytes >= query.pageBytes);
        if (full) {
            page.more = true;
            break;
        }
        page.rows.append(rowFrom(*rows, query.previewBytes));
        bytes += page.rows.last().key.size() + page.rows.last().value.size();
    }
    if (const Result<void> end = checkEnd(*rows); !end)
        return fail(end.error());
    if (page.rows.isEmpty()) {
        const Result<bool> any = selectAny(database);
        if (!any)
            return fail(any.error());
        page.origin = *any ? KvOrigin::Database : KvOrigin::Nowhere;
    } else {
        page.origin = KvOrigin::Database;
    }
    return page;
}

Result<std::optional<KvRow>> selectRow(const SqlConnection &database, const KvCursor &key,
                                       qint64 maxBytes)
{
    const QVariantList values{std::min(maxBytes, LargestBlob), boundKey(key)};
    Result<QSqlQuery> rows = database.run(
        rowColumns() + QStringLiteral("WHERE key = ") + placeholder(key.keyClass), values);
    if (!rows)
        return fail(rows.error());
    if (rows->next())
        return std::optional(rowFrom(*rows, maxBytes));
    if (const Result<void> end = checkEnd(*rows); !end)
        return fail(end.error());
    return std::optional<KvRow>();
}

Result<KvCount> countOn(const SqlConnection &database, const KvCount &before, qint64 rows)
{
    // length() of a blob reads its size from the row's header, not its content; the rare values of
    // other types are measured by their bytes.
    Result<QSqlQuery> step = database.run(
        QStringLiteral("SELECT count(*), sum(bytes), max(id) FROM (SELECT rowid AS id, "
                       "CASE WHEN typeof(key) = 'blob' AND typeof(value) = 'blob' "
                       "THEN length(key) + length(value) "
                       "ELSE length(CAST(key AS BLOB)) + length(CAST(value AS BLOB)) END AS bytes "
                       "FROM kv WHERE rowid > ? ORDER BY rowid LIMIT ?)"),
        {before.lastRow, rows});
    if (!step)
        return fail(step.error());
    if (!step->next())
        return fail(errorOf(*step));

    KvCount count = before;
    const qint64 found = step->value(0).toLongLong();
    count.totals.entries += found;
    count.totals.bytes += step->value(1).toLongLong();
    count.done = found < rows;
    if (found > 0)
        count.lastRow = step->value(2).toLongLong();
    return count;
}

Result<bool> selectAny(const SqlConnection &database)
{
    Result<QSqlQuery> rows = database.run(QStringLiteral("SELECT 1 FROM kv LIMIT 1"));
    if (!rows)
        return fail(rows.error());
    const bool any = rows->next();
    if (const Result<void> end = checkEnd(*rows); !end)
        return fail(end.error());
    return any;
}

} // namespace greenroom
