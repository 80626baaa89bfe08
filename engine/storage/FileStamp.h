#pragma once

#include <QString>

namespace greenroom {

/// What the file system says of a file without opening it. Two equal stamps mean that nobody
/// wrote in between, as far as the file system's clock can tell.
struct FileStamp
{
    enum class Kind {
        Missing,
        File,
        Folder,
        Special, ///< a pipe, a socket, a device
        Hidden,  ///< the system does not say, as in a folder that may not be entered
    };

    Kind kind = Kind::Missing;
    qint64 size = 0;
    qint64 modifiedNs = 0; ///< nanoseconds since 1970 where the system has them
    quint64 device = 0;    ///< 0 where the system has none
    quint64 inode = 0;     ///< 0 where the system has none

    [[nodiscard]] bool exists() const { return kind != Kind::Missing; }
    [[nodiscard]] bool hasBytes() const { return kind == Kind::File && size > 0; }

    bool operator==(const FileStamp &) const = default;

    /// Follows symbolic links. Any thread; may block on a slow disk.
    [[nodiscard]] static FileStamp of(const QString &path);
};

} // namespace greenroom
