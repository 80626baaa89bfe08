#include "FolderNames.h"

#include "FileStamp.h"
#include "StorageLayout.h"

#include <QFile>
#include <QStringDecoder>

#include <algorithm>

#ifdef Q_OS_UNIX
#    include <dirent.h>

#    include <cerrno>
#    include <cstring>
#    include <memory>
#else
#    include <QDirIterator>
#endif

namespace greenroom {

namespace {

/// The bytes beyond ASCII as \xHH.
QString escaped(const QByteArray &name)
{
    QString out;
    for (const char c : name) {
        const auto byte = quint8(c);
        out += byte < 0x80 ? QString(QLatin1Char(c))
                           : QStringLiteral("\\x%1").arg(uint(byte), 2, 16, QLatin1Char('0'));
    }
    return out;
}

#ifdef Q_OS_UNIX

/// Raw names by readdir(): Qt's own iterators drop those they cannot decode.
Result<QList<QByteArray>> rawNames(const QString &folder)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> open(
        ::opendir(QFile::encodeName(folder).constData()), ::closedir);
    if (!open) {
        return fail(errno == ENOENT || errno == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Io,
                    QStringLiteral("%1: cannot read the folder: %2")
                        .arg(folder, QString::fromLocal8Bit(std::strerror(errno))));
    }
    QList<QByteArray> names;
    errno = 0;
    while (const dirent *entry = ::readdir(open.get())) {
        const QByteArray name(entry->d_name);
        if (name != "." && name != "..")
            names.append(name);
    }
    if (errno != 0) {
        return fail(ErrorCode::Io, QStringLiteral("%1: cannot read the folder: %2")
                                       .arg(folder, QString::fromLocal8Bit(std::strerror(errno))));
    }
    return names;
}

#else

Result<QList<QByteArray>> rawNames(const QString &folder)
{
    if (FileStamp::of(folder).kind != FileStamp::Kind::Folder)
        return fail(ErrorCode::NotFound, QStringLiteral("%1: there is no such folder").arg(folder));
    QList<QByteArray> names;
    QDirIterator entries(folder,
                         QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    while (entries.hasNext()) {
        entries.next();
        names.append(entries.fileName().toUtf8());
    }
    return names;
}

#endif

} // namespace

Result<FolderNames> FolderNames::of(const QString &folder)
{
    const Result<QList<QByteArray>> raw = rawNames(folder);
    if (!raw)
        return fail(raw.error());
    FolderNames found;
    for (const QByteArray &bytes : *raw) {
        QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString name = decode(bytes);
        if (decode.hasError())
            found.unreadable.append(escaped(bytes));
        else if (StorageLayout::isTemporary(name))
            found.temporaries.append(name);
        else
            found.names.append(name);
    }
    std::sort(found.names.begin(), found.names.end());
    return found;
}

} // namespace greenroom
