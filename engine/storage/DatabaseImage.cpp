#include "DatabaseImage.h"

#include "SqlConnection.h"
#include "SqliteStatement.h"

#include <sqlite3.h>

#include <mutex>

namespace greenroom {

namespace {

/// A database in memory that each image is taken from. Through the C interface alone, as a
/// QSqlDatabase belongs to one thread.
class Mould
{
public:
    Mould()
    {
        if (sqlite3_open_v2(":memory:", &m_handle,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
                            nullptr) == SQLITE_OK) {
            (void)run("CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
        }
    }

    ~Mould() { sqlite3_close(m_handle); }
    Q_DISABLE_COPY_MOVE(Mould)

    Result<QByteArray> imageWith(const KvEntries &entries)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto begun = run("BEGIN"); !begun)
            return fail(begun.error());
        const Result<void> inserted = insert(entries);
        const Result<QByteArray> image = inserted ? serialized() : fail(inserted.error());
        if (const auto undone = run("ROLLBACK"); !undone)
            return fail(undone.error());
        return image;
    }

private:
    Result<void> run(const char *sql)
    {
        return SqliteStatement::prepare(m_handle, sql).and_then([](SqliteStatement statement) {
            return statement.run();
        });
    }

    Result<void> insert(const KvEntries &entries)
    {
        Result<SqliteStatement> put =
            SqliteStatement::prepare(m_handle, "INSERT OR REPLACE INTO kv VALUES (?1, ?2)");
        if (!put)
            return fail(put.error());
        for (const KvEntry &entry : entries) {
            put->bind(1, entry.key);
            put->bind(2, entry.value);
            if (const auto done = put->run(); !done)
                return done;
        }
        return {};
    }

    Result<QByteArray> serialized()
    {
        sqlite3_int64 size = 0;
        unsigned char *bytes = sqlite3_serialize(m_handle, "main", &size, 0);
        if (!bytes)
            return fail(errorOf(m_handle));
        QByteArray image(reinterpret_cast<const char *>(bytes), size);
        sqlite3_free(bytes);
        // The header's read and write versions: 2 is WAL (sqlite.org/fileformat2.html §1.3).
        image[18] = image[19] = 2;
        return image;
    }

    std::mutex m_mutex; // guards the use of m_handle
    sqlite3 *m_handle = nullptr;
};

} // namespace

Result<QByteArray> databaseImage(const KvEntries &entries)
{
    static Mould mould;
    return mould.imageWith(entries);
}

} // namespace greenroom
