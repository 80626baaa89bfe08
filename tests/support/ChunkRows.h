#pragma once

#include "KvPage.h"
#include "SqliteFile.h"

#include <QStringList>

/// A file as rivetkit keeps it inside key-values: its size record and its chunks.
[[nodiscard]] QList<greenroom::KvRow> chunkRows(greenroom::SqliteFileKind kind,
                                                const QByteArray &file);

[[nodiscard]] greenroom::KvRow sizeRow(greenroom::SqliteFileKind kind, quint64 size);
[[nodiscard]] greenroom::KvRow chunkRow(greenroom::SqliteFileKind kind, quint32 index,
                                        const QByteArray &bytes);

/// The bytes of the database that these statements make.
[[nodiscard]] QByteArray databaseOf(const QStringList &statements);
