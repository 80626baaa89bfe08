#include "Command.h"
#include "DbAccess.h"
#include "Output.h"
#include "SqlExport.h"

namespace greenroom::ctl {

namespace {

/// By --format, or by what the file is called.
std::optional<SqlRowFormat> formatFrom(const QCommandLineParser &arguments, const QString &path)
{
    QString name = arguments.value(QStringLiteral("format"));
    if (!arguments.isSet(QStringLiteral("format")))
        name = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? QStringLiteral("json")
                                                                          : QStringLiteral("csv");
    if (name == QLatin1String("csv"))
        return SqlRowFormat::Csv;
    if (name == QLatin1String("json"))
        return SqlRowFormat::Json;
    return std::nullopt;
}

Result<void> exportTable(const ActorSql &database, const QString &table, SqlRowFormat format,
                         const QString &path)
{
    if (!path.isEmpty())
        return saveRows(database, table, format, path).map([](qint64) {});
    const ByteSink sink = [](QByteArrayView bytes) -> Result<void> {
        if (!printBytes(bytes))
            return fail(ErrorCode::Io, QStringLiteral("the output cannot be written"));
        return {};
    };
    return exportRows(database, table, format, sink).map([](qint64) {});
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const QString path = arguments.positionalArguments().value(2);
    const QString table = arguments.value(QStringLiteral("table"));
    const bool isTable = arguments.isSet(QStringLiteral("table"));
    const std::optional<SqlRowFormat> format = formatFrom(arguments, path);
    if (!format)
        return misuse(QStringLiteral("--format is csv or json"));
    if (!isTable && arguments.isSet(QStringLiteral("format")))
        return misuse(QStringLiteral("--format is for --table; without it the database itself is "
                                     "exported"));
    if (!path.isEmpty()) {
        if (const Result<void> checked = checkExportPath(path, source.location()); !checked)
            return failWith(checked.error());
    }
    const auto database = openDatabase(source, arguments);
    if (!database)
        return failWith(database.error());

    if (isTable) {
        if (const Result<void> done = exportTable(**database, table, *format, path); !done)
            return failWith(done.error());
        return finishOutput();
    }
    if ((*database)->isRolledBack()) {
        complain(QStringLiteral("a transaction that a crash had cut off is rolled back in the "
                                "exported file"));
    }
    if (path.isEmpty())
        printBytes((*database)->bytes());
    else if (const Result<void> saved = saveDatabase(**database, path); !saved)
        return failWith(saved.error());
    return finishOutput();
}

} // namespace

Command dbExportCommand()
{
    return {
        {QStringLiteral("db"), QStringLiteral("export")},
        QStringLiteral("An actor's SQL database as a file of SQLite, or one table as CSV or JSON."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("[FILE]")},
        {{QStringLiteral("table"), QStringLiteral("Only this table or view."),
          QStringLiteral("NAME")},
         {QStringLiteral("format"),
          QStringLiteral("csv or json; by default what FILE ends with, else csv."),
          QStringLiteral("FORMAT")}},
        run,
        QStringLiteral("Without FILE, to standard output. FILE is replaced as a whole or left as "
                       "it was.\n\n") +
            sqlFormRemarks()};
}

} // namespace greenroom::ctl
