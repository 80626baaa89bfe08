#include "RecordFile.h"

#include "FileStamp.h"
#include "StorageLayout.h"

#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <cerrno>
#include <cstring>
#include <filesystem>

#ifdef Q_OS_UNIX
#    include <fcntl.h>
#    include <unistd.h>
#endif

namespace greenroom {

namespace {

constexpr qint64 MaxRecord = 2 + 32 * 1024 * 1024;

tl::unexpected<Error> failIo(const QString &path, const QString &doing, const QString &reason)
{
    return fail(ErrorCode::Io, QStringLiteral("%1: cannot %2: %3").arg(path, doing, reason));
}

QString systemReason(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

#ifdef Q_OS_UNIX

/// What is in the file, but no more than @p most bytes. Opens it without blocking on special files
/// and without touching the access time.
Result<QByteArray> readQuietly(const QString &path, qint64 expected, qint64 most)
{
    const QByteArray name = QFile::encodeName(path);
#    ifdef O_NOATIME
    int fd = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOATIME);
    if (fd < 0 && errno == EPERM) // only the file's owner may leave the access time alone
        fd = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
#    else
    const int fd = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
#    endif
    if (fd < 0)
        return failIo(path, QStringLiteral("open"), systemReason(errno));
    const auto close = qScopeGuard([fd] { ::close(fd); });

    // The file may have been replaced since it was measured: read on until it really ends.
    QByteArray bytes(std::min(expected + 1, most), Qt::Uninitialized);
    qint64 size = 0;
    for (;;) {
        const ssize_t got = ::read(fd, bytes.data() + size, size_t(bytes.size() - size));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failIo(path, QStringLiteral("read"), systemReason(errno));
        size += got;
        if (size < bytes.size() || size == most)
            break; // a regular file gives less than asked for at its end only
        bytes.resize(std::min(2 * size, most));
    }
    bytes.truncate(size);
    return bytes;
}

#else

Result<QByteArray> readQuietly(const QString &path, qint64, qint64 most)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failIo(path, QStringLiteral("open"), file.errorString());
    const QByteArray bytes = file.read(most);
    if (file.error() != QFileDevice::NoError)
        return failIo(path, QStringLiteral("read"), file.errorString());
    return bytes;
}

#endif

Result<void> syncFile(const QFile &file)
{
#ifdef Q_OS_UNIX
    if (::fsync(file.handle()) != 0)
        return failIo(file.fileName(), QStringLiteral("sync"), systemReason(errno));
#else
    Q_UNUSED(file);
#endif
    return {};
}

Result<void> renameOver(const QString &from, const QString &to)
{
    std::error_code error;
    std::filesystem::rename(QFileInfo(from).filesystemFilePath(),
                            QFileInfo(to).filesystemFilePath(), error);
    if (error)
        return failIo(to, QStringLiteral("replace"), QString::fromStdString(error.message()));
    return {};
}

enum class Sync { Now, Later };

Result<void> writeFile(const QString &path, QByteArrayView bytes, Sync sync)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered))
        return failIo(path, QStringLiteral("create"), file.errorString());
    // On a full disk a write may be cut short; only the next one tells why.
    for (qsizetype done = 0; done < bytes.size();) {
        const qint64 written = file.write(bytes.data() + done, bytes.size() - done);
        if (written <= 0)
            return failIo(path, QStringLiteral("write"), file.errorString());
        done += written;
    }
    return sync == Sync::Now ? syncFile(file) : Result<void>();
}

} // namespace

namespace {

/// A folder that is open to be synced. Opened before anything in it is changed, so that what can
/// be refused is refused first.
class OpenFolder
{
public:
    [[nodiscard]] static Result<OpenFolder> of(const QString &path)
    {
        OpenFolder folder(QFileInfo(path).path());
#ifdef Q_OS_UNIX
        folder.m_fd = ::open(QFile::encodeName(folder.m_path).constData(),
                             O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder.m_fd < 0)
            return failIo(folder.m_path, QStringLiteral("open the folder"), systemReason(errno));
#endif
        return folder;
    }

