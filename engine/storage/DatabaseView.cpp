#include "DatabaseView.h"

#include "DatabaseHolders.h"
#include "FileStamp.h"
#include "PathTurn.h"
#include "RollbackJournal.h"
#include "SqlConnection.h"
#include "StorageLayout.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>

#include <cerrno>
#include <chrono>
#include <optional>

#ifdef Q_OS_UNIX
#    include <fcntl.h>
#    include <unistd.h>
#endif

namespace greenroom {

namespace {

using namespace std::chrono_literals;

constexpr auto Patience = 5s;
constexpr auto Pause = 10ms;
constexpr qint64 LargestCopyByChoice = 64 * 1024 * 1024;

/// SQLite's SHARED lock on a database file, taken by hand before SQLite opens it.
class SharedLock
{
public:
    enum class State { Held, Contended, Unreadable };

    explicit SharedLock(const QString &path)
    {
#ifdef Q_OS_UNIX
        m_file = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
        if (m_file < 0) {
            m_state = State::Unreadable;
            return;
        }
        struct flock range = {};
        range.l_type = F_RDLCK;
        range.l_whence = SEEK_SET;
        range.l_start = 1073741826; // SQLite's SHARED_FIRST, and its SHARED_SIZE below
        range.l_len = 510;
        // Another failure than these two means a file system without locks: nobody else has one.
        if (::fcntl(m_file, F_SETLK, &range) != 0 && (errno == EACCES || errno == EAGAIN))
            m_state = State::Contended;
#else
        Q_UNUSED(path);
#endif
    }
    ~SharedLock()
    {
#ifdef Q_OS_UNIX
        if (m_file >= 0)
            ::close(m_file);
#endif
    }
    Q_DISABLE_COPY_MOVE(SharedLock)

    [[nodiscard]] State state() const
    {
        return m_state;
    }

private:
    State m_state = State::Held;
    [[maybe_unused]] int m_file = -1;
};

/// The database file and its companions as they stand at one moment.
struct Files
{
    FileStamp database, wal, shm, journal;

    static Files at(const QString &path)
    {
        return {FileStamp::of(path), FileStamp::of(StorageLayout::walOf(path)),
                FileStamp::of(StorageLayout::shmOf(path)),
                FileStamp::of(StorageLayout::journalOf(path))};
    }

    bool operator==(const Files &) const = default;
};

enum class Way { Immutable, SharedMemory, Copy };

Way chooseWay(const Files &files)
{
    if (files.journal.hasBytes())
        return Way::Copy;
    // SQLite removes the -wal of a database without a page, even when it may only read.
    if (files.wal.exists() && files.shm.exists() && files.database.size > 0)
        return Way::SharedMemory;
    return files.wal.hasBytes() ? Way::Copy : Way::Immutable;
}

/// As root SQLite sets the owner of `-wal` and `-shm` anew when it opens them, which touches their
/// inode. A database that nobody has open is rather copied then, unless it is large.
bool isBetterCopied(const QString &path, const Files &files)
{
#ifdef Q_OS_UNIX
    if (::geteuid() != 0 || files.database.size + files.wal.size > LargestCopyByChoice)
        return false;
    const DatabaseHolders holders = DatabaseHolders::now();
    return holders.isKnown() && !holders.holderOf(path);
#else
    Q_UNUSED(path);
    Q_UNUSED(files);
    return false;
#endif
}

/// Who writes the database.
enum class Owner { Other, ThisProcess };

/// An attempt's outcome; none when it has to be made anew.
using Outcome = std::optional<Result<void>>;

Result<void> readWith(Result<SqlConnection> connection, const DatabaseReading &reading)
{
    if (!connection)
        return fail(connection.error());
    return reading(*connection);
}

Outcome readImmutable(const QString &path, const Files &before, const DatabaseReading &reading)
{
    const Result<void> result =
        readWith(SqlConnection::openReadOnly(path, QStringLiteral("immutable=1")), reading);
    if (Files::at(path) != before)
        return std::nullopt;
    return result;
}

Outcome readBesideWriter(const QString &path, const DatabaseReading &reading)
{
    const SharedLock lock(path);
    if (lock.state() == SharedLock::State::Unreadable)
        return fail(ErrorCode::Io, QStringLiteral("the database cannot be opened for reading"));
    if (lock.state() == SharedLock::State::Contended ||
        chooseWay(Files::at(path)) != Way::SharedMemory)
        return std::nullopt;
    const Result<void> result =
        readWith(SqlConnection::openReadOnly(path, QStringLiteral("readonly_shm=1")), reading);
    // Read-only means that the index of the -wal has to be rebuilt first, which its writer does.
    const bool isPassing = !result && (result.error().code == ErrorCode::DatabaseBusy ||
                                       result.error().code == ErrorCode::ReadOnlyDatabase);
    if (isPassing)
        return std::nullopt;
    return result;
}

bool copyWritable(const QString &from, const QString &to)
{
    return QFile::copy(from, to) && QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner);
}

Outcome readCopy(const QString &path, const Files &before, const DatabaseReading &reading)
{
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return fail(ErrorCode::Io,
                    QStringLiteral("cannot make a temporary folder to read a copy of the database "
                                   "in: %1")
                        .arg(folder.errorString()));
    }
    const QString copy = folder.filePath(QStringLiteral("copy.db"));
    bool copied = copyWritable(path, copy);
    if (before.wal.hasBytes())
        copied = copied && copyWritable(StorageLayout::walOf(path), StorageLayout::walOf(copy));
    if (before.journal.hasBytes()) {
        copied =
            copied && copyWritable(StorageLayout::journalOf(path), StorageLayout::journalOf(copy));
        if (copied) {
            if (const auto done = voidSuperJournalIn(StorageLayout::journalOf(copy)); !done)
                return fail(done.error());
        }
    }
    if (Files::at(path) != before)
        return std::nullopt;
    if (!copied) {
        return fail(
            ErrorCode::Io,
            QStringLiteral("cannot copy the database to %1 to read it there").arg(folder.path()));
    }
    return readWith(SqlConnection::openReadWrite(copy), reading);
}

