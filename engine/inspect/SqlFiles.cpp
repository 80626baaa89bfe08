#include "SqlFiles.h"

#include <array>

namespace greenroom {

namespace {

constexpr int Tries = 4;
constexpr qint64 MaxStoredBytes = qint64(4) << 30;

// 8 MiB of chunks, which is where a page ends as well.
constexpr qint64 RowsPerPage = 2048;

/// The four files, as far as they are read.
class Assemblies
{
public:
    void add(const KvRow &row, SqlFiles &found)
    {
        const std::optional<SqliteFileKey> key = decodeSqliteFileKey(row.key);
        if (!key) {
            ++found.unknownKeys;
            return;
        }
        if (row.valueClass != StorageClass::Blob)
            ++found.oddRows;
        SqliteFileAssembly &file = m_files[size_t(key->file)];
        if (key->chunk)
            file.addChunk(*key->chunk, row.value);
        else
            file.setSizeRecord(row.value);
    }

    void finish(SqlFiles &found)
    {
        for (SqliteFileAssembly &file : m_files) {
            if (!file.isEmpty())
                found.files.append(file.finish());
        }
    }

private:
    std::array<SqliteFileAssembly, 4> m_files{
        SqliteFileAssembly(SqliteFileKind::Main), SqliteFileAssembly(SqliteFileKind::Journal),
        SqliteFileAssembly(SqliteFileKind::Wal), SqliteFileAssembly(SqliteFileKind::Shm)};
};

Result<SqlFiles> readOnce(const ActorSource &source, const ActorId &id, const std::stop_token &stop)
{
    SqlFiles found;
    found.stamp = source.kvStamp(id);
    Assemblies files;
    KvQuery query;
    query.range = KvRange::ofPrefix(QByteArrayLiteral("\x08\x01"));
    query.limit = RowsPerPage;
    qint64 bytes = 0;
    while (true) {
        const Result<KvPage> page = source.kvPage(id, query, stop);
        if (!page)
            return fail(page.error());
        for (const KvRow &row : page->rows) {
            bytes += row.value.size();
            files.add(row, found);
        }
        if (bytes > MaxStoredBytes) {
            return fail(ErrorCode::NotSupported,
                        QStringLiteral("the chunks of its SQL database are over 4 GiB, which is "
                                       "more than is put together"));
        }
        if (!page->more)
            break;
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("reading the database was cancelled"));
        query.after = page->end();
    }
    files.finish(found);
    found.wasWritten = source.kvStamp(id) != found.stamp;
    return found;
}

} // namespace

const SqliteFile *SqlFiles::find(SqliteFileKind kind) const
{
    for (const SqliteFile &file : files) {
        if (file.kind == kind)
            return &file;
    }
    return nullptr;
}

QStringList SqlFiles::problems() const
{
    QStringList all;
    if (wasWritten) {
        all << QStringLiteral("The actor was writing its database while this was read: what is "
                              "shown may mix two moments. Read it again.");
    }
    if (!files.isEmpty() && !find(SqliteFileKind::Main))
        all << QStringLiteral("File main: there is nothing of it, only of its companions");
    for (const SqliteFile &file : files) {
        all += file.problems();
        const bool isUnheardOf =
            file.kind == SqliteFileKind::Wal || file.kind == SqliteFileKind::Shm;
        if (isUnheardOf && !file.bytes.isEmpty()) {
            all << QStringLiteral("File %1: rivetkit never writes one; it is left out")
                       .arg(fileKindName(file.kind));
        }
    }
    if (unknownKeys > 0) {
        all << QStringLiteral("%1 key(s) among the database's name none of its files, and are left "
                              "out")
                   .arg(unknownKeys);
    }
    if (oddRows > 0) {
        all << QStringLiteral("%1 of its rows are stored as something else than a blob; rivetkit "
                              "cannot read those")
                   .arg(oddRows);
    }
    return all;
}

Result<SqlFiles> readSqlFiles(const ActorSource &source, const ActorId &id, std::stop_token stop)
{
    Result<SqlFiles> found = readOnce(source, id, stop);
    for (int i = 1; i < Tries && found && found->wasWritten; ++i)
        found = readOnce(source, id, stop);
    return found;
}

} // namespace greenroom
