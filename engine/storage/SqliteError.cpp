#include "SqliteError.h"

#include <sqlite3.h>

namespace greenroom {

namespace {

ErrorCode codeOf(int code, const QString &text)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ErrorCode::DatabaseBusy;
    case SQLITE_READONLY:
        return ErrorCode::ReadOnlyDatabase;
    case SQLITE_CORRUPT:
        return ErrorCode::CorruptDatabase;
    case SQLITE_NOTADB:
        return ErrorCode::NotADatabase;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return ErrorCode::Io;
    default:
        break;
    }
    if (text.startsWith(QLatin1String("no such table")))
        return ErrorCode::NoSuchTable;
    if (text.startsWith(QLatin1String("no such column")) ||
        text.contains(QLatin1String("has no column")))
        return ErrorCode::NoSuchColumn;
    return ErrorCode::Sql;
}

} // namespace

Error sqliteError(int code, const QString &text)
{
    return {codeOf(code, text), QStringLiteral("SQLite says \"%1\"").arg(text)};
}

} // namespace greenroom
