#include "SqlSession.h"

#include "SqlText.h"
#include "SqliteError.h"

#include <sqlite3.h>

namespace greenroom {

namespace {

constexpr int OperationsBetweenLooks = 2000;
constexpr qint64 MaxVirtualTables = 64;

/// Without a path: the database has none.
Error lastError(sqlite3 *handle)
{
    return sqliteError(sqlite3_errcode(handle), QString::fromUtf8(sqlite3_errmsg(handle)));
}

int isToStop(void *stop)
{
    return static_cast<const std::stop_token *>(stop)->stop_requested() ? 1 : 0;
}

/// Lets a token end whatever a connection does, while this lives.
class Cancellation
{
public:
    Cancellation(sqlite3 *handle, std::stop_token stop) : m_handle(handle), m_stop(std::move(stop))
    {
        sqlite3_progress_handler(m_handle, OperationsBetweenLooks, isToStop, &m_stop);
    }
    ~Cancellation() { sqlite3_progress_handler(m_handle, 0, nullptr, nullptr); }
    Q_DISABLE_COPY_MOVE(Cancellation)

private:
    sqlite3 *m_handle;
    std::stop_token m_stop;
};

SqlValue valueAt(sqlite3_stmt *statement, int column, qint64 previewBytes)
{
    SqlValue value;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        value.storage = StorageClass::Integer;
        value.integer = sqlite3_column_int64(statement, column);
        return value;
    case SQLITE_FLOAT:
        value.storage = StorageClass::Real;
        value.real = sqlite3_column_double(statement, column);
        return value;
    case SQLITE_TEXT:
        value.storage = StorageClass::Text;
        break;
    case SQLITE_BLOB:
        value.storage = StorageClass::Blob;
        break;
    default:
        return value;
    }
    // The pointer first: it may have to turn UTF-16 into UTF-8.
    const void *data = value.storage == StorageClass::Text ? sqlite3_column_text(statement, column)
                                                           : sqlite3_column_blob(statement, column);
    value.size = sqlite3_column_bytes(statement, column);
    value.bytes =
        QByteArray(static_cast<const char *>(data), std::min<qint64>(value.size, previewBytes));
    return value;
}

SqlRow rowOf(sqlite3_stmt *statement, qint64 previewBytes)
{
    SqlRow row;
    const int columns = sqlite3_column_count(statement);
    row.reserve(columns);
    for (int column = 0; column < columns; ++column)
        row.append(valueAt(statement, column, previewBytes));
    return row;
}

qint64 bytesOf(const SqlRow &row)
{
    qint64 bytes = 0;
    for (const SqlValue &value : row)
        bytes += qint64(sizeof(SqlValue)) + value.bytes.size();
    return bytes;
}

QStringList columnsOf(sqlite3_stmt *statement)
{
    QStringList names;
    const int columns = sqlite3_column_count(statement);
    for (int column = 0; column < columns; ++column)
        names << QString::fromUtf8(sqlite3_column_name(statement, column));
    return names;
}

/// "line 2, column 7" of the byte @p offset.
QString placeIn(const QByteArray &sql, int offset)
{
    const QByteArrayView before =
        QByteArrayView(sql).first(std::min<qsizetype>(offset, sql.size()));
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return QStringLiteral("line %1, column %2")
        .arg(before.count('\n') + 1)
        .arg(QString::fromUtf8(before.sliced(lineStart)).size() + 1);
}

Error onlyReading(const QString &reason)
{
    return {ErrorCode::NotSupported,
            QStringLiteral("this statement is refused, %1; the database is only looked at here")
                .arg(reason)};
}

} // namespace

void SqlSession::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

Result<std::unique_ptr<SqlSession>> SqlSession::open(std::shared_ptr<const SqlImage> image)
{
    std::unique_ptr<SqlSession> session(new SqlSession(std::move(image)));
    if (const Result<void> connected = session->connect(); !connected)
        return fail(connected.error());
    return session;
}

SqlSession::~SqlSession()
{
    sqlite3_close(m_handle);
}

