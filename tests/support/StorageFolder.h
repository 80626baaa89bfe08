#pragma once

#include "StorageLayout.h"

#include <QTemporaryDir>

/// A private folder for one test, gone afterwards.
class StorageFolder
{
public:
    /// Empty, or a copy of the folder @p model.
    StorageFolder();
    explicit StorageFolder(const QString &model);
    ~StorageFolder();
    Q_DISABLE_COPY_MOVE(StorageFolder)

    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] greenroom::StorageLayout layout() const
    {
        return greenroom::StorageLayout(path());
    }

    enum Access { Nothing, Reading, Everything };

    /// What users other than root may do in the folder. Its owner can always set it again.
    void allow(Access access) const;

    /// Makes the folders state, alarms and databases.
    void makeParts() const;

    /// Writes a file, and the folders above it. Its name is bytes, as the file system has it.
    void write(const QByteArray &name, const QByteArray &bytes) const;

    [[nodiscard]] QByteArray read(const QString &name) const;

private:
    QTemporaryDir m_folder;
};

/// Copies all folders and files, empty folders as well.
void copyFolder(const QString &from, const QString &to);
