#include "StagedActor.h"

#include "BundleReader.h"
#include "DatabaseRefusal.h"
#include "FileStamp.h"
#include "RecordFile.h"
#include "SqlConnection.h"
#include "SqliteStatement.h"

#include <QFile>

namespace greenroom {

namespace {

/// The database of a staged actor while it is written. Nobody else knows of the file and a crash
/// makes it worthless, so SQLite need take no care of it.
class StagedRows
{
public:
    [[nodiscard]] static Result<StagedRows> make(const QString &path)
    {
        // SQLite would not say why it cannot make the file.
        if (const Result<void> made = writeNewFile(path, {}); !made)
            return fail(made.error());
        Result<SqlConnection> connection = SqlConnection::openReadWrite(path);
        if (!connection)
            return fail(connection.error().of(path));
        for (const char *sql :
             {"PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA locking_mode=EXCLUSIVE",
              "CREATE TABLE kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)", "BEGIN"}) {
            if (const auto done = connection->run(QString::fromLatin1(sql)); !done)
                return fail(databaseRefusal(path, done.error()));
        }
        const Result<sqlite3 *> handle = connection->handle();
        if (!handle)
            return fail(handle.error());
        Result<SqliteStatement> insert =
            SqliteStatement::prepare(*handle, "INSERT INTO kv (key, value) VALUES (?1, ?2)");
        if (!insert)
            return fail(insert.error());
        return StagedRows(std::move(*connection), std::move(*insert));
    }

    [[nodiscard]] Result<void> add(const KvRow &row)
    {
        m_insert.bind(1, row.keyClass, row.key);
        m_insert.bind(2, row.valueClass, row.value);
        return m_insert.run();
    }

    [[nodiscard]] Result<void> end()
    {
        const Result<QSqlQuery> done = m_connection.run(QStringLiteral("COMMIT"));
        return done ? Result<void>() : fail(done.error());
    }

private:
    StagedRows(SqlConnection connection, SqliteStatement insert)
        : m_connection(std::move(connection)), m_insert(std::move(insert))
    {}

    SqlConnection m_connection;
    SqliteStatement m_insert; // gone before the connection
};

/// Makes it a database in WAL mode, which rivetkit's are, without a log that SQLite would make for
/// that: the header's read and write versions (sqlite.org/fileformat2.html §1.3).
Result<void> markAsWal(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly | QIODevice::Unbuffered) ||
        !file.seek(18) || file.write("\2\2", 2) != 2)
        return fail(ErrorCode::Io, path + QStringLiteral(": cannot write: ") + file.errorString());
    return {};
}

} // namespace

Error actorInTheWay(const QString &nameOfActor)
{
    return {ErrorCode::DuplicateKey,
            nameOfActor + QStringLiteral(": an actor of that name and key exists already; replace "
                                         "it, or import under another key")};
}

StagedActor::StagedActor(const StorageLayout &layout, ActorArrival arrival)
    : m_layout(layout), m_arrival(std::move(arrival))
{}

StagedActor::~StagedActor()
{
    if (!m_database.isEmpty())
        QFile::remove(m_database);
}

Result<std::shared_ptr<StagedActor>> StagedActor::ofBundle(const StorageLayout &layout,
                                                           const QString &bundleFile,
                                                           const ImportOptions &options,
                                                           std::stop_token stop)
{
    QFile file(bundleFile);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io,
                    QStringLiteral("%1: cannot open: %2").arg(bundleFile, file.errorString()));
    }
    Result<BundleReader> bundle = BundleReader::open(file);
    if (!bundle)
        return fail(bundle.error().of(bundleFile));
    Result<ActorArrival> arrival = ActorArrival::of(bundle->head(), options.as);
    if (!arrival)
        return fail(arrival.error().of(bundleFile));
    const QString stateFile = layout.stateFile(arrival->id);
    if (options.existing == ImportOptions::Existing::Keep && FileStamp::of(stateFile).exists())
        return fail(actorInTheWay(stateFile));

    std::shared_ptr<StagedActor> actor(new StagedActor(layout, std::move(*arrival)));
    if (const auto written = actor->writeDatabase(*bundle, stop); !written)
        return fail(written.error().of(bundleFile));
    return actor;
}

Result<void> StagedActor::writeDatabase(BundleReader &bundle, const std::stop_token &stop)
{
    const QString path = StorageLayout::temporaryFor(m_layout.databaseFile(m_arrival.id));
    {
        std::optional<StagedRows> rows;
        for (;;) {
            if (stop.stop_requested())
                return fail(ErrorCode::Cancelled, QStringLiteral("the import was cancelled"));
            const Result<std::optional<KvRow>> row = bundle.next();
            if (!row)
                return fail(row.error());
            if (!*row)
                break;
            if (!rows) {
                m_database = path;
                Result<StagedRows> made = StagedRows::make(path);
                if (!made)
                    return fail(made.error());
                rows.emplace(std::move(*made));
            }
            if (const auto added = rows->add(**row); !added)
                return added;
        }
        if (!rows)
            return {}; // an actor without key-values need have no database
        if (const auto ended = rows->end(); !ended)
            return fail(ended.error().of(path));
    }
    return markAsWal(path);
}

Result<void> StagedActor::installDatabase()
{
    // What SQLite keeps beside the old database would be taken for the new one's.
    const QString database = m_layout.databaseFile(m_arrival.id);
    for (const QString &path : {StorageLayout::walOf(database), StorageLayout::shmOf(database),
                                StorageLayout::journalOf(database)}) {
        if (const Result<void> removed = removeRecordFile(path); !removed)
            return removed;
    }
    if (m_database.isEmpty())
        return removeRecordFile(database);
    const Result<void> moved = moveRecordFile(m_database, database);
    if (moved)
        m_database.clear();
    return moved;
}

Result<void> StagedActor::installAlarm() const
{
    const QString path = m_layout.alarmFile(m_arrival.id);
    return m_arrival.alarmBytes ? replaceRecordFile(path, *m_arrival.alarmBytes)
                                : removeRecordFile(path);
}

Result<void> StagedActor::install()
{
    const QString record = m_layout.stateFile(m_arrival.id);
    const bool isNew = !FileStamp::of(record).exists();
    Result<void> done = installDatabase().and_then([this] { return installAlarm(); }).and_then([&] {
        return replaceRecordFile(record, m_arrival.recordBytes);
    });
    if (!done && isNew) {
        // The first failure is the one to tell. A record is there if only the last sync has failed.
        (void)removeRecordFile(record);
        (void)removeRecordFile(m_layout.alarmFile(m_arrival.id));
        (void)removeRecordFile(m_layout.databaseFile(m_arrival.id));
    }
    return done;
}

} // namespace greenroom
