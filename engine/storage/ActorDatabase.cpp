#include "ActorDatabase.h"

#include "KvLimits.h"
#include "KvSelect.h"

#include <QSqlError>

namespace greenroom {

namespace {

qint64 sizeOf(const KvEntries &entries)
{
    qint64 bytes = 0;
    for (const KvEntry &entry : entries)
        bytes += entry.key.size() + entry.value.size();
    return bytes;
}

} // namespace

Result<std::unique_ptr<ActorDatabase>> ActorDatabase::open(const QString &path,
                                                           Durability durability)
{
    Result<SqlConnection> connection = SqlConnection::openReadWrite(path);
    if (!connection)
        return fail(connection.error().of(path));
    std::unique_ptr<ActorDatabase> database(new ActorDatabase(std::move(*connection)));
    if (const Result<void> ready = database->setUp(durability); !ready)
        return fail(ready.error().of(path));
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
    if (const auto made = m_connection.run(QStringLiteral(
            "CREATE TABLE IF NOT EXISTS kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)"));
        !made)
        return fail(made.error());

    const std::pair<QSqlQuery *, QString> statements[] = {
        {&m_put, QStringLiteral("INSERT INTO kv (key, value) VALUES (?, ?) "
                                "ON CONFLICT (key) DO UPDATE SET value = excluded.value")},
        {&m_get, QStringLiteral("SELECT CAST(value AS BLOB) FROM kv WHERE key = ?")},
        {&m_size, QStringLiteral("SELECT length(CAST(value AS BLOB)) FROM kv WHERE key = ?")},
        {&m_remove, QStringLiteral("DELETE FROM kv WHERE key = ?")},
    };
    for (const auto &[query, sql] : statements) {
        Result<QSqlQuery> prepared = m_connection.prepare(sql);
        if (!prepared)
            return fail(prepared.error());
        *query = std::move(*prepared);
    }

    const Result<QString> pages = pragma(QStringLiteral("PRAGMA page_count"));
    const Result<QString> pageSize = pragma(QStringLiteral("PRAGMA page_size"));
    if (!pages || !pageSize)
        return fail(!pages ? pages.error() : pageSize.error());
    m_atMostBytes = pages->toLongLong() * pageSize->toLongLong();
    return {};
}

template <class Change>
Result<void> ActorDatabase::inTransaction(Change change)
{
    // IMMEDIATE: a transaction that begins as a reader cannot wait for the lock when it writes.
    if (const auto begun = m_connection.run(QStringLiteral("BEGIN IMMEDIATE")); !begun)
        return fail(begun.error());

    const std::optional<KvTotals> totalsBefore = m_totals;
    Result<void> result = change();
    if (result) {
        if (const auto committed = m_connection.run(QStringLiteral("COMMIT")); !committed)
            result = fail(committed.error());
    }
    if (!result) {
        m_totals = totalsBefore;
        // The first failure is the one to tell; a rollback only fails when SQLite has rolled back.
        (void)m_connection.run(QStringLiteral("ROLLBACK"));
    }
    return result;
}

Result<std::optional<qint64>> ActorDatabase::sizeOfValue(const QByteArray &key)
{
    if (const Result<void> done = execute(m_size, {asBlob(key)}); !done)
        return fail(done.error());
    std::optional<qint64> size;
    if (m_size.next())
        size = m_size.value(0).toLongLong();
    m_size.finish();
    return size;
}

Result<void> ActorDatabase::checkQuota(const KvEntries &entries)
{
    const qint64 added = sizeOf(entries);
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

Result<void> ActorDatabase::put(const KvEntries &entries)
{
    if (const auto checked = KvLimits::checkBatch(entries); !checked)
        return checked;
    if (const auto checked = checkQuota(entries); !checked)
        return checked;

    return inTransaction([&]() -> Result<void> {
        for (const KvEntry &entry : entries) {
            if (m_totals) {
                const Result<std::optional<qint64>> replaced = sizeOfValue(entry.key);
                if (!replaced)
                    return fail(replaced.error());
                m_totals->entries += *replaced ? 0 : 1;
                m_totals->bytes += *replaced ? entry.value.size() - **replaced
                                             : entry.key.size() + entry.value.size();
            }
            if (const auto done = execute(m_put, {asBlob(entry.key), asBlob(entry.value)}); !done)
                return done;
        }
        return m_totals ? KvLimits::checkActor(m_totals->bytes) : Result<void>();
    });
}

Result<QList<std::optional<QByteArray>>> ActorDatabase::get(const QList<QByteArray> &keys)
{
    if (const auto checked = KvLimits::checkKeys(keys); !checked)
        return fail(checked.error());

    QList<std::optional<QByteArray>> values;
    values.reserve(keys.size());
    for (const QByteArray &key : keys) {
        if (const auto done = execute(m_get, {asBlob(key)}); !done)
            return fail(done.error());
        values.append(m_get.next() ? std::optional(m_get.value(0).toByteArray()) : std::nullopt);
        m_get.finish();
    }
    return values;
}

Result<void> ActorDatabase::remove(const QList<QByteArray> &keys)
{
    if (const auto checked = KvLimits::checkKeys(keys); !checked)
        return checked;

    return inTransaction([&]() -> Result<void> {
        for (const QByteArray &key : keys) {
            if (m_totals) {
                const Result<std::optional<qint64>> removed = sizeOfValue(key);
                if (!removed)
                    return fail(removed.error());
                if (*removed) {
                    m_totals->entries -= 1;
                    m_totals->bytes -= key.size() + **removed;
                }
            }
            if (const auto done = execute(m_remove, {asBlob(key)}); !done)
                return done;
        }
        return {};
    });
}

Result<void> ActorDatabase::removeRange(const KvRange &range)
{
    if (const auto checked = KvLimits::checkKey(range.start, QStringLiteral("start key")); !checked)
        return checked;
    QString sql = QStringLiteral("DELETE FROM kv WHERE key >= ?");
    QVariantList values{asBlob(range.start)};
    if (range.end) {
        if (const auto checked = KvLimits::checkKey(*range.end, QStringLiteral("end key"));
            !checked)
            return checked;
        sql += QStringLiteral(" AND key < ?");
        values << asBlob(*range.end);
    }
    m_totals.reset(); // how much goes is not known without reading it
    if (const auto done = m_connection.run(sql, values); !done)
        return fail(done.error());
    return {};
}

Result<KvPage> ActorDatabase::list(const KvRange &range, KvOrder order, std::optional<qint64> limit)
{
    if (const auto checked = KvLimits::checkKey(range.start, QStringLiteral("prefix")); !checked)
        return fail(checked.error());
    if (limit && *limit < 0) {
        return fail(ErrorCode::KvLimit,
                    QStringLiteral("the limit of a list is %1; it cannot be negative").arg(*limit));
    }
    KvQuery query;
    query.range = range;
    query.order = order;
    query.limit = limit.value_or(KvLimits::DefaultListLimit);
    query.pageBytes = std::numeric_limits<qint64>::max();
    return selectPage(m_connection, query);
}

Result<KvTotals> ActorDatabase::totals()
{
    if (!m_totals) {
        const Result<KvCount> counted =
            countOn(m_connection, {}, std::numeric_limits<qint64>::max());
        if (!counted)
            return fail(counted.error());
        m_totals = counted->totals;
    }
    return *m_totals;
}

} // namespace greenroom