Result<void> SqlSession::connect()
{
    constexpr int Flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY;
    if (sqlite3_open_v2(":memory:", &m_handle, Flags, nullptr) != SQLITE_OK)
        return fail(lastError(m_handle));

    // An empty file is an empty database, as ":memory:" is one already. SQLite is given bytes that
    // it must not change and asked not to.
    const QByteArray &bytes = m_image->opened();
    if (!bytes.isEmpty()) {
        auto *data = reinterpret_cast<unsigned char *>(const_cast<char *>(bytes.constData()));
        if (sqlite3_deserialize(m_handle, "main", data, bytes.size(), bytes.size(),
                                SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
            return fail(lastError(m_handle));
    }
    if (const Result<void> hardened = SqlGuard::harden(m_handle); !hardened)
        return hardened;
    connectVirtualTables();
    m_guard.watch(m_handle);
    return {};
}

/// What goes wrong here goes wrong again, and is told, when such a table is read.
void SqlSession::connectVirtualTables()
{
    const SqlReading reading{.limit = MaxVirtualTables};
    const auto names = table(QStringLiteral("SELECT name FROM sqlite_schema WHERE type = 'table' "
                                            "AND sql LIKE 'CREATE VIRTUAL%'"),
                             {}, reading, {});
    if (!names)
        return;
    for (const SqlRow &row : names->rows) {
        const QString name = sqlName(QString::fromUtf8(row.first().bytes));
        (void)prepare(QStringLiteral("SELECT 1 FROM %1").arg(name).toUtf8());
    }
}

Error SqlSession::failure(const QByteArray &sql) const
{
    const int code = sqlite3_errcode(m_handle);
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return {ErrorCode::Cancelled, QStringLiteral("the statement was cancelled")};
    if ((code & 0xff) == SQLITE_AUTH && !m_guard.refusal().isEmpty())
        return onlyReading(m_guard.refusal());
    Error error = lastError(m_handle);
    const int offset = sqlite3_error_offset(m_handle);
    if (offset >= 0)
        error.message += QStringLiteral(" at ") + placeIn(sql, offset);
    return error;
}

Result<SqlSession::Statement> SqlSession::prepare(const QByteArray &sql)
{
    m_guard.forget();
    if (sql.contains('\0'))
        return fail(ErrorCode::Sql, QStringLiteral("the statement has a NUL in it"));
    sqlite3_stmt *prepared = nullptr;
    const char *tail = nullptr;
    const int code =
        sqlite3_prepare_v3(m_handle, sql.constData(), int(sql.size()), 0, &prepared, &tail);
    Statement statement(prepared);
    if (code != SQLITE_OK)
        return fail(failure(sql));
    if (!statement)
        return fail(ErrorCode::Sql, QStringLiteral("there is no statement in this text"));
    if (!sqlite3_stmt_readonly(statement.get()))
        return fail(onlyReading(QStringLiteral("it would change the database")));
    if (const Result<void> alone = refuseMore(tail); !alone)
        return fail(alone.error());
    return statement;
}

/// Blanks, comments and semicolons may follow.
Result<void> SqlSession::refuseMore(const char *tail)
{
    while (*tail) {
        sqlite3_stmt *second = nullptr;
        const char *next = nullptr;
        const int code = sqlite3_prepare_v3(m_handle, tail, -1, 0, &second, &next);
        sqlite3_finalize(second);
        if (code != SQLITE_OK || second)
            return fail(ErrorCode::NotSupported,
                        QStringLiteral("there is more than one statement; give one at a time"));
        if (next == tail)
            break;
        tail = next;
    }
    return {};
}

Result<void> SqlSession::bind(sqlite3_stmt *statement, const SqlRow &parameters)
{
    const int wanted = sqlite3_bind_parameter_count(statement);
    if (wanted != parameters.size()) {
        return fail(ErrorCode::Sql,
                    QStringLiteral("the statement has %1 parameter(s), which have no "
                                   "value here; write the values into it")
                        .arg(wanted));
    }
    for (int i = 0; i < wanted; ++i) {
        const SqlValue &value = parameters[i];
        if (value.storage == StorageClass::Integer)
            sqlite3_bind_int64(statement, i + 1, value.integer);
        else if (value.storage == StorageClass::Text)
            sqlite3_bind_text64(statement, i + 1, value.bytes.constData(),
                                sqlite3_uint64(value.bytes.size()), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    return {};
}

Result<bool> SqlSession::run(const QString &sql, const SqlRow &parameters,
                             const SqlReading &reading, const SqlSink &sink,
                             const std::stop_token &stop)
{
    const Cancellation cancellation(m_handle, stop);
    const QByteArray text = sql.toUtf8();
    const Result<Statement> statement = prepare(text);
    if (!statement)
        return fail(statement.error());
    if (const Result<void> bound = bind(statement->get(), parameters); !bound)
        return fail(bound.error());
    if (sink.columns) {
        if (const Result<void> told = sink.columns(columnsOf(statement->get())); !told)
            return fail(told.error());
    }
    const Result<bool> more = stepAll(statement->get(), reading, sink);
    if (!more && stop.stop_requested())
        return fail(ErrorCode::Cancelled, QStringLiteral("the statement was cancelled"));
    return more;
}

Result<bool> SqlSession::stepAll(sqlite3_stmt *statement, const SqlReading &reading,
                                 const SqlSink &sink)
{
    qint64 given = 0;
    qint64 bytes = 0;
    for (qint64 passed = 0;; ++passed) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_DONE)
            return false;
        if (code != SQLITE_ROW)
            return fail(failure({}));
        if (passed < reading.skip)
            continue;
        if (given == reading.limit || (given > 0 && bytes >= reading.maxBytes))
            return true;
        SqlRow row = rowOf(statement, reading.previewBytes);
        bytes += bytesOf(row);
        ++given;
        if (const Result<void> taken = sink.row(std::move(row)); !taken)
            return fail(taken.error());
    }
}

Result<SqlTable> SqlSession::table(const QString &sql, const SqlRow &parameters,
                                   const SqlReading &reading, const std::stop_token &stop)
{
    SqlTable table;
    const SqlSink sink{.columns = [&](const QStringList &columns) -> Result<void> {
                           table.columns = columns;
                           return {};
                       },
                       .row = [&](SqlRow row) -> Result<void> {
                           table.rows.append(std::move(row));
                           return {};
                       }};
    const Result<bool> more = run(sql, parameters, reading, sink, stop);
    if (!more)
        return fail(more.error());
    table.more = *more;
    return table;
}

} // namespace greenroom
