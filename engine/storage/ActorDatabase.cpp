#include "ActorDatabase.h"

#include "DatabaseImage.h"
#include "DatabaseRefusal.h"
#include "KvLimits.h"
#include "RecordFile.h"
#include "StorageLayout.h"

#include <QFile>
#include <QScopeGuard>

#include <sqlite3.h>

namespace greenroom {

namespace {

qint64 sizeOf(const KvEntries &entries)
{
    qint64 bytes = 0;
    for (const KvEntry &entry : entries)
        bytes += entry.key.size() + entry.value.size();
    return bytes;
}

QString createTable()
{
    return QStringLiteral(
        "CREATE TABLE IF NOT EXISTS kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
}

} // namespace

Result<void> ActorDatabase::make(const QString &path, const KvEntries &entries,
                                 Durability durability)
{
    if (const auto checked = KvLimits::checkBatch(entries); !checked)
        return checked;
    const Result<QByteArray> image = databaseImage(entries);
    if (!image)
        return fail(image.error().of(path));
    return durability == Durability::Power ? replaceRecordFile(path, *image)
                                           : writeNewFile(path, *image);
}

Result<std::unique_ptr<ActorDatabase>> ActorDatabase::open(const QString &path,
                                                           Durability durability)
{
    // A leftover journal without its database would be taken for the new one's.
    const bool isMissing = path != QLatin1String(":memory:") && !QFile::exists(path) &&
                           !QFile::exists(StorageLayout::walOf(path)) &&
                           !QFile::exists(StorageLayout::journalOf(path));
    if (isMissing) {
        if (const Result<void> made = make(path, {}, durability); !made)
            return fail(made.error());
    }
    Result<SqlConnection> connection = SqlConnection::openReadWrite(path);
    if (!connection)
        return fail(connection.error().of(path));
    std::unique_ptr<ActorDatabase> database(new ActorDatabase(std::move(*connection)));
    if (const Result<void> ready = database->setUp(durability); !ready)
        return fail(databaseRefusal(path, ready.error()));
    return database;
}

Result<void> ActorDatabase::setUp(Durability durability)
{
    const auto pragma = [this](const QString &sql) -> Result<QString> {
        Result<QSqlQuery> query = m_connection.run(sql);
        if (!query)
            return fail(query.error());
        return query->next() ? query->value(0).toString() : QString();
    };

    const Result<sqlite3 *> handle = m_connection.handle();
    if (!handle)
        return fail(handle.error());
    m_handle = *handle;
    // SQLite falls back to that when the system refuses, for good or for the moment.
    if (sqlite3_db_readonly(m_handle, "main") == 1) {
        return fail(ErrorCode::ReadOnlyDatabase,
                    QStringLiteral("it could only be opened for reading"));
    }

    // Another program's table of that name is told by reading, before anything is changed.
    const auto columns = m_connection.run(QStringLiteral("SELECT key, value FROM kv LIMIT 0"));
    if (!columns && columns.error().code != ErrorCode::NoSuchTable)
        return fail(columns.error());

    const Result<QString> mode = pragma(QStringLiteral("PRAGMA journal_mode=WAL"));
    if (!mode)
        return fail(mode.error());
    if (*mode != QLatin1String("wal") && *mode != QLatin1String("memory")) {
        return fail(ErrorCode::Sql, QStringLiteral("the file system refused SQLite's WAL mode and "
                                                   "left it at \"%1\"; use a local disk")
                                        .arg(*mode));
    }
    const QString level =
        durability == Durability::Power ? QStringLiteral("FULL") : QStringLiteral("NORMAL");
    if (const auto set = pragma(QStringLiteral("PRAGMA synchronous=") + level); !set)
        return fail(set.error());
    if (!columns) {
        if (const auto made = m_connection.run(createTable()); !made)
            return fail(made.error());
    }

    const std::pair<SqliteStatement *, const char *> statements[] = {
        {&m_put, "INSERT INTO kv (key, value) VALUES (?1, ?2) "
                 "ON CONFLICT (key) DO UPDATE SET value = excluded.value"},
        {&m_get, "SELECT value FROM kv WHERE key = ?1"},
        {&m_size, "SELECT length(CAST(value AS BLOB)) FROM kv WHERE key = ?1"},
        {&m_remove, "DELETE FROM kv WHERE key = ?1"},
        {&m_begin, "BEGIN IMMEDIATE"},
        {&m_commit, "COMMIT"},
        {&m_rollback, "ROLLBACK"},
    };
    for (const auto &[statement, sql] : statements) {
        if (const auto prepared = prepare(*statement, sql); !prepared)
            return prepared;
    }

    const Result<QString> pages = pragma(QStringLiteral("PRAGMA page_count"));
    const Result<QString> pageSize = pragma(QStringLiteral("PRAGMA page_size"));
    if (!pages || !pageSize)
        return fail(!pages ? pages.error() : pageSize.error());
    m_atMostBytes = pages->toLongLong() * pageSize->toLongLong();
    return {};
}

Result<void> ActorDatabase::prepare(SqliteStatement &statement, const char *sql) const
{
    Result<SqliteStatement> prepared = SqliteStatement::prepare(m_handle, sql);
    if (!prepared)
        return fail(prepared.error());
    statement = std::move(*prepared);
    return {};
}

Result<std::optional<qint64>> ActorDatabase::sizeOfValue(const QByteArray &key)
{
    m_size.bind(1, key);
    const auto ready = qScopeGuard([this] { m_size.reset(); });
    const Result<bool> found = m_size.step();
    if (!found)
        return fail(found.error());
    return *found ? std::optional(m_size.number(0)) : std::nullopt;
}

Result<void> ActorDatabase::checkQuota(qint64 added)
{
    if (m_atMostBytes + added <= KvLimits::MaxActor) {
        m_atMostBytes += added;
        return {};
    }
    const Result<KvTotals> now = totals();
    if (!now)
        return fail(now.error());
    m_atMostBytes = now->bytes + added;
    return {};
}

Result<void> ActorDatabase::putOne(const QByteArray &key, const QByteArray &value)
{
    if (m_totals) {
        const Result<std::optional<qint64>> replaced = sizeOfValue(key);
        if (!replaced)
            return fail(replaced.error());
        m_totals->entries += *replaced ? 0 : 1;
        m_totals->bytes += *replaced ? value.size() - **replaced : key.size() + value.size();
    }
    m_put.bind(1, key);
    m_put.bind(2, value);
    return m_put.run();
}

Result<void> ActorDatabase::removeOne(const QByteArray &key)
{
    if (m_totals) {
        const Result<std::optional<qint64>> removed = sizeOfValue(key);
        if (!removed)
            return fail(removed.error());
        if (*removed) {
            m_totals->entries -= 1;
            m_totals->bytes -= key.size() + **removed;
        }
    }
    m_remove.bind(1, key);
    return m_remove.run();
}

Result<void> ActorDatabase::put(const KvEntries &entries)
{
    if (const auto checked = KvLimits::checkBatch(entries); !checked)
        return checked;
    if (const auto checked = checkQuota(sizeOf(entries)); !checked)
        return checked;

    const auto putAll = [&]() -> Result<void> {
        for (const KvEntry &entry : entries) {
            if (const auto done = putOne(entry.key, entry.value); !done)
                return done;
        }
        return m_totals ? KvLimits::checkActor(m_totals->bytes) : Result<void>();
    };
    // One statement is a transaction by itself.
    return entries.size() == 1 && !m_totals ? putAll() : inTransaction(putAll);
}

Result<std::optional<QByteArray>> ActorDatabase::value(const QByteArray &key)
{
    m_get.bind(1, key);
    const auto ready = qScopeGuard([this] { m_get.reset(); });
    const Result<bool> found = m_get.step();
    if (!found)
        return fail(found.error());
    return *found ? std::optional(m_get.bytes(0)) : std::nullopt;
}

Result<QList<std::optional<QByteArray>>> ActorDatabase::get(const QList<QByteArray> &keys)
{
    if (const auto checked = KvLimits::checkKeys(keys); !checked)
        return fail(checked.error());

    QList<std::optional<QByteArray>> values;
    values.reserve(keys.size());
    for (const QByteArray &key : keys) {
        Result<std::optional<QByteArray>> found = value(key);
        if (!found)
            return fail(found.error());
        values.append(std::move(*found));
    }
    return values;
}

Result<void> ActorDatabase::remove(const QList<QByteArray> &keys)
{
    if (const auto checked = KvLimits::checkKeys(keys); !checked)
        return checked;

    return inTransaction([&]() -> Result<void> {
        for (const QByteArray &key : keys) {
            if (const auto done = removeOne(key); !done)
                return done;
        }
        return {};
    });
}

Result<void> ActorDatabase::removeRange(const KvRange &range)
{
    if (const auto checked = KvLimits::checkKey(range.start, QStringLiteral("start key")); !checked)
        return checked;
    if (range.end) {
        if (const auto checked = KvLimits::checkKey(*range.end, QStringLiteral("end key"));
            !checked)
            return checked;
    }
    Result<SqliteStatement> statement =
        SqliteStatement::prepare(m_handle, range.end ? "DELETE FROM kv WHERE key >= ?1 AND key < ?2"
                                                     : "DELETE FROM kv WHERE key >= ?1");
    if (!statement)
        return fail(statement.error());
    statement->bind(1, range.start);
    if (range.end)
        statement->bind(2, *range.end);
    m_totals.reset(); // how much goes is not known without reading it
    return statement->run();
}

/// Calls @p row for each row of the range; whether there are more than @p limit.
template <class Row>
Result<bool> ActorDatabase::forEach(const KvRange &range, KvOrder order,
                                    std::optional<qint64> limit, Row row)
{
    if (const auto checked = KvLimits::checkKey(range.start, QStringLiteral("prefix")); !checked)
        return fail(checked.error());
    if (limit && *limit < 0) {
        return fail(ErrorCode::KvLimit,
                    QStringLiteral("the limit of a list is %1; it cannot be negative").arg(*limit));
    }
    QByteArray sql = "SELECT key, value FROM kv WHERE key >= ?1";
    if (range.end)
        sql += " AND key < ?2";
    sql += order == KvOrder::Ascending ? " ORDER BY key" : " ORDER BY key DESC";
    Result<SqliteStatement> rows = SqliteStatement::prepare(m_handle, sql.constData());
    if (!rows)
        return fail(rows.error());
    rows->bind(1, range.start);
    if (range.end)
        rows->bind(2, *range.end);

    const qint64 most = limit.value_or(KvLimits::DefaultListLimit);
    for (qint64 count = 0;; ++count) {
        const Result<bool> found = rows->step();
        if (!found)
            return fail(found.error());
        if (!*found)
            return false;
        if (count == most)
            return true;
        row(*rows);
    }
}

Result<KvPage> ActorDatabase::list(const KvRange &range, KvOrder order, std::optional<qint64> limit)
{
    KvPage page;
    const Result<bool> more = forEach(range, order, limit, [&](const SqliteStatement &row) {
        QByteArray value = row.bytes(1);
        const qint64 size = value.size();
        page.rows.append({.key = row.bytes(0),
                          .value = std::move(value),
                          .valueClass = row.storageClass(1),
                          .valueSize = size});
    });
    if (!more)
        return fail(more.error());
    page.more = *more;
    page.origin = KvOrigin::Database;
    return page;
}

Result<KvEntries> ActorDatabase::entries(const KvRange &range, KvOrder order,
                                         std::optional<qint64> limit, qsizetype cut)
{
    KvEntries entries;
    const Result<bool> more = forEach(range, order, limit, [&](const SqliteStatement &row) {
        entries.emplaceBack(KvEntry{row.bytes(0, cut), row.bytes(1)});
    });
    if (!more)
        return fail(more.error());
    return entries;
}

void ActorDatabase::keepLogOnClose()
{
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Result<KvTotals> ActorDatabase::totals()
{
    if (!m_totals) {
        // length() of a blob reads its size from the row's header, not its content.
        Result<SqliteStatement> counted = SqliteStatement::prepare(
            m_handle,
            "SELECT count(*), sum(length(CAST(key AS BLOB)) + CASE typeof(value) "
            "WHEN 'blob' THEN length(value) ELSE length(CAST(value AS BLOB)) END) FROM kv");
        if (!counted)
            return fail(counted.error());
        if (const Result<bool> row = counted->step(); !row)
            return fail(row.error());
        m_totals = KvTotals{counted->number(0), counted->number(1)};
    }
    return *m_totals;
}

} // namespace greenroom
