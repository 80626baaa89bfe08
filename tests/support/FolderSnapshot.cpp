#include "FolderSnapshot.h"

#include "FileStamp.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>

using greenroom::FileStamp;

namespace {

QString hashOf(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return QStringLiteral("unreadable");
    return QString::fromLatin1(hash.result().toHex());
}

QString describe(const QString &path)
{
    const FileStamp stamp = FileStamp::of(path);
    const QString times = QStringLiteral("time %1").arg(stamp.modifiedNs);
    switch (stamp.kind) {
    case FileStamp::Kind::Missing:
        return QStringLiteral("missing");
    case FileStamp::Kind::Folder:
        return QStringLiteral("folder, ") + times;
    case FileStamp::Kind::Special:
        return QStringLiteral("special, ") + times;
    case FileStamp::Kind::Hidden:
        return QStringLiteral("hidden");
    case FileStamp::Kind::File:
        break;
    }
    return QStringLiteral("%1 bytes, %2, SHA-256 %3").arg(stamp.size).arg(times, hashOf(path));
}

} // namespace

FolderSnapshot FolderSnapshot::of(const QString &folder)
{
    FolderSnapshot snapshot;
    snapshot.m_entries.insert(QStringLiteral("."), describe(folder));
    QDirIterator entries(folder,
                         QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        snapshot.m_entries.insert(path.mid(folder.size() + 1), describe(path));
    }
    return snapshot;
}

QString FolderSnapshot::changesIn(const FolderSnapshot &later) const
{
    QStringList changes;
    for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
        const QString now = later.m_entries.value(entry.key(), QStringLiteral("gone"));
        if (now != entry.value())
            changes << QStringLiteral("%1: %2 -> %3").arg(entry.key(), entry.value(), now);
    }
    for (auto entry = later.m_entries.begin(); entry != later.m_entries.end(); ++entry) {
        if (!m_entries.contains(entry.key()))
            changes << QStringLiteral("%1: new, %2").arg(entry.key(), entry.value());
    }
    return changes.join(u'\n');
}