Outcome attempt(const QString &path, const DatabaseReading &reading, Owner owner)
{
    const Files files = Files::at(path);
    switch (files.database.kind) {
    case FileStamp::Kind::Missing:
        return fail(ErrorCode::NotFound, QStringLiteral("there is no such file"));
    case FileStamp::Kind::Folder:
        return fail(ErrorCode::IsADirectory,
                    QStringLiteral("a folder stands where the database belongs"));
    case FileStamp::Kind::Special:
        return fail(ErrorCode::NotADatabase, QStringLiteral("it is no regular file"));
    case FileStamp::Kind::Hidden:
        return fail(ErrorCode::Io, QStringLiteral("the database's folder may not be entered"));
    case FileStamp::Kind::File:
        break;
    }
    const Way way = chooseWay(files);
    if (owner == Owner::ThisProcess && way != Way::Immutable)
        return readWith(SqlConnection::openReadOnly(path, QString()), reading);
    switch (way) {
    case Way::Immutable:
        return readImmutable(path, files, reading);
    case Way::SharedMemory:
        return isBetterCopied(path, files) ? readCopy(path, files, reading)
                                           : readBesideWriter(path, reading);
    case Way::Copy:
        return readCopy(path, files, reading);
    }
    Q_UNREACHABLE();
}

Result<void> readUntilDone(const QString &path, const DatabaseReading &reading,
                           const std::stop_token &stop, Owner owner)
{
    const QDeadlineTimer deadline{Patience};
    while (!stop.stop_requested()) {
        if (const Outcome outcome = attempt(path, reading, owner)) {
            if (*outcome)
                return {};
            return fail(outcome->error().of(path));
        }
        if (deadline.hasExpired()) {
            return fail(ErrorCode::DatabaseBusy,
                        QStringLiteral("%1: another program kept it locked or changing for five "
                                       "seconds; try again later")
                            .arg(path));
        }
        QThread::msleep(Pause.count());
    }
    return fail(ErrorCode::Cancelled, QStringLiteral("reading %1 was cancelled").arg(path));
}

} // namespace

Result<void> readDatabase(const QString &path, const DatabaseReading &reading, std::stop_token stop)
{
    const PathTurn turn(path);
    return readUntilDone(path, reading, stop, Owner::Other);
}

Result<void> readOwnDatabase(const QString &path, const DatabaseReading &reading,
                             std::stop_token stop)
{
    return readUntilDone(path, reading, stop, Owner::ThisProcess);
}

} // namespace greenroom
