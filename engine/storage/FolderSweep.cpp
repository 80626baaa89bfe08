#include "FolderSweep.h"

#include "FileStamp.h"
#include "FolderNames.h"

#include <QDir>
#include <QFile>
#include <QSet>

#include <chrono>

namespace greenroom {

namespace {

constexpr qint64 Hour = std::chrono::milliseconds(std::chrono::hours(1)).count();

void removeTemporaries(const QString &folder, Timestamp now, QStringList &notices)
{
    const Result<FolderNames> found = FolderNames::of(folder);
    if (!found)
        return;
    for (const QString &name : found->temporaries) {
        const QString path = folder + u'/' + name;
        // One from the future is as stale: no program writes for an hour.
        const FileStamp stamp = FileStamp::of(path);
        const qint64 age = qint64(now.ms) - stamp.modifiedNs / 1'000'000;
        if (stamp.kind != FileStamp::Kind::File || qAbs(age) <= Hour)
            continue;
        notices << (QFile::remove(path)
                        ? QStringLiteral("%1: a temporary file of a crash was removed").arg(path)
                        : QStringLiteral("%1: this temporary file cannot be removed").arg(path));
    }
}

/// The id in the name of a database or of what SQLite keeps beside it; empty for other names.
QString idOf(const QString &name)
{
    for (const char *suffix : {".db", ".db-wal", ".db-shm", ".db-journal"}) {
        if (name.endsWith(QLatin1String(suffix)))
            return name.chopped(qsizetype(qstrlen(suffix)));
    }
    return {};
}

void moveOrphans(const StorageLayout &layout, Timestamp now, QStringList &notices)
{
    const Result<FolderNames> actors = FolderNames::of(layout.stateFolder());
    const Result<FolderNames> databases = FolderNames::of(layout.databaseFolder());
    if (!actors || !databases)
        return; // what cannot be seen must not be taken for missing
    const QSet<QString> known(actors->names.begin(), actors->names.end());
    for (const QString &name : databases->names) {
        const QString id = idOf(name);
        if (id.isEmpty() || known.contains(id) || !ActorId::fromText(id))
            continue;
        const QString path = layout.databaseFolder() + u'/' + name;
        const QString kept =
            QStringLiteral("%1/%2.%3").arg(layout.trashFolder()).arg(now.ms).arg(name);
        const bool moved = QDir().mkpath(layout.trashFolder()) && QFile::rename(path, kept);
        notices << (moved ? QStringLiteral("%1: its actor is gone; moved to %2").arg(path, kept)
                          : QStringLiteral("%1: its actor is gone, but it cannot be moved to %2")
                                .arg(path, kept));
    }
}

} // namespace

QStringList sweepFolder(const StorageLayout &layout, Timestamp now)
{
    QStringList notices;
    for (const QString &folder :
         {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()})
        removeTemporaries(folder, now, notices);
    moveOrphans(layout, now, notices);
    return notices;
}

} // namespace greenroom
