#include "KvSelect.h"

#include "SqlConnection.h"

#include <QSqlError>

namespace greenroom {

namespace {

// No value of SQLite's is larger; substr() mistakes far greater lengths for negative ones.
constexpr qint64 LargestBlob = 2'147'483'647;

// The exact bytes of a column. A real number has 17 digits, enough to find its row again.
QString bytesOf(const QString &column)
{
    return QStringLiteral("CASE typeof(%1) WHEN 'real' THEN CAST(printf('%!.17g', %1) AS BLOB) "
                          "ELSE CAST(%1 AS BLOB) END")
        .arg(column);
}

QString rowColumns()
{
    const QString value = bytesOf(QStringLiteral("value"));
    return QStringLiteral("SELECT %1, typeof(key), substr(%2, 1, ?), typeof(value), length(%2) "
                          "FROM kv ")
        .arg(bytesOf(QStringLiteral("key")), value);
}

/// A placeholder that turns bound bytes back into a key of their storage class.
QString placeholder(StorageClass keyClass)
{
    switch (keyClass) {
    case StorageClass::Text: return QStringLiteral("CAST(? AS TEXT)");
    case StorageClass::Integer: return QStringLiteral("CAST(CAST(? AS TEXT) AS INTEGER)");
    case StorageClass::Real: return QStringLiteral("CAST(CAST(? AS TEXT) AS REAL)");
    case StorageClass::Blob:
    case StorageClass::Null: break;
    }
    return QStringLiteral("?");
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

/// An empty QByteArray binds as NULL unless it is told apart from a null one.
QVariant blob(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

KvRow rowFrom(const QSqlQuery &query)
{
    return {.key = query.value(0).toByteArray(),
            .keyClass = storageClassOf(query.value(1).toString()),
            .value = query.value(2).toByteArray(),
            .valueClass = storageClassOf(query.value(3).toString()),
            .valueSize = query.value(4).toLongLong()};
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
        values << blob(query.range->start);
        if (query.range->end) {
            conditions << QStringLiteral("key < ?");
            values << blob(*query.range->end);
        }
    }
    if (query.after) {
        conditions << (ascending ? QStringLiteral("key > ") : QStringLiteral("key < "))
                          + placeholder(query.after->keyClass);
        values << blob(query.after->key);
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
        const bool full = page.rows.size() >= query.limit
                          || (!page.rows.isEmpty() && bytes >= query.pageBytes);
        if (full) {
            page.more = true;
            break;
        }
        page.rows.append(rowFrom(*rows));
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
    const QVariantList values{std::min(maxBytes, LargestBlob), blob(key.key)};
    Result<QSqlQuery> rows = database.run(
        rowColumns() + QStringLiteral("WHERE key = ") + placeholder(key.keyClass), values);
    if (!rows)
        return fail(rows.error());
    if (rows->next())
        return std::optional(rowFrom(*rows));
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