    OpenFolder(OpenFolder &&other) noexcept
        : m_path(other.m_path), m_fd(std::exchange(other.m_fd, -1))
    {}

    ~OpenFolder()
    {
#ifdef Q_OS_UNIX
        if (m_fd >= 0)
            ::close(m_fd);
#endif
    }

    [[nodiscard]] Result<void> sync() const
    {
#ifdef Q_OS_UNIX
        // Some file systems have no sync for folders and say EINVAL: then there is nothing to do.
        if (::fsync(m_fd) != 0 && errno != EINVAL)
            return failIo(m_path, QStringLiteral("sync the folder"), systemReason(errno));
#endif
        return {};
    }

private:
    explicit OpenFolder(QString path) : m_path(std::move(path)) {}

    QString m_path;
    int m_fd = -1;
};

} // namespace

Result<void> syncFolderOf(const QString &path)
{
    const Result<OpenFolder> folder = OpenFolder::of(path);
    return folder ? folder->sync() : fail(folder.error());
}

Result<QByteArray> readRecordFile(const QString &path)
{
    const FileStamp stamp = FileStamp::of(path);
    switch (stamp.kind) {
    case FileStamp::Kind::Missing:
        return fail(ErrorCode::NotFound, path + QStringLiteral(": there is no such file"));
    case FileStamp::Kind::Folder:
        return fail(ErrorCode::IsADirectory,
                    path + QStringLiteral(": a folder stands where a file belongs"));
    case FileStamp::Kind::Special:
        return failIo(path, QStringLiteral("read"), QStringLiteral("it is no regular file"));
    case FileStamp::Kind::Hidden: // opening it tells why
    case FileStamp::Kind::File:
        break;
    }
    const auto tooLarge = [&](qint64 size) {
        return fail(
            ErrorCode::LargerThan32MiB,
            QStringLiteral("%1: it has %2 bytes; a record ends at 32 MiB").arg(path).arg(size));
    };
    if (stamp.size > MaxRecord)
        return tooLarge(stamp.size);

    Result<QByteArray> bytes = readQuietly(path, stamp.size, MaxRecord + 1);
    if (bytes && bytes->size() > MaxRecord)
        return tooLarge(bytes->size());
    return bytes;
}

Result<void> replaceRecordFile(const QString &path, QByteArrayView bytes)
{
    const QString temporary = StorageLayout::temporaryFor(path);
    auto removeTemporary = qScopeGuard([&] { QFile::remove(temporary); });

    const Result<void> written = writeFile(temporary, bytes, Sync::Now);
    if (!written)
        return written;
    const Result<OpenFolder> folder = OpenFolder::of(path);
    if (!folder)
        return fail(folder.error());
    const Result<void> renamed = renameOver(temporary, path);
    if (!renamed)
        return renamed;
    removeTemporary.dismiss();
    return folder->sync();
}

Result<void> moveRecordFile(const QString &from, const QString &path)
{
    QFile file(from);
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        return failIo(from, QStringLiteral("open"), file.errorString());
    if (const Result<void> synced = syncFile(file); !synced)
        return synced;
    const Result<OpenFolder> folder = OpenFolder::of(path);
    if (!folder)
        return fail(folder.error());
    if (const Result<void> renamed = renameOver(from, path); !renamed)
        return renamed;
    return folder->sync();
}

Result<void> writeNewFile(const QString &path, QByteArrayView bytes)
{
    const Result<void> written = writeFile(path, bytes, Sync::Later);
    if (!written)
        QFile::remove(path);
    return written;
}

Result<void> removeRecordFile(const QString &path)
{
    QFile file(path);
    if (!file.remove()) {
        if (!FileStamp::of(path).exists())
            return {};
        return failIo(path, QStringLiteral("remove"), file.errorString());
    }
    return syncFolderOf(path);
}

} // namespace greenroom
