#include "KeyText.h"

#include "ByteText.h"
#include "Printable.h"

#include <QtEndian>

namespace greenroom {

namespace {

QString readableOrHex(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return QStringLiteral("(empty)");
    const std::optional<QString> text = utf8Text(bytes);
    return text ? printable(*text) : hexText(bytes);
}

QString sqliteFile(char tag)
{
    switch (tag) {
    case 0:
        return QStringLiteral("main file");
    case 1:
        return QStringLiteral("journal");
    case 2:
        return QStringLiteral("WAL");
    case 3:
        return QStringLiteral("shared memory");
    default:
        return QStringLiteral("file %1").arg(uint(quint8(tag)));
    }
}

QString blobMeaning(KeyKind kind, QByteArrayView key)
{
    switch (kind) {
    case KeyKind::PersistData:
        return QStringLiteral("input, state and schedule");
    case KeyKind::Connection:
    case KeyKind::UserKv:
        return readableOrHex(key.sliced(1));
    case KeyKind::InspectorToken:
        return QStringLiteral("inspector token");
    case KeyKind::QueueMetadata:
        return QStringLiteral("queue counters");
    case KeyKind::QueueMessage:
        return QStringLiteral("message %1").arg(qFromBigEndian<quint64>(key.sliced(3).data()));
    case KeyKind::SqliteMeta:
        return sqliteFile(key[3]) + QStringLiteral(", size");
    case KeyKind::SqliteChunk:
        return QStringLiteral("%1, chunk %2")
            .arg(sqliteFile(key[3]))
            .arg(qFromBigEndian<quint32>(key.sliced(4).data()));
    case KeyKind::Workflow:
    case KeyKind::Trace:
        return hexText(key.sliced(2));
    case KeyKind::Other:
        break;
    }
    return key.isEmpty() ? QStringLiteral("(empty)") : hexText(key);
}

} // namespace

QString kindTitle(KeyKind kind)
{
    switch (kind) {
    case KeyKind::PersistData:
        return QStringLiteral("Persisted data");
    case KeyKind::Connection:
        return QStringLiteral("Connection");
    case KeyKind::InspectorToken:
        return QStringLiteral("Inspector token");
    case KeyKind::UserKv:
        return QStringLiteral("User KV");
    case KeyKind::QueueMetadata:
        return QStringLiteral("Queue");
    case KeyKind::QueueMessage:
        return QStringLiteral("Queue message");
    case KeyKind::Workflow:
        return QStringLiteral("Workflow");
    case KeyKind::Trace:
        return QStringLiteral("Trace");
    case KeyKind::SqliteMeta:
    case KeyKind::SqliteChunk:
        return QStringLiteral("SQLite");
    case KeyKind::Other:
        return QStringLiteral("Other");
    }
    Q_UNREACHABLE();
}

QString keyMeaning(const KvRow &row)
{
    switch (row.keyClass) {
    case StorageClass::Blob:
        return blobMeaning(kindOf(row), row.key);
    case StorageClass::Text:
        return readableOrHex(row.key) + QStringLiteral(" (a text key, unseen by rivetkit)");
    case StorageClass::Integer:
    case StorageClass::Real:
    case StorageClass::Null:
        break;
    }
    return readableOrHex(row.key) + QStringLiteral(" (a number as key, unseen by rivetkit)");
}

bool isSecret(const KvRow &row)
{
    return isSecretKey(row.key);
}

QString secretMask()
{
    return QStringLiteral("••••••••");
}

} // namespace greenroom
