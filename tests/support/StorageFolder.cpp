#include "StorageFolder.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <cstdio>
#include <filesystem>

StorageFolder::StorageFolder()
{
    if (!m_folder.isValid())
        qFatal("no temporary folder");
}

StorageFolder::StorageFolder(const QString &model) : StorageFolder()
{
    copyFolder(model, path());
}

StorageFolder::~StorageFolder()
{
    allow(Everything);
    // QTemporaryDir leaves files behind whose names are not Unicode.
    std::error_code ignored;
    for (const auto &entry :
         std::filesystem::directory_iterator(QFileInfo(path()).filesystemFilePath(), ignored))
        std::filesystem::remove_all(entry.path(), ignored);
}

void StorageFolder::allow(Access access) const
{
    QFile::Permissions allowed = QFile::ReadOwner;
    if (access >= Reading)
        allowed |= QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther |
                   QFile::ExeOther;
    if (access >= Everything)
        allowed |= QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    if (!QFile::setPermissions(path(), allowed))
        qFatal("cannot change %s", qPrintable(path()));
}

void StorageFolder::makeParts() const
{
    for (const QString &part :
         {layout().stateFolder(), layout().alarmFolder(), layout().databaseFolder()})
        QDir().mkpath(part);
}

void StorageFolder::write(const QByteArray &name, const QByteArray &bytes) const
{
    const QByteArray path = QFile::encodeName(this->path()) + '/' + name;
    QDir().mkpath(QFile::decodeName(path.first(path.lastIndexOf('/'))));
    std::FILE *file = std::fopen(path.constData(), "wb"); // a QFile only knows Unicode names
    if (!file)
        qFatal("cannot write %s", path.constData());
    const size_t written = std::fwrite(bytes.constData(), 1, size_t(bytes.size()), file);
    if (std::fclose(file) != 0 || written != size_t(bytes.size()))
        qFatal("cannot write %s", path.constData());
}

QByteArray StorageFolder::read(const QString &name) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::ReadOnly))
        return QByteArrayLiteral("(no such file)");
    return file.readAll();
}

void copyFolder(const QString &from, const QString &to)
{
    QDirIterator entries(from,
                         QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
    QDir().mkpath(to);
    while (entries.hasNext()) {
        const QString source = entries.next();
        const QString target = to + source.mid(from.size());
        const bool done = entries.fileInfo().isDir() ? QDir().mkpath(target)
                                                     : QDir().mkpath(QFileInfo(target).path()) &&
                                                           QFile::copy(source, target);
        if (!done)
            qFatal("cannot copy %s", qPrintable(source));
    }
}
