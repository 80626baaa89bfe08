#pragma once

#include "ActorId.h"

#include <QString>

namespace greenroom {

/// The one place that knows how files in a storage folder are called (storage-format §1):
///   ROOT/state/ID · ROOT/alarms/ID · ROOT/databases/ID.db, with -wal and -shm while open
///   ROOT/greenroom.lock, while Greenroom runs the folder, and ROOT/trash, what it has put aside;
///   rivetkit looks at neither
/// Records are replaced by way of ID.tmp.UUID. Touches no file.
class StorageLayout
{
public:
    explicit StorageLayout(QString root) : m_root(std::move(root)) {}

    [[nodiscard]] const QString &root() const { return m_root; }
    [[nodiscard]] QString stateFolder() const;
    [[nodiscard]] QString alarmFolder() const;
    [[nodiscard]] QString databaseFolder() const;
    [[nodiscard]] QString lockFile() const;
    [[nodiscard]] QString trashFolder() const;

    [[nodiscard]] QString stateFile(const ActorId &id) const;
    [[nodiscard]] QString alarmFile(const ActorId &id) const;
    [[nodiscard]] QString databaseFile(const ActorId &id) const;

    [[nodiscard]] static QString walOf(const QString &databaseFile);
    [[nodiscard]] static QString shmOf(const QString &databaseFile);
    [[nodiscard]] static QString journalOf(const QString &databaseFile);

    /// A fresh name for the temporary file by way of which @p target is replaced.
    [[nodiscard]] static QString temporaryFor(const QString &target);

    /// Whether @p fileName is such a temporary file. Only the suffix ".tmp." and text of a UUID's
    /// shape counts: an actor may well have ".tmp." within its id.
    [[nodiscard]] static bool isTemporary(const QString &fileName);

    /// The folder that rivetkit uses for a program started in @p workingFolder:
    /// DATA/rivetkit/<last part>-<first 8 hex digits of SHA-256 of the normalised path>.
    [[nodiscard]] static QString defaultRoot(const QString &workingFolder);

    /// The same below a given data folder.
    [[nodiscard]] static QString defaultRoot(const QString &workingFolder,
                                             const QString &dataFolder);

    /// The platform's data folder as rivetkit finds it: APPDATA on Windows, Library/Application
    /// Support on macOS, XDG_DATA_HOME or ~/.local/share elsewhere.
    [[nodiscard]] static QString dataFolder();

private:
    QString m_root;
};

} // namespace greenroom
