#include "KvFile.h"

#include <QFile>

#include <cstdio>

namespace greenroom::ctl {

namespace {

// More than any value may have; what is read from must not be endless.
constexpr qint64 MostBytes = 1024 * 1024;

} // namespace

Result<QByteArray> contentOf(const QString &path)
{
    QFile file(path);
    const bool isOpen = path == QLatin1String("-") ? file.open(stdin, QIODevice::ReadOnly)
                                                   : file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    QByteArray bytes;
    while (bytes.size() <= MostBytes) {
        const QByteArray more = file.read(MostBytes + 1 - bytes.size());
        if (more.isEmpty())
            break;
        bytes += more;
    }
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    if (bytes.size() > MostBytes) {
        return fail(ErrorCode::KvLimit,
                    path + QStringLiteral(": this is larger than any value may be"));
    }
    return bytes;
}

} // namespace greenroom::ctl
