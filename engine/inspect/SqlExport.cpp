#include "SqlExport.h"

#include "SqlText.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QSet>

namespace greenroom {

namespace {

/// Turns rows into the bytes of a file.
class RowWriter
{
public:
    RowWriter(SqlRowFormat format, const ByteSink &sink) : m_format(format), m_sink(sink) {}

    Result<void> begin(const QStringList &columns)
    {
        if (m_format == SqlRowFormat::Json) {
            m_names = namesOf(columns);
            return m_sink("[");
        }
        QByteArrayList fields;
        for (const QString &column : columns)
            fields << csvField(column.toUtf8());
        return m_sink(fields.join(',') + "\r\n");
    }

    Result<void> row(const SqlRow &row)
    {
        const QByteArray separator = m_rows++ == 0 ? "\n" : ",\n";
        return m_sink(m_format == SqlRowFormat::Csv ? csvLine(row) : separator + jsonObject(row));
    }

    Result<void> end()
    {
        if (m_format == SqlRowFormat::Csv)
            return {};
        return m_sink(m_rows == 0 ? "]\n" : "\n]\n");
    }

    [[nodiscard]] qint64 rows() const { return m_rows; }

private:
    static QByteArray csvLine(const SqlRow &row)
    {
        QByteArrayList fields;
        for (const SqlValue &value : row)
            fields << sqlCsv(value);
        return fields.join(',') + "\r\n";
    }

    static QByteArrayList namesOf(const QStringList &columns)
    {
        QSet<QString> taken;
        QByteArrayList names;
        for (const QString &column : columns) {
            QString name = column;
            for (int i = 2; taken.contains(name); ++i)
                name = QStringLiteral("%1:%2").arg(column).arg(i);
            taken.insert(name);
            names << jsonString(name);
        }
        return names;
    }

    QByteArray jsonObject(const SqlRow &row) const
    {
        QByteArrayList members;
        for (qsizetype i = 0; i < row.size(); ++i)
            members << m_names[i] + ':' + sqlJson(row[i]);
        return '{' + members.join(',') + '}';
    }

    const SqlRowFormat m_format;
    const ByteSink &m_sink;
    QByteArrayList m_names; // JSON strings
    qint64 m_rows = 0;
};

/// Writes @p path by way of @p fill, or leaves it.
template <class Fill>
Result<void> save(const QString &path, Fill fill)
{
    QSaveFile file(path);
    const auto refused = [&] {
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    };
    if (!file.open(QIODevice::WriteOnly))
        return refused();
    const ByteSink sink = [&](QByteArrayView bytes) -> Result<void> {
        if (file.write(bytes.data(), bytes.size()) != bytes.size())
            return refused();
        return {};
    };
    if (const Result<void> filled = fill(sink); !filled)
        return filled;
    if (!file.commit())
        return refused();
    return {};
}

} // namespace

Result<void> checkExportPath(const QString &path, const QString &storageFolder)
{
    const QFileInfo file(path);
    const QString folder = QFileInfo(storageFolder).canonicalFilePath();
    const QString parent = file.absoluteDir().canonicalPath();
    if (!folder.isEmpty() && (parent + u'/').startsWith(folder + u'/')) {
        return fail(
            ErrorCode::NotSupported,
            QStringLiteral("%1: this is inside the storage folder, where only actors belong; "
                           "choose another place")
                .arg(path));
    }
    if (file.isDir())
        return fail(ErrorCode::IsADirectory, QStringLiteral("%1: this is a folder").arg(path));
    return {};
}

Result<ExportEnd> exportQuery(const ActorSql &database, const QString &sql, SqlReading reading,
                              SqlRowFormat format, const ByteSink &sink, std::stop_token stop)
{
    RowWriter writer(format, sink);
    reading.previewBytes = WholeValue;
    const SqlSink rows{
        .columns = [&](const QStringList &columns) { return writer.begin(columns); },
        .row = [&](const SqlRow &row) { return writer.row(row); },
    };
    const Result<bool> more = database.run(sql, reading, rows, std::move(stop));
    if (!more)
        return fail(more.error());
    if (const Result<void> ended = writer.end(); !ended)
        return fail(ended.error());
    return ExportEnd{writer.rows(), *more};
}

Result<qint64> exportRows(const ActorSql &database, const QString &object, SqlRowFormat format,
                          const ByteSink &sink, std::stop_token stop)
{
    const Result<QString> sql = database.selectAll(object, stop);
    if (!sql)
        return fail(sql.error());
    const Result<ExportEnd> end = exportQuery(database, *sql, {}, format, sink, std::move(stop));
    return end ? Result<qint64>(end->rows) : fail(end.error());
}

Result<qint64> saveRows(const ActorSql &database, const QString &object, SqlRowFormat format,
                        const QString &path, std::stop_token stop)
{
    qint64 rows = 0;
    const Result<void> saved = save(path, [&](const ByteSink &sink) -> Result<void> {
        const Result<qint64> exported = exportRows(database, object, format, sink, std::move(stop));
        if (!exported)
            return fail(exported.error());
        rows = *exported;
        return {};
    });
    return saved ? Result<qint64>(rows) : fail(saved.error());
}

Result<void> saveDatabase(const ActorSql &database, const QString &path)
{
    return save(path, [&](const ByteSink &sink) { return sink(database.bytes()); });
}

} // namespace greenroom
