#pragma once

#include "ActorSource.h"
#include "SqliteFile.h"

namespace greenroom {

/// The files of an actor's own SQL database, put together from the actor's key-values
/// (storage-format §10).
struct SqlFiles
{
    /// Those of which anything is there, the main file first.
    QList<SqliteFile> files;

    /// Keys of this part of the key space that name no file, size or chunk.
    qint64 unknownKeys = 0;

    /// Rows whose value is no blob; rivetkit fails to read them. Their bytes are taken.
    qint64 oddRows = 0;

    /// The actor went on writing while this was read, each time it was tried: the chunks may not
    /// belong together.
    bool wasWritten = false;

    /// ActorSource::kvStamp() before the reading.
    QByteArray stamp;

    [[nodiscard]] bool isEmpty() const { return files.isEmpty(); }
    [[nodiscard]] const SqliteFile *find(SqliteFileKind kind) const;

    /// What a user must know, a sentence each.
    [[nodiscard]] QStringList problems() const;
};

/// Reads the files page by page. Blocks; any thread. Fails with what ActorSource::kvPage() fails
/// with, and with NotSupported where the chunks are too much for the memory.
[[nodiscard]] Result<SqlFiles> readSqlFiles(const ActorSource &source, const ActorId &id,
                                            std::stop_token stop = {});

} // namespace greenroom
