#include "KeySpace.h"

namespace greenroom {

namespace {

// The second byte of the prefixes 05 to 08 is a storage version.
bool hasStorageVersion(QByteArrayView key)
{
    return key.size() > 2 && key[1] == 1;
}

KeyKind queueKind(QByteArrayView key)
{
    if (key.size() == 3 && key[2] == 1)
        return KeyKind::QueueMetadata;
    if (key.size() == 11 && key[2] == 2)
        return KeyKind::QueueMessage;
    return KeyKind::Other;
}

KeyKind sqliteKind(QByteArrayView key)
{
    if (key.size() == 4 && key[2] == 0)
        return KeyKind::SqliteMeta;
    if (key.size() == 8 && key[2] == 1)
        return KeyKind::SqliteChunk;
    return KeyKind::Other;
}

} // namespace

KeyKind kindOf(QByteArrayView key)
{
    if (key.isEmpty())
        return KeyKind::Other;
    switch (key[0]) {
    case 1:
        return key.size() == 1 ? KeyKind::PersistData : KeyKind::Other;
    case 2:
        return key.size() > 1 ? KeyKind::Connection : KeyKind::Other;
    case 3:
        return key.size() == 1 ? KeyKind::InspectorToken : KeyKind::Other;
    case 4:
        return KeyKind::UserKv;
    case 5:
        return hasStorageVersion(key) ? queueKind(key) : KeyKind::Other;
    case 6:
        return hasStorageVersion(key) ? KeyKind::Workflow : KeyKind::Other;
    case 7:
        return hasStorageVersion(key) ? KeyKind::Trace : KeyKind::Other;
    case 8:
        return hasStorageVersion(key) ? sqliteKind(key) : KeyKind::Other;
    default:
        return KeyKind::Other;
    }
}

bool isSecretKey(QByteArrayView key)
{
    return key.startsWith('\3');
}

QString kindName(KeyKind kind)
{
    switch (kind) {
    case KeyKind::PersistData:
        return QStringLiteral("persist-data");
    case KeyKind::Connection:
        return QStringLiteral("connection");
    case KeyKind::InspectorToken:
        return QStringLiteral("inspector-token");
    case KeyKind::UserKv:
        return QStringLiteral("user-kv");
    case KeyKind::QueueMetadata:
        return QStringLiteral("queue-metadata");
    case KeyKind::QueueMessage:
        return QStringLiteral("queue-message");
    case KeyKind::Workflow:
        return QStringLiteral("workflow");
    case KeyKind::Trace:
        return QStringLiteral("trace");
    case KeyKind::SqliteMeta:
        return QStringLiteral("sqlite-meta");
    case KeyKind::SqliteChunk:
        return QStringLiteral("sqlite-chunk");
    case KeyKind::Other:
        return QStringLiteral("other");
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
