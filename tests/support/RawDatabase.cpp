#include "RawDatabase.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>

namespace {

QString nextName()
{
    static int count = 0;
    return QStringLiteral("raw-%1").arg(++count);
}

} // namespace

RawDatabase::RawDatabase(const QString &path) : m_name(nextName())
{
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name);
    database.setDatabaseName(path);
    database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=0"));
    if (!database.open())
        qFatal("cannot open %s", qPrintable(path));
}

RawDatabase::~RawDatabase()
{
    QSqlDatabase::removeDatabase(m_name);
}

QString RawDatabase::run(const QString &sql, const QVariantList &values)
{
    QSqlQuery query(QSqlDatabase::database(m_name));
    if (query.prepare(sql)) {
        for (const QVariant &value : values)
            query.addBindValue(value);
        query.exec();
    }
    return query.lastError().isValid() ? query.lastError().databaseText() : QString();
}

QVariantList RawDatabase::values(const QString &sql)
{
    QSqlQuery query(sql, QSqlDatabase::database(m_name));
    QVariantList values;
    while (query.next()) {
        for (int i = 0; i < query.record().count(); ++i)
            values << query.value(i);
    }
    return values;
}
