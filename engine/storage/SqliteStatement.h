#pragma once

#include "KvPage.h"
#include "Result.h"

#include <QByteArray>

struct sqlite3;
struct sqlite3_stmt;

namespace greenroom {

/// A prepared statement, run through SQLite's C interface on the handle beneath a QSqlDatabase.
/// QSqlQuery wraps every value in a QVariant and copies each row once more, which costs several
/// times what SQLite itself needs for a small read. Belongs to whoever owns the connection, and
/// goes before it.
class SqliteStatement
{
public:
    SqliteStatement() = default;
    [[nodiscard]] static Result<SqliteStatement> prepare(sqlite3 *handle, const char *sql);

    SqliteStatement(SqliteStatement &&other) noexcept;
    SqliteStatement &operator=(SqliteStatement &&other) noexcept;
    ~SqliteStatement();

    /// Binds a blob, not a copy of it: @p bytes must live until reset(). Parameters count from 1.
    void bind(int parameter, const QByteArray &bytes);
    void bind(int parameter, qint64 number);

    /// Binds a value of any class by the bytes of its text form; a blob or text as above.
    void bind(int parameter, StorageClass storageClass, const QByteArray &bytes);

    /// Goes to the next row; false behind the last.
    [[nodiscard]] Result<bool> step();

    /// Runs a statement that gives no rows and makes it ready again.
    [[nodiscard]] Result<void> run();

    /// A copy of a column's bytes, without the first @p cut of them. Columns count from 0.
    [[nodiscard]] QByteArray bytes(int column, qsizetype cut = 0) const;
    [[nodiscard]] qint64 number(int column) const;
    [[nodiscard]] StorageClass storageClass(int column) const;

    /// Makes the statement ready again and lets go of its locks.
    void reset();

private:
    explicit SqliteStatement(sqlite3_stmt *statement) : m_statement(statement) {}

    sqlite3_stmt *m_statement = nullptr;
};

/// The last failure on @p handle, with the database's path.
[[nodiscard]] Error errorOf(sqlite3 *handle);

} // namespace greenroom
