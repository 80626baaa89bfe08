#include "SqliteStatement.h"

#include "SqliteError.h"

#include <QFile>

#include <sqlite3.h>

namespace greenroom {

Error errorOf(sqlite3 *handle)
{
    const Error error =
        sqliteError(sqlite3_errcode(handle), QString::fromUtf8(sqlite3_errmsg(handle)));
    const QString path = QFile::decodeName(sqlite3_db_filename(handle, "main"));
    return path.isEmpty() ? error : error.of(path);
}

Result<SqliteStatement> SqliteStatement::prepare(sqlite3 *handle, const char *sql)
{
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v3(handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) !=
        SQLITE_OK)
        return fail(errorOf(handle));
    return SqliteStatement(statement);
}

SqliteStatement::SqliteStatement(SqliteStatement &&other) noexcept
    : m_statement(std::exchange(other.m_statement, nullptr))
{}

SqliteStatement &SqliteStatement::operator=(SqliteStatement &&other) noexcept
{
    std::swap(m_statement, other.m_statement);
    return *this;
}

SqliteStatement::~SqliteStatement()
{
    sqlite3_finalize(m_statement);
}

void SqliteStatement::bind(int parameter, const QByteArray &bytes)
{
    // A null pointer would bind NULL; constData() of an empty QByteArray is none.
    sqlite3_bind_blob64(m_statement, parameter, bytes.constData(), sqlite3_uint64(bytes.size()),
                        SQLITE_STATIC);
}

void SqliteStatement::bind(int parameter, qint64 number)
{
    sqlite3_bind_int64(m_statement, parameter, number);
}

void SqliteStatement::bind(int parameter, StorageClass storageClass, const QByteArray &bytes)
{
    switch (storageClass) {
    case StorageClass::Blob:
        bind(parameter, bytes);
        return;
    case StorageClass::Text:
        sqlite3_bind_text64(m_statement, parameter, bytes.constData(), sqlite3_uint64(bytes.size()),
                            SQLITE_STATIC, SQLITE_UTF8);
        return;
    case StorageClass::Integer:
        bind(parameter, bytes.toLongLong());
        return;
    case StorageClass::Real:
        sqlite3_bind_double(m_statement, parameter, bytes.toDouble());
        return;
    case StorageClass::Null:
        sqlite3_bind_null(m_statement, parameter);
        return;
    }
}

Result<bool> SqliteStatement::step()
{
    switch (sqlite3_step(m_statement)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        return fail(errorOf(sqlite3_db_handle(m_statement)));
    }
}

Result<void> SqliteStatement::run()
{
    const Result<bool> stepped = step();
    reset();
    if (!stepped)
        return fail(stepped.error());
    return {};
}

QByteArray SqliteStatement::bytes(int column, qsizetype cut) const
{
    const void *data = sqlite3_column_blob(m_statement, column);
    const qsizetype size = sqlite3_column_bytes(m_statement, column) - cut;
    return size > 0 ? QByteArray(static_cast<const char *>(data) + cut, size) : QByteArray("");
}

qint64 SqliteStatement::number(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

StorageClass SqliteStatement::storageClass(int column) const
{
    switch (sqlite3_column_type(m_statement, column)) {
    case SQLITE_INTEGER:
        return StorageClass::Integer;
    case SQLITE_FLOAT:
        return StorageClass::Real;
    case SQLITE_TEXT:
        return StorageClass::Text;
    case SQLITE_BLOB:
        return StorageClass::Blob;
    default:
        return StorageClass::Null;
    }
}

void SqliteStatement::reset()
{
    sqlite3_reset(m_statement);
}

} // namespace greenroom
