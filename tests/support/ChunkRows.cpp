#include "ChunkRows.h"

#include "RawDatabase.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

using namespace greenroom;

namespace {

KvRow rowOf(const QByteArray &key, const QByteArray &value)
{
    return {key, StorageClass::Blob, value, StorageClass::Blob, value.size()};
}

QByteArray prefix(char what, SqliteFileKind kind)
{
    return QByteArrayLiteral("\x08\x01") + what + char(kind);
}

} // namespace

KvRow sizeRow(SqliteFileKind kind, quint64 size)
{
    QByteArray value(10, '\0');
    value[0] = 1;
    qToLittleEndian(size, value.data() + 2);
    return rowOf(prefix('\0', kind), value);
}

KvRow chunkRow(SqliteFileKind kind, quint32 index, const QByteArray &bytes)
{
    QByteArray key = prefix('\1', kind) + QByteArray(4, '\0');
    qToBigEndian(index, key.data() + 4);
    return rowOf(key, bytes);
}

QList<KvRow> chunkRows(SqliteFileKind kind, const QByteArray &file)
{
    QList<KvRow> rows{sizeRow(kind, quint64(file.size()))};
    for (qsizetype start = 0; start < file.size(); start += SqliteFile::ChunkBytes) {
        rows << chunkRow(kind, quint32(start / SqliteFile::ChunkBytes),
                         file.mid(start, SqliteFile::ChunkBytes));
    }
    return rows;
}

QByteArray databaseOf(const QStringList &statements)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("made.db"));
    {
        RawDatabase database(path);
        for (const QString &statement : statements) {
            const QString complaint = database.run(statement);
            if (!complaint.isEmpty())
                qFatal("%s: %s", qPrintable(statement), qPrintable(complaint));
        }
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}
