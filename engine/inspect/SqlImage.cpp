#include "SqlImage.h"

#include "RollbackJournal.h"
#include "SqlGuard.h"
#include "SqliteError.h"

#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

namespace greenroom {

namespace {

// sqlite.org/fileformat2.html §1.3: the file format's write and read versions, 1 and 1 unless the
// database is in WAL mode.
constexpr qsizetype WriteVersionAt = 18;
constexpr qsizetype ReadVersionAt = 19;
constexpr qsizetype HeaderBytes = 100;

/// A database that is in use before it is closed has its journal's first bytes zeroed.
bool isHot(const SqliteFile &journal)
{
    return !journal.bytes.isEmpty() && journal.bytes.front() != '\0';
}

Result<void> write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) ||
        file.write(bytes) != bytes.size() || !file.flush())
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    return {};
}

/// Lets SQLite look at the database at @p path, which rolls it back.
Result<void> recover(const QString &path)
{
    sqlite3 *handle = nullptr;
    const int opened = sqlite3_open_v2(QFile::encodeName(path).constData(), &handle,
                                       SQLITE_OPEN_READWRITE, nullptr);
    Result<void> done;
    if (opened != SQLITE_OK)
        done =
            fail(sqliteError(sqlite3_errcode(handle), QString::fromUtf8(sqlite3_errmsg(handle))));
    if (done)
        done = SqlGuard::harden(handle);
    if (done &&
        sqlite3_exec(handle, "PRAGMA schema_version", nullptr, nullptr, nullptr) != SQLITE_OK)
        done =
            fail(sqliteError(sqlite3_errcode(handle), QString::fromUtf8(sqlite3_errmsg(handle))));
    sqlite3_close(handle);
    return done;
}

/// @p main as SQLite leaves it when it finds @p journal beside it.
Result<QByteArray> rolledBack(const QByteArray &main, const QByteArray &journal)
{
    QTemporaryDir folder; // for its owner alone
    if (!folder.isValid())
        return fail(ErrorCode::Io, folder.errorString());
    const QString path = folder.filePath(QStringLiteral("database"));
    Result<void> done = write(path, main);
    if (done)
        done = write(path + QStringLiteral("-journal"), journal);
    if (done)
        done = recover(path);
    if (!done)
        return fail(done.error());

    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    return file.readAll();
}

} // namespace

Result<std::shared_ptr<const SqlImage>> SqlImage::of(const SqlFiles &files)
{
    std::shared_ptr<SqlImage> image(new SqlImage);
    const SqliteFile *main = files.find(SqliteFileKind::Main);
    if (main && main->size && main->error)
        return fail(main->error->of(QStringLiteral("the file main of its SQL database")));
    if (main) {
        image->m_bytes = main->bytes;
        const SqliteFile *journal = files.find(SqliteFileKind::Journal);
        if (journal && isHot(*journal))
            image->rollBack(*main, *journal);
    }

    image->m_opened = image->m_bytes;
    if (image->m_opened.size() >= HeaderBytes && image->m_opened[ReadVersionAt] == 2) {
        image->m_opened[WriteVersionAt] = image->m_opened[ReadVersionAt] = 1;
        image->m_problems << QStringLiteral(
            "The database is in WAL mode, which rivetkit never uses: what its log may have had is "
            "missing");
    }
    return image;
}

void SqlImage::rollBack(const SqliteFile &main, const SqliteFile &journal)
{
    QByteArray bytes = journal.bytes;
    if (voidSuperJournal(bytes)) {
        m_problems << QStringLiteral(
            "The journal names another journal, as none of an actor's does; the name is ignored");
    }
    Result<QByteArray> before = rolledBack(main.bytes, bytes);
    if (!before) {
        m_problems << QStringLiteral("A crash left a transaction half written, and it cannot be "
                                     "rolled back: %1. The database is shown as it stands")
                          .arg(before.error().message);
        return;
    }
    m_bytes = std::move(*before);
    m_isRolledBack = true;
}

} // namespace greenroom
