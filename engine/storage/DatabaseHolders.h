#pragma once

#include "Holder.h"

#include <QHash>

#include <optional>

namespace greenroom {

/// Which processes hold locks on which files, as the kernel lists them at one moment. An open
/// SQLite database in WAL mode is locked as long as it is open: on its `-shm` file (SQLite's
/// dead-man switch) and on the database itself. Looking takes no lock and opens none of the files.
/// Only Linux tells; elsewhere isKnown() is false.
class DatabaseHolders
{
public:
    /// Reads the kernel's list. Any thread.
    [[nodiscard]] static DatabaseHolders now();

    [[nodiscard]] bool isKnown() const { return m_known; }

    /// A process other than this one that has the database open.
    [[nodiscard]] std::optional<Holder> holderOf(const QString &databaseFile) const;

    /// Takes the text of Linux's /proc/locks apart: each locked inode with a holder's process id,
    /// leaving out what the process @p except holds.
    [[nodiscard]] static QHash<quint64, qint64> parseLocks(const QByteArray &text,
                                                           qint64 except = 0);

private:
    bool m_known = false;
    QHash<quint64, qint64> m_pidByInode;
};

} // namespace greenroom
