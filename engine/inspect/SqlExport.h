#pragma once

#include "ActorSql.h"

namespace greenroom {

enum class SqlRowFormat {
    Csv, ///< RFC 4180 in UTF-8 with the columns' names first; values as sqlCsv() gives them
    Json ///< a list of objects, one a line; values as sqlJson() gives them
};

/// Takes bytes; its failure ends the export.
using ByteSink = std::function<Result<void>(QByteArrayView)>;

/// Gives all rows of a table or view to @p sink, a row at a time. Gives the number of rows.
[[nodiscard]] Result<qint64> exportRows(const ActorSql &database, const QString &object,
                                        SqlRowFormat format, const ByteSink &sink,
                                        std::stop_token stop = {});

/// The rows that a statement gives, as far as @p reading takes them, whole values always. Columns
/// of the same name are a "name", "name:2" and so on in JSON.
struct ExportEnd
{
    qint64 rows = 0;
    bool more = false;
};
[[nodiscard]] Result<ExportEnd> exportQuery(const ActorSql &database, const QString &sql,
                                            SqlReading reading, SqlRowFormat format,
                                            const ByteSink &sink, std::stop_token stop = {});

/// Whether something may be exported to @p path: not into @p storageFolder, whose files are the
/// actors'. Fails with NotSupported or IsADirectory.
[[nodiscard]] Result<void> checkExportPath(const QString &path, const QString &storageFolder);

/// Writes the file @p path, or leaves what was there: a failure or a cancelled export leaves no
/// half file. Fails with Io and the system's reason. Gives the number of rows.
[[nodiscard]] Result<qint64> saveRows(const ActorSql &database, const QString &object,
                                      SqlRowFormat format, const QString &path,
                                      std::stop_token stop = {});

/// Writes ActorSql::bytes(), in the same way.
[[nodiscard]] Result<void> saveDatabase(const ActorSql &database, const QString &path);

} // namespace greenroom
