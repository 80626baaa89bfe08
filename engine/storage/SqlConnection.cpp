#include "SqlConnection.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QUrl>

#include <atomic>

namespace greenroom {

namespace {

// SQLite's primary result codes (sqlite.org/rescode.html).
constexpr int SqliteBusy = 5;
constexpr int SqliteLocked = 6;
constexpr int SqliteReadOnly = 8;
constexpr int SqliteCorrupt = 11;
constexpr int SqliteNotADb = 26;

ErrorCode codeOf(const QSqlError &error)
{
    const int primary = error.nativeErrorCode().toInt() & 0xff;
    switch (primary) {
    case SqliteBusy:
    case SqliteLocked:
        return ErrorCode::DatabaseBusy;
    case SqliteReadOnly:
        return ErrorCode::ReadOnlyDatabase;
    case SqliteCorrupt:
        return ErrorCode::CorruptDatabase;
    case SqliteNotADb:
        return ErrorCode::NotADatabase;
    default:
        break;
    }
    if (error.databaseText().startsWith(QLatin1String("no such table")))
        return ErrorCode::NoSuchTable;
    if (error.databaseText().startsWith(QLatin1String("no such column")) ||
        error.databaseText().contains(QLatin1String("has no column")))
        return ErrorCode::NoSuchColumn;
    return ErrorCode::Sql;
}

Error toError(const QSqlError &error)
{
    return {codeOf(error), QStringLiteral("SQLite says \"%1\"").arg(error.databaseText())};
}

QString nextName()
{
    static std::atomic<quint64> count = 0;
    return QStringLiteral("greenroom-%1").arg(++count);
}

} // namespace

Result<SqlConnection> SqlConnection::openReadOnly(const QString &path, const QString &parameters)
{
    const QString file =
        QStringLiteral("file:%1?mode=ro&%2")
            .arg(QString::fromLatin1(QUrl::toPercentEncoding(path, QByteArrayLiteral("/"))),
                 parameters);
    return open(file, QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_OPEN_READONLY;"
                                     "QSQLITE_BUSY_TIMEOUT=1000"));
}

Result<SqlConnection> SqlConnection::openReadWrite(const QString &path)
{
    return open(path, QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
}

Result<SqlConnection> SqlConnection::open(const QString &file, const QString &options)
{
    SqlConnection connection(nextName());
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection.m_name);
    if (!database.isValid()) {
        return fail(ErrorCode::Sql,
                    QStringLiteral("Qt's SQLite plugin is missing: install libqt6sql6-sqlite"));
    }
    database.setDatabaseName(file);
    database.setConnectOptions(options);
    if (!database.open())
        return fail(toError(database.lastError()));
    return connection;
}

SqlConnection::SqlConnection(SqlConnection &&other) noexcept
    : m_name(std::exchange(other.m_name, QString()))
{}

SqlConnection &SqlConnection::operator=(SqlConnection &&other) noexcept
{
    std::swap(m_name, other.m_name);
    return *this;
}

SqlConnection::~SqlConnection()
{
    if (!m_name.isEmpty())
        QSqlDatabase::removeDatabase(m_name);
}

Result<QSqlQuery> SqlConnection::prepare(const QString &sql) const
{
    QSqlQuery query(QSqlDatabase::database(m_name, false));
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return fail(errorOf(query));
    return query;
}

Result<QSqlQuery> SqlConnection::run(const QString &sql, const QVariantList &values) const
{
    Result<QSqlQuery> query = prepare(sql);
    if (query) {
        if (const Result<void> done = execute(*query, values); !done)
            return fail(done.error());
    }
    return query;
}

QVariant asBlob(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

Result<void> execute(QSqlQuery &query, const QVariantList &values)
{
    for (int i = 0; i < values.size(); ++i)
        query.bindValue(i, values[i]);
    if (!query.exec())
        return fail(errorOf(query));
    return {};
}

Error errorOf(const QSqlQuery &query)
{
    return toError(query.lastError());
}

} // namespace greenroom
