#include "MeetingPlace.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#ifdef Q_OS_UNIX
#    include <sys/stat.h>
#    include <unistd.h>
#endif

namespace greenroom {

#ifdef Q_OS_UNIX

namespace {

constexpr qsizetype MaxPathBytes = 100; // some systems take 104

bool isOursAlone(const QString &folder)
{
    struct stat info = {};
    return QDir::isAbsolutePath(folder) &&
           ::lstat(QFile::encodeName(folder).constData(), &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == ::geteuid() && (info.st_mode & 0077) == 0;
}

QString folderOfUser()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (isOursAlone(runtime))
        return runtime;
    const QString temporary =
        QStringLiteral("%1/greenroom-%2").arg(QDir::tempPath()).arg(::geteuid());
    (void)::mkdir(QFile::encodeName(temporary).constData(), 0700); // who made it is looked at
    return isOursAlone(temporary) ? temporary : QString();
}

/// ":0" and ":0.1" are two screens of one display.
QString displayOf(const QString &screen)
{
    const qsizetype colon = screen.lastIndexOf(u':');
    const qsizetype dot = screen.indexOf(u'.', std::max(colon, qsizetype(0)));
    return dot < 0 ? screen : screen.first(dot);
}

} // namespace

QString meetingPlace(const QString &platform)
{
    const QString folder = folderOfUser();
    if (folder.isEmpty())
        return {};
    const QStringList session{
        platform.isEmpty() ? qEnvironmentVariable("QT_QPA_PLATFORM") : platform,
        qEnvironmentVariable("WAYLAND_DISPLAY"), displayOf(qEnvironmentVariable("DISPLAY"))};
    const QByteArray digest =
        QCryptographicHash::hash(session.join(QChar(0)).toUtf8(), QCryptographicHash::Sha256);
    const QString path =
        QStringLiteral("%1/greenroom-%2").arg(folder, QString::fromLatin1(digest.first(8).toHex()));
    return QFile::encodeName(path).size() <= MaxPathBytes ? path : QString();
}

#else

QString meetingPlace(const QString &)
{
    return {};
}

#endif

} // namespace greenroom
