#include "Command.h"
#include "DbAccess.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"
#include "TextTable.h"

#include <QCryptographicHash>
#include <QJsonArray>

namespace greenroom::ctl {

namespace {

QJsonObject toJson(const SqliteFile &file)
{
    const QByteArray hash = QCryptographicHash::hash(file.bytes, QCryptographicHash::Sha256);
    return {{QStringLiteral("size"), file.bytes.size()},
            {QStringLiteral("chunks"), file.chunks},
            {QStringLiteral("missingChunks"), file.missingChunks},
            {QStringLiteral("shortChunks"), file.shortChunks},
            {QStringLiteral("chunksBeyondEnd"), file.chunksBeyondEnd},
            {QStringLiteral("sha256"), QString::fromLatin1(hash.toHex())}};
}

QJsonObject toJson(const SqlColumn &column)
{
    return {{QStringLiteral("name"), column.name},
            {QStringLiteral("type"), column.type},
            {QStringLiteral("notNull"), column.isNotNull},
            {QStringLiteral("primaryKey"), column.primaryKey},
            {QStringLiteral("default"),
             column.defaultValue ? QJsonValue(*column.defaultValue) : QJsonValue()},
            {QStringLiteral("generated"), column.isGenerated}};
}

QJsonObject toJson(const SqlObject &object, const std::optional<Result<qint64>> &rows)
{
    QJsonObject json{
        {QStringLiteral("type"), typeName(object.kind)},
        {QStringLiteral("name"), object.name},
        {QStringLiteral("tbl_name"), object.table},
        {QStringLiteral("sql"), object.sql.isEmpty() ? QJsonValue() : QJsonValue(object.sql)}};
    if (!object.hasRows())
        return json;
    QJsonArray columns;
    for (const SqlColumn &column : object.columns)
        columns << toJson(column);
    json[QLatin1String("columns")] = columns;
    json[QLatin1String("rows")] = *rows ? QJsonValue(**rows) : QJsonValue();
    addError(json, *rows ? object.error : std::optional(rows->error()));
    return json;
}

QJsonObject filesToJson(const ActorSql &database)
{
    QJsonObject json, others;
    for (const SqliteFile &file : database.files().files) {
        if (file.kind == SqliteFileKind::Main)
            json = toJson(file);
        else
            others[fileKindName(file.kind)] = toJson(file);
    }
    json[QLatin1String("files")] = others;
    json[QLatin1String("rolledBack")] = database.isRolledBack();
    json[QLatin1String("problems")] = QJsonArray::fromStringList(database.problems());
    return json;
}

void printJson(const ActorSql &database, const SqlSchema &schema,
               const std::optional<QStringList> &integrity)
{
    QJsonObject json = filesToJson(database);
    json[QLatin1String("pageSize")] = schema.pageSize;
    json[QLatin1String("userVersion")] = schema.userVersion;
    json[QLatin1String("encoding")] = schema.encoding;
    if (integrity)
        json[QLatin1String("integrity")] = integrity->join(u'\n');
    QJsonArray objects;
    for (const SqlObject &object : schema.objects) {
        objects << toJson(object, object.hasRows() ? std::optional(database.countRows(object.name))
                                                   : std::nullopt);
    }
    json[QLatin1String("objects")] = objects;
    printBytes(compact(json) + '\n');
}

QString contentOf(const SqlObject &object)
{
    if (!object.hasRows())
        return QStringLiteral("on ") + printable(object.table);
    if (object.error)
        return printable(object.error->message);
    QStringList columns;
    for (const SqlColumn &column : object.columns) {
        columns << (column.type.isEmpty() ? printable(column.name)
                                          : printable(column.name + u' ' + column.type));
    }
    return columns.join(QStringLiteral(", "));
}

void printTable(const ActorSql &database, const SqlSchema &schema, bool hasSql)
{
    TextTable table({QStringLiteral("TYPE"), QStringLiteral("NAME"), QStringLiteral("ROWS"),
                     hasSql ? QStringLiteral("SQL") : QStringLiteral("CONTENT")});
    for (const SqlObject &object : schema.objects) {
        QString rows = QStringLiteral("-");
        if (object.hasRows()) {
            const Result<qint64> counted = database.countRows(object.name);
            rows = counted ? QString::number(*counted) : QStringLiteral("?");
            if (!counted)
                complain(counted.error().of(object.name).message);
        }
        table.add({typeName(object.kind), printable(object.name), rows,
                   hasSql ? printable(object.sql) : contentOf(object)});
    }
    print(table.text());
    const SqliteFile *main = database.files().find(SqliteFileKind::Main);
    print(QStringLiteral("\n%1 bytes in %2 chunks, page size %3, user version %4\n")
              .arg(main ? main->bytes.size() : 0)
              .arg(main ? main->chunks : 0)
              .arg(schema.pageSize)
              .arg(schema.userVersion));
    if (database.isRolledBack())
        print(QStringLiteral("A transaction that a crash had cut off is rolled back.\n"));
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const auto database = openDatabase(source, arguments);
    if (!database)
        return failWith(database.error());
    const Result<SqlSchema> schema = (*database)->schema();
    if (!schema)
        return failWith(schema.error());
    std::optional<QStringList> integrity;
    if (arguments.isSet(QStringLiteral("check"))) {
        const Result<QStringList> checked = (*database)->checkIntegrity();
        if (!checked)
            return failWith(checked.error());
        integrity = *checked;
    }
    if (arguments.isSet(QStringLiteral("json"))) {
        printJson(**database, *schema, integrity);
        return finishOutput();
    }
    printTable(**database, *schema, arguments.isSet(QStringLiteral("sql")));
    if (integrity)
        print(QStringLiteral("Integrity: %1\n")
                  .arg(printable(integrity->join(QStringLiteral("; ")))));
    return finishOutput();
}

} // namespace

Command dbTablesCommand()
{
    return {
        {QStringLiteral("db"), QStringLiteral("tables")},
        QStringLiteral("What an actor's own SQL database has: tables, views, indexes, triggers."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
        {{QStringLiteral("sql"), QStringLiteral("Print what made each.")},
         {QStringLiteral("check"), QStringLiteral("Check the database's integrity.")},
         jsonOption()},
        run,
        QStringLiteral("The database is put together from the actor's key-values in memory; the "
                       "folder stays as it\nis. Missing, short and surplus chunks are told on "
                       "standard error, and in JSON as \"problems\".")};
}

} // namespace greenroom::ctl
