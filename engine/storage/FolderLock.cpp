#include "FolderLock.h"

#include "DatabaseHolders.h"
#include "FolderNames.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLockFile>
#include <QSysInfo>

#include <chrono>
#include <thread>

#ifdef Q_OS_UNIX
#    include <cerrno>
#    include <csignal>
#endif

namespace greenroom {

namespace {

/// Whether the process that a lock file names is still that program.
bool isAlive(qint64 pid, const QString &host, const QString &program)
{
    if (host != QSysInfo::machineHostName())
        return true; // another machine's processes cannot be asked
#ifdef Q_OS_UNIX
    if (::kill(pid_t(pid), 0) != 0 && errno == ESRCH)
        return false;
#endif
    const QFileInfo running(QStringLiteral("/proc/%1/exe").arg(pid));
    return !running.isSymLink() || QFileInfo(running.symLinkTarget()).fileName() == program;
}

/// A process with one of the folder's databases open.
std::optional<Holder> databaseHolder(const StorageLayout &layout)
{
    const Result<FolderNames> found = FolderNames::of(layout.databaseFolder());
    if (!found)
        return std::nullopt;
    const DatabaseHolders holders = DatabaseHolders::now();
    for (const QString &name : found->names) {
        if (!name.endsWith(QLatin1String(".db")))
            continue;
        if (const auto holder = holders.holderOf(layout.databaseFolder() + u'/' + name))
            return holder;
    }
    return std::nullopt;
}

// Whoever makes a lock writes its name into it at once; after so long it was killed in between.
constexpr std::chrono::milliseconds NamelessFor{1000};

/// Takes a lock from a process that was killed just as it made it, so that it has no name, or as it
/// cleared an earlier one away. A process that lives keeps the files themselves locked, which
/// QLockFile respects.
bool takeFromDead(QLockFile &file, const QString &path)
{
    std::this_thread::sleep_for(NamelessFor + std::chrono::milliseconds(100));
    {
        // QLockFile's own lock for clearing, which it would respect for 30 seconds.
        QLockFile clearing(path + QStringLiteral(".rmlock"));
        clearing.setStaleLockTime(NamelessFor);
        (void)clearing.tryLock();
    }
    file.setStaleLockTime(NamelessFor);
    const bool isTaken = file.tryLock();
    file.setStaleLockTime(0);
    return isTaken;
}

tl::unexpected<Error> held(const StorageLayout &layout, const Holder &holder)
{
    return fail(ErrorCode::FolderHeld,
                QStringLiteral("%1: %2 runs the actors in this folder; end it first, or only look")
                    .arg(layout.root(), holder.text()));
}

} // namespace

FolderLock::FolderLock(std::unique_ptr<QLockFile> file) : m_file(std::move(file)) {}

FolderLock::~FolderLock() = default;

Result<std::unique_ptr<FolderLock>> FolderLock::take(const StorageLayout &layout)
{
    auto file = std::make_unique<QLockFile>(layout.lockFile());
    file->setStaleLockTime(0); // age says nothing, a dead process does
    if (!file->tryLock()) {
        qint64 pid = 0;
        QString host, program;
        const bool isThere = file->error() == QLockFile::LockFailedError;
        const bool isNamed = isThere && file->getLockInfo(&pid, &host, &program);
        if (isNamed && isAlive(pid, host, program))
            return held(layout, {pid, program});
        if (!isThere || !takeFromDead(*file, layout.lockFile()))
            return fail(ErrorCode::Io,
                        QStringLiteral("%1: the lock cannot be made: %2")
                            .arg(layout.lockFile(), file->error() == QLockFile::PermissionError
                                                        ? QStringLiteral("permission denied")
                                                        : QStringLiteral("unknown error")));
    }
    if (const auto other = databaseHolder(layout))
        return held(layout, *other);
    return std::unique_ptr<FolderLock>(new FolderLock(std::move(file)));
}

std::optional<Holder> FolderLock::holderOf(const StorageLayout &layout)
{
    const QLockFile file(layout.lockFile());
    qint64 pid = 0;
    QString host, program;
    if (!file.getLockInfo(&pid, &host, &program) || !isAlive(pid, host, program))
        return std::nullopt;
    return Holder{pid, program};
}

} // namespace greenroom
