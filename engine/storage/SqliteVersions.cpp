#include "SqliteVersions.h"

#include "SqlConnection.h"

#include <sqlite3.h>

namespace greenroom {

Result<QString> checkSqlite()
{
    const Result<SqlConnection> connection =
        SqlConnection::openReadWrite(QStringLiteral(":memory:"));
    if (!connection)
        return fail(connection.error());
    if (const Result<sqlite3 *> handle = connection->handle(); !handle)
        return fail(handle.error());
    Result<QSqlQuery> query = connection->run(QStringLiteral("SELECT sqlite_version()"));
    if (!query)
        return fail(query.error());
    if (!query->next())
        return fail(errorOf(*query));
    return query->value(0).toString();
}

QString sqliteVersion()
{
    return QString::fromLatin1(sqlite3_libversion());
}

} // namespace greenroom
