#pragma once

#include "SqlFiles.h"

#include <memory>

namespace greenroom {

/// The bytes of a whole database, for any number of connections at the same time. Never changes.
class SqlImage
{
public:
    /// The main file as it stands, or rolled back where its journal is hot: then SQLite rolls it
    /// back in a private temporary folder, gone when this returns.
    [[nodiscard]] static Result<std::shared_ptr<const SqlImage>> of(const SqlFiles &files);

    /// What an open connection reads, and what an export is: the file as SQLite would leave it.
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }

    /// The bytes to open: those of a database in WAL mode are marked as of one that is not, as a
    /// database in memory has no log.
    [[nodiscard]] const QByteArray &opened() const { return m_opened; }

    /// Whether a transaction that a crash had cut off was rolled back.
    [[nodiscard]] bool isRolledBack() const { return m_isRolledBack; }

    [[nodiscard]] const QStringList &problems() const { return m_problems; }

private:
    SqlImage() = default;
    void rollBack(const SqliteFile &main, const SqliteFile &journal);

    QByteArray m_bytes;
    QByteArray m_opened;
    bool m_isRolledBack = false;
    QStringList m_problems;
};

} // namespace greenroom
