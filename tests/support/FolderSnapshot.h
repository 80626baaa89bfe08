#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

/// The names, kinds, sizes, times and hashes of all that lies in a folder, and of the folder
/// itself. A folder's own time tells of a file that came and went between two snapshots.
///
/// Reads the files: never take one while this process has a database in there open.
class FolderSnapshot
{
public:
    [[nodiscard]] static FolderSnapshot of(const QString &folder);

    /// What is different in @p later, a line each; empty when nothing is.
    [[nodiscard]] QString changesIn(const FolderSnapshot &later) const;

    [[nodiscard]] QStringList names() const { return m_entries.keys(); }

private:
    QMap<QString, QString> m_entries; // by path below the folder; "." is the folder
};
