#include "FileStamp.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#    include <sys/stat.h>

#    include <cerrno>
#endif

namespace greenroom {

#ifdef Q_OS_UNIX

FileStamp FileStamp::of(const QString &path)
{
    struct stat found;
    FileStamp stamp;
    if (::stat(QFile::encodeName(path).constData(), &found) != 0) {
        stamp.kind = errno == ENOENT || errno == ENOTDIR ? Kind::Missing : Kind::Hidden;
        return stamp;
    }
#    ifdef Q_OS_DARWIN
    const auto &modified = found.st_mtimespec;
#    else
    const auto &modified = found.st_mtim;
#    endif
    stamp.kind = S_ISREG(found.st_mode)   ? Kind::File
                 : S_ISDIR(found.st_mode) ? Kind::Folder
                                          : Kind::Special;
    stamp.size = found.st_size;
    stamp.modifiedNs = qint64(modified.tv_sec) * 1'000'000'000 + modified.tv_nsec;
    stamp.device = found.st_dev;
    stamp.inode = found.st_ino;
    return stamp;
}

#else

FileStamp FileStamp::of(const QString &path)
{
    const QFileInfo found(path);
    if (!found.exists())
        return {};
    FileStamp stamp;
    stamp.kind = found.isDir() ? Kind::Folder : found.isFile() ? Kind::File : Kind::Special;
    stamp.size = found.size();
    stamp.modifiedNs = found.lastModified().toMSecsSinceEpoch() * 1'000'000;
    return stamp;
}

#endif

} // namespace greenroom
