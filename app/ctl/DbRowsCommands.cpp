#include "Command.h"
#include "DbAccess.h"
#include "Output.h"
#include "Printable.h"
#include "SqlExport.h"
#include "SqlText.h"
#include "TextTable.h"

namespace greenroom::ctl {

namespace {

// For people a line of a value is enough, and no more is read.
constexpr qint64 PreviewBytes = 256;

Result<void> toOutput(QByteArrayView bytes)
{
    if (!printBytes(bytes))
        return fail(ErrorCode::Io,
                    QStringLiteral("nobody reads the output, or it cannot be written"));
    return {};
}

Result<bool> printText(const ActorSql &database, const QString &sql, const SqlReading &wanted)
{
    SqlReading reading = wanted;
    reading.previewBytes = PreviewBytes;
    std::optional<TextTable> text;
    const SqlSink sink{.columns = [&](const QStringList &columns) -> Result<void> {
                           QStringList heading;
                           for (const QString &column : columns)
                               heading << printable(column);
                           if (!heading.isEmpty())
                               text.emplace(heading);
                           return {};
                       },
                       .row = [&](const SqlRow &row) -> Result<void> {
                           QStringList cells;
                           for (const SqlValue &value : row)
                               cells << sqlPreview(value);
                           text->add(cells);
                           return {};
                       }};
    const Result<bool> more = database.run(sql, reading, sink);
    if (more && text)
        print(text->text());
    if (more && *more)
        print(QStringLiteral("\nMore follow: raise --limit.\n"));
    return more;
}

/// {"columns":[…],"rows":[[…],…],"truncated":…}, row by row.
Result<bool> printJson(const ActorSql &database, const QString &sql, const SqlReading &reading)
{
    bool isFirst = true;
    const SqlSink sink{.columns = [&](const QStringList &columns) -> Result<void> {
                           QByteArrayList names;
                           for (const QString &column : columns)
                               names << jsonString(column);
                           return toOutput("{\"columns\":[" + names.join(',') + "],\"rows\":[");
                       },
                       .row = [&](const SqlRow &row) -> Result<void> {
                           QByteArrayList values;
                           for (const SqlValue &value : row)
                               values << sqlJson(value);
                           const QByteArray start = isFirst ? "\n[" : ",\n[";
                           isFirst = false;
                           return toOutput(start + values.join(',') + ']');
                       }};
    const Result<bool> more = database.run(sql, reading, sink);
    if (more)
        printBytes(*more ? "],\"truncated\":true}\n" : "],\"truncated\":false}\n");
    return more;
}

Result<bool> printCsv(const ActorSql &database, const QString &sql, const SqlReading &reading)
{
    return exportQuery(database, sql, reading, SqlRowFormat::Csv, toOutput)
        .map([](const ExportEnd &end) { return end.more; });
}

int printRows(const ActorSql &database, const QString &sql, const SqlReading &reading,
              const QCommandLineParser &arguments)
{
    const auto printAs = arguments.isSet(QStringLiteral("json"))  ? printJson
                         : arguments.isSet(QStringLiteral("csv")) ? printCsv
                                                                  : printText;
    const Result<bool> more = printAs(database, sql, reading);
    return more ? finishOutput() : failWith(more.error());
}

/// --limit and --skip.
std::optional<SqlReading> readingFrom(const QCommandLineParser &arguments)
{
    SqlReading reading;
    const Limit limit = limitOf(arguments);
    if (limit.value)
        reading.limit = *limit.value;
    bool ok = true;
    if (arguments.isSet(QStringLiteral("skip")))
        reading.skip = arguments.value(QStringLiteral("skip")).toLongLong(&ok);
    return limit.ok && ok && reading.skip >= 0 ? std::optional(reading) : std::nullopt;
}

int misuseOfNumbers()
{
    return misuse(QStringLiteral("--limit and --skip take a whole number, 0 or more"));
}

int runRows(const ActorSource &source, const QCommandLineParser &arguments)
{
    const std::optional<SqlReading> reading = readingFrom(arguments);
    if (!reading)
        return misuseOfNumbers();
    const auto database = openDatabase(source, arguments);
    if (!database)
        return failWith(database.error());
    const Result<QString> sql = (*database)->selectAll(arguments.positionalArguments().at(2));
    if (!sql) {
        Error error = sql.error();
        if (error.code == ErrorCode::NoSuchTable)
            error.message += QStringLiteral("; \"greenroomctl db tables\" shows what there is");
        return failWith(error);
    }
    return printRows(**database, *sql, *reading, arguments);
}

int runQuery(const ActorSource &source, const QCommandLineParser &arguments)
{
    const std::optional<SqlReading> reading = readingFrom(arguments);
    if (!reading)
        return misuseOfNumbers();
    const auto database = openDatabase(source, arguments);
    if (!database)
        return failWith(database.error());
    return printRows(**database, arguments.positionalArguments().at(2), *reading, arguments);
}

QList<QCommandLineOption> rowOptions()
{
    return {limitOption(QStringLiteral("rows; all without it")),
            {QStringLiteral("skip"), QStringLiteral("Leave out the first N rows."),
             QStringLiteral("N")},
            {QStringLiteral("csv"), QStringLiteral("Print CSV, whole values.")},
            jsonOption()};
}

} // namespace

Command dbRowsCommand()
{
    return {{QStringLiteral("db"), QStringLiteral("rows")},
            QStringLiteral("The rows of a table or view of an actor's SQL database."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("TABLE")},
            rowOptions(),
            runRows,
            sqlFormRemarks()};
}

Command dbQueryCommand()
{
    return {
        {QStringLiteral("db"), QStringLiteral("query")},
        QStringLiteral("What an SQL statement that only reads gives of an actor's SQL database."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("SQL")},
        rowOptions(),
        runQuery,
        QStringLiteral("One statement: SELECT, VALUES, WITH … SELECT, EXPLAIN, or a pragma that "
                       "only tells. Whatever\nwould write, open another file or begin a "
                       "transaction is refused.\n\n") +
            sqlFormRemarks()};
}

} // namespace greenroom::ctl
