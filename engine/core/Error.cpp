#include "Error.h"

namespace greenroom {

QString codeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NoVersionHeader:
        return QStringLiteral("no-version-header");
    case ErrorCode::UnsupportedVersion:
        return QStringLiteral("unsupported-version");
    case ErrorCode::TrailingBytes:
        return QStringLiteral("trailing-bytes");
    case ErrorCode::Truncated:
        return QStringLiteral("truncated");
    case ErrorCode::OverlongVarint:
        return QStringLiteral("overlong-varint");
    case ErrorCode::VarintTooLarge:
        return QStringLiteral("varint-too-large");
    case ErrorCode::LargerThan32MiB:
        return QStringLiteral("larger-than-32MiB");
    case ErrorCode::InvalidUtf8:
        return QStringLiteral("invalid-utf8");
    case ErrorCode::BadBool:
        return QStringLiteral("bad-bool");
    case ErrorCode::BadUnionTag:
        return QStringLiteral("bad-union-tag");
    case ErrorCode::DuplicateMapKey:
        return QStringLiteral("duplicate-map-key");
    case ErrorCode::CborTruncated:
        return QStringLiteral("cbor-truncated");
    case ErrorCode::CborTrailingBytes:
        return QStringLiteral("cbor-trailing-bytes");
    case ErrorCode::BadCbor:
        return QStringLiteral("bad-cbor");
    case ErrorCode::BadJson:
        return QStringLiteral("bad-json");
    case ErrorCode::BadKey:
        return QStringLiteral("bad-key");
    case ErrorCode::BadWorkflowState:
        return QStringLiteral("bad-workflow-state");
    case ErrorCode::TooComplex:
        return QStringLiteral("too-complex");
    case ErrorCode::NotABundle:
        return QStringLiteral("not-a-bundle");
    case ErrorCode::BadChecksum:
        return QStringLiteral("bad-checksum");
    case ErrorCode::NotFound:
        return QStringLiteral("not-found");
    case ErrorCode::IsADirectory:
        return QStringLiteral("is-a-directory");
    case ErrorCode::Io:
        return QStringLiteral("io-error");
    case ErrorCode::BadActorId:
        return QStringLiteral("bad-actor-id");
    case ErrorCode::OtherActorId:
        return QStringLiteral("other-actor-id");
    case ErrorCode::Ambiguous:
        return QStringLiteral("ambiguous");
    case ErrorCode::NotADatabase:
        return QStringLiteral("not-a-database");
    case ErrorCode::CorruptDatabase:
        return QStringLiteral("corrupt-database");
    case ErrorCode::NoSuchTable:
        return QStringLiteral("no-such-table");
    case ErrorCode::NoSuchColumn:
        return QStringLiteral("no-such-column");
    case ErrorCode::DatabaseBusy:
        return QStringLiteral("database-busy");
    case ErrorCode::ReadOnlyDatabase:
        return QStringLiteral("read-only-database");
    case ErrorCode::Sql:
        return QStringLiteral("sql-error");
    case ErrorCode::KvLimit:
        return QStringLiteral("kv-limit");
    case ErrorCode::NotSupported:
        return QStringLiteral("not-supported");
    case ErrorCode::BadSearch:
        return QStringLiteral("bad-search");
    case ErrorCode::Cancelled:
        return QStringLiteral("cancelled");
    case ErrorCode::DuplicateKey:
        return QStringLiteral("duplicate-key");
    case ErrorCode::KeyCollision:
        return QStringLiteral("key-collision");
    case ErrorCode::DefinitionNotFound:
        return QStringLiteral("definition-not-found");
    case ErrorCode::NotRunning:
        return QStringLiteral("not-running");
    case ErrorCode::StillRunning:
        return QStringLiteral("still-running");
    case ErrorCode::Stopping:
        return QStringLiteral("stopping");
    case ErrorCode::StaleGeneration:
        return QStringLiteral("stale-generation");
    case ErrorCode::IllegalTransition:
        return QStringLiteral("illegal-transition");
    case ErrorCode::ActorFailed:
        return QStringLiteral("actor-failed");
    case ErrorCode::TimedOut:
        return QStringLiteral("timed-out");
    case ErrorCode::ThreadBlocked:
        return QStringLiteral("thread-blocked");
    case ErrorCode::WrongThread:
        return QStringLiteral("wrong-thread");
    case ErrorCode::BadAlarmTime:
        return QStringLiteral("bad-alarm-time");
    case ErrorCode::FolderHeld:
        return QStringLiteral("folder-held");
    case ErrorCode::ShuttingDown:
        return QStringLiteral("shutting-down");
    case ErrorCode::BadPlugin:
        return QStringLiteral("bad-plugin");
    }
    Q_UNREACHABLE();
}

Error Error::of(const QString &subject) const
{
    return {code, subject + QStringLiteral(": ") + message};
}

} // namespace greenroom
