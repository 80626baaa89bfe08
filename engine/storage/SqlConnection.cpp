#include "SqlConnection.h"

#include "SqliteError.h"

#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QUrl>

#include <sqlite3.h>

#include <atomic>

namespace greenroom {

namespace {

Error toError(const QSqlError &error)
{
    return sqliteError(error.nativeErrorCode().toInt(), error.databaseText());
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

Result<sqlite3 *> SqlConnection::handle() const
{
    const QSqlDatabase database = QSqlDatabase::database(m_name, false);
    const QVariant variant = database.driver()->handle();
    if (!variant.isValid() || qstrcmp(variant.typeName(), "sqlite3*") != 0)
        return fail(ErrorCode::Sql, QStringLiteral("Qt's SQLite plugin gives no handle"));

    static const QString ofProgram = QString::fromLatin1(sqlite3_sourceid());
    static std::atomic<bool> compared = false;
    if (!compared) {
        Result<QSqlQuery> query = run(QStringLiteral("SELECT sqlite_source_id()"));
        if (!query || !query->next())
            return fail(query ? errorOf(*query) : query.error());
        const QString ofPlugin = query->value(0).toString();
        if (ofPlugin != ofProgram) {
            return fail(
                ErrorCode::Sql,
                QStringLiteral("Qt's SQLite plugin has SQLite \"%1\" built in, this program "
                               "is linked with \"%2\": use a Qt built with the system's SQLite")
                    .arg(ofPlugin, ofProgram));
        }
        compared = true;
    }
    return *static_cast<sqlite3 *const *>(variant.constData());
}

Error errorOf(const QSqlQuery &query)
{
    return toError(query.lastError());
}

} // namespace greenroom
