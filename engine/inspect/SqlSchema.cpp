#include "SqlSchema.h"

#include "SqlSession.h"
#include "SqlText.h"

#include <algorithm>

namespace greenroom {

namespace {

QString textOf(const SqlValue &value)
{
    return QString::fromUtf8(value.bytes);
}

SqlValue parameter(const QString &text)
{
    SqlValue value;
    value.storage = StorageClass::Text;
    value.bytes = text.toUtf8();
    value.size = value.bytes.size();
    return value;
}

Result<SqlValue> single(SqlSession &session, const char *sql, const std::stop_token &stop)
{
    const Result<SqlTable> table = session.table(QString::fromLatin1(sql), {}, {.limit = 1}, stop);
    if (!table)
        return fail(table.error());
    return table->rows.isEmpty() ? SqlValue() : table->rows.first().first();
}

SqlObject::Kind kindOf(const QString &type, const QString &sql)
{
    if (type == QLatin1String("index"))
        return SqlObject::Kind::Index;
    if (type == QLatin1String("trigger"))
        return SqlObject::Kind::Trigger;
    if (type == QLatin1String("view"))
        return SqlObject::Kind::View;
    return sql.startsWith(QLatin1String("CREATE VIRTUAL"), Qt::CaseInsensitive)
               ? SqlObject::Kind::VirtualTable
               : SqlObject::Kind::Table;
}

/// The first of the row id's three names that no column has taken.
std::optional<QString> freeRowId(const QList<SqlColumn> &columns)
{
    for (const char *name : {"rowid", "_rowid_", "oid"}) {
        const bool isTaken =
            std::any_of(columns.begin(), columns.end(), [&](const SqlColumn &column) {
                return column.name.compare(QLatin1String(name), Qt::CaseInsensitive) == 0;
            });
        if (!isTaken)
            return QString::fromLatin1(name);
    }
    return std::nullopt;
}

Result<QList<SqlColumn>> columnsOf(SqlSession &session, const QString &name,
                                   const std::stop_token &stop)
{
    // Hidden 1 is a hidden column of a virtual table, 2 and 3 are generated ones.
    const auto found =
        session.table(QStringLiteral("SELECT name, type, \"notnull\", dflt_value, pk, hidden "
                                     "FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid"),
                      {parameter(name)}, {}, stop);
    if (!found)
        return fail(found.error());
    QList<SqlColumn> columns;
    for (const SqlRow &row : found->rows) {
        SqlColumn column;
        column.name = textOf(row[0]);
        column.type = textOf(row[1]);
        column.isNotNull = row[2].integer != 0;
        if (row[3].storage != StorageClass::Null)
            column.defaultValue = textOf(row[3]);
        column.primaryKey = int(row[4].integer);
        column.isGenerated = row[5].integer != 0;
        columns << column;
    }
    return columns;
}

void readColumns(SqlSession &session, SqlObject &object, const QStringList &withRowId,
                 const std::stop_token &stop)
{
    const Result<QList<SqlColumn>> columns = columnsOf(session, object.name, stop);
    if (!columns) {
        object.error = columns.error();
        return;
    }
    object.columns = *columns;
    if (withRowId.contains(object.name))
        object.rowId = freeRowId(object.columns);
}

/// The names of the ordinary tables that have row ids.
Result<QStringList> tablesWithRowId(SqlSession &session, const std::stop_token &stop)
{
    const auto found =
        session.table(QStringLiteral("SELECT name FROM pragma_table_list WHERE schema "
                                     "= 'main' AND type IN ('table', 'shadow') AND "
                                     "wr = 0"),
                      {}, {}, stop);
    if (!found)
        return fail(found.error());
    QStringList names;
    for (const SqlRow &row : found->rows)
        names << textOf(row.first());
    return names;
}

} // namespace

QString typeName(SqlObject::Kind kind)
{
    switch (kind) {
    case SqlObject::Kind::Table:
    case SqlObject::Kind::VirtualTable:
        return QStringLiteral("table");
    case SqlObject::Kind::View:
        return QStringLiteral("view");
    case SqlObject::Kind::Index:
        return QStringLiteral("index");
    case SqlObject::Kind::Trigger:
        return QStringLiteral("trigger");
    }
    Q_UNREACHABLE();
}

const SqlObject *SqlSchema::findTable(const QString &name) const
{
    const auto found = std::find_if(objects.begin(), objects.end(), [&](const SqlObject &object) {
        return object.hasRows() && object.name.compare(name, Qt::CaseInsensitive) == 0;
    });
    return found == objects.end() ? nullptr : &*found;
}

Result<SqlSchema> readSchema(SqlSession &session, const std::stop_token &stop)
{
    const auto found =
        session.table(QStringLiteral("SELECT type, name, tbl_name, sql FROM sqlite_schema "
                                     "ORDER BY type, name"),
                      {}, {}, stop);
    if (!found)
        return fail(found.error());
    const Result<QStringList> withRowId = tablesWithRowId(session, stop);
    if (!withRowId)
        return fail(withRowId.error());

    SqlSchema schema;
    for (const SqlRow &row : found->rows) {
        SqlObject object;
        object.sql = textOf(row[3]);
        object.kind = kindOf(textOf(row[0]), object.sql);
        object.name = textOf(row[1]);
        object.table = textOf(row[2]);
        if (object.hasRows())
            readColumns(session, object, *withRowId, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("reading the schema was cancelled"));
        schema.objects << object;
    }
    const auto pageSize = single(session, "PRAGMA page_size", stop);
    const auto userVersion = single(session, "PRAGMA user_version", stop);
    const auto encoding = single(session, "PRAGMA encoding", stop);
    if (pageSize && userVersion && encoding) {
        schema.pageSize = pageSize->integer;
        schema.userVersion = userVersion->integer;
        schema.encoding = textOf(*encoding);
    }
    return schema;
}

} // namespace greenroom
