#include "StorageLayout.h"

#include <QCryptographicHash>
#include <QDir>
#include <QRegularExpression>
#include <QUuid>

namespace greenroom {

QString StorageLayout::stateFolder() const
{
    return m_root + QStringLiteral("/state");
}

QString StorageLayout::alarmFolder() const
{
    return m_root + QStringLiteral("/alarms");
}

QString StorageLayout::databaseFolder() const
{
    return m_root + QStringLiteral("/databases");
}

QString StorageLayout::lockFile() const
{
    return m_root + QStringLiteral("/greenroom.lock");
}

QString StorageLayout::trashFolder() const
{
    return m_root + QStringLiteral("/trash");
}

QString StorageLayout::stateFile(const ActorId &id) const
{
    return stateFolder() + u'/' + id.text();
}

QString StorageLayout::alarmFile(const ActorId &id) const
{
    return alarmFolder() + u'/' + id.text();
}

QString StorageLayout::databaseFile(const ActorId &id) const
{
    return databaseFolder() + u'/' + id.text() + QStringLiteral(".db");
}

QString StorageLayout::walOf(const QString &databaseFile)
{
    return databaseFile + QStringLiteral("-wal");
}

QString StorageLayout::shmOf(const QString &databaseFile)
{
    return databaseFile + QStringLiteral("-shm");
}

QString StorageLayout::journalOf(const QString &databaseFile)
{
    return databaseFile + QStringLiteral("-journal");
}

QString StorageLayout::temporaryFor(const QString &target)
{
    return target + QStringLiteral(".tmp.") + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

bool StorageLayout::isTemporary(const QString &fileName)
{
    static const QRegularExpression suffix(
        QStringLiteral("\\.tmp\\.[0-9a-zA-Z]{8}(-[0-9a-zA-Z]{4}){3}-[0-9a-zA-Z]{12}\\z"));
    // Almost no name has it, and there may be tens of thousands.
    return fileName.contains(QLatin1String(".tmp.")) && suffix.match(fileName).hasMatch();
}

QString StorageLayout::defaultRoot(const QString &workingFolder)
{
    return defaultRoot(workingFolder, dataFolder());
}

QString StorageLayout::defaultRoot(const QString &workingFolder, const QString &dataFolder)
{
    const QString normalised = QDir::toNativeSeparators(QDir::cleanPath(workingFolder));
    const QByteArray digest =
        QCryptographicHash::hash(normalised.toUtf8(), QCryptographicHash::Sha256);
    const QString lastPart = normalised.section(QDir::separator(), -1);
    return QStringLiteral("%1/rivetkit/%2-%3")
        .arg(dataFolder, lastPart, QString::fromLatin1(digest.toHex().first(8)));
}

QString StorageLayout::dataFolder()
{
#if defined(Q_OS_WIN)
    const QString variable = qEnvironmentVariable("APPDATA");
    const QString fallback = QStringLiteral("/AppData/Roaming");
#elif defined(Q_OS_DARWIN)
    const QString variable;
    const QString fallback = QStringLiteral("/Library/Application Support");
#else
    const QString variable = qEnvironmentVariable("XDG_DATA_HOME");
    const QString fallback = QStringLiteral("/.local/share");
#endif
    return variable.isEmpty() ? QDir::homePath() + fallback : QDir::cleanPath(variable);
}

} // namespace greenroom
