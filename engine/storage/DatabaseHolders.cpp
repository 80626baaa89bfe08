#include "DatabaseHolders.h"

#include "FileStamp.h"
#include "StorageLayout.h"

#include <QCoreApplication>
#include <QFile>

namespace greenroom {

namespace {

std::optional<QByteArray> readAll(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll();
}

QString programOf(qint64 pid)
{
    const auto name = readAll(QStringLiteral("/proc/%1/comm").arg(pid));
    return name ? QString::fromUtf8(name->trimmed()) : QString();
}

} // namespace

QHash<quint64, qint64> DatabaseHolders::parseLocks(const QByteArray &text, qint64 except)
{
    // "1: POSIX  ADVISORY  READ 7064 fe:00:10971147 128 128". A "->" behind the number marks a
    // process that only waits. The device is not compared: some file systems (btrfs) list another
    // one than stat() gives.
    QHash<quint64, qint64> pids;
    for (const QByteArray &line : text.split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() < 8 || words[1] != "POSIX")
            continue;
        const quint64 inode = words[5].split(':').last().toULongLong();
        const qint64 pid = words[4].toLongLong();
        if (inode != 0 && pid > 0 && pid != except)
            pids.insert(inode, pid);
    }
    return pids;
}

DatabaseHolders DatabaseHolders::now()
{
    DatabaseHolders holders;
#ifdef Q_OS_LINUX
    if (const auto text = readAll(QStringLiteral("/proc/locks"))) {
        holders.m_known = true;
        holders.m_pidByInode = parseLocks(*text, QCoreApplication::applicationPid());
    }
#endif
    return holders;
}

std::optional<Holder> DatabaseHolders::holderOf(const QString &databaseFile) const
{
    if (m_pidByInode.isEmpty())
        return std::nullopt;
    for (const QString &path : {StorageLayout::shmOf(databaseFile), databaseFile}) {
        const auto found = m_pidByInode.constFind(FileStamp::of(path).inode);
        if (found != m_pidByInode.constEnd())
            return Holder{*found, programOf(*found)};
    }
    return std::nullopt;
}

} // namespace greenroom
