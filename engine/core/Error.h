#pragma once

#include <QString>

namespace greenroom {

/// Why something failed. The names that codeName() gives to the format failures are those that
/// rivetkit's own decoders are reported by, so that two tools can be compared word for word.
enum class ErrorCode {
    // A record's bytes (storage-format §2).
    NoVersionHeader,    ///< fewer than the two bytes of the version
    UnsupportedVersion, ///< a version this format never had
    TrailingBytes,      ///< bytes left over after the body
    Truncated,          ///< the bytes end inside a field
    OverlongVarint,     ///< a variable-length integer with padding, or beyond 64 bits
    VarintTooLarge,     ///< a length or count that does not fit its limit
    LargerThan32MiB,    ///< a body over the format's 32 MiB
    InvalidUtf8,        ///< text that is not UTF-8, or a string that cannot be written as such
    BadBool,            ///< a flag other than 0 and 1
    BadUnionTag,        ///< a tag that names no alternative
    DuplicateMapKey,    ///< a map with one key twice

    // A value inside a record (storage-format §8 and §11).
    CborTruncated,     ///< CBOR that ends inside a value
    CborTrailingBytes, ///< bytes left over after a CBOR value
    BadCbor,           ///< CBOR that rivetkit cannot read
    BadJson,           ///< text that is no JSON
    BadKey,            ///< a key that its part of the key space cannot have
    BadWorkflowState,  ///< a word that is no workflow's state
    TooComplex,        ///< deeper or of more parts than Greenroom unfolds

    // A bundle's bytes (ActorBundle.h), besides the above.
    NotABundle,  ///< a file that is no actor bundle, or one put together wrongly
    BadChecksum, ///< a bundle that was changed since it was written

    // Files and folders.
    NotFound,     ///< no such file, folder or actor
    IsADirectory, ///< a folder stands where a file belongs
    Io,           ///< the system refused; the message carries its reason
    BadActorId,   ///< an id that is not a plain file name
    OtherActorId, ///< a record that names another actor than its file does
    Ambiguous,    ///< a name that fits more than one actor

    // An actor's database.
    NotADatabase,     ///< the file is no SQLite database
    CorruptDatabase,  ///< SQLite says it is malformed
    NoSuchTable,      ///< there is no table kv
    NoSuchColumn,     ///< the table kv has other columns
    DatabaseBusy,     ///< another process kept it locked, or kept changing it, for too long
    ReadOnlyDatabase, ///< it would have to be changed, and may not be
    Sql,              ///< any other failure that SQLite reports

    // What a caller asked for.
    KvLimit,      ///< a key, value, batch or actor over its limit
    NotSupported, ///< this source cannot do that; the message says why
    Cancelled,    ///< the caller withdrew the request
    BadSearch,    ///< a search that says nothing that can be looked for

    // An actor's life.
    DuplicateKey,       ///< an actor of that name and key exists, in memory or on disk
    KeyCollision,       ///< the id belongs to an actor of another name or key
    DefinitionNotFound, ///< nothing is registered for the actor's name
    NotRunning,         ///< it would have to run for that
    StillRunning,       ///< it would have to sleep for that
    Stopping,           ///< it is going to sleep or being destroyed
    StaleGeneration,    ///< the caller belongs to an earlier life of the actor
    IllegalTransition,  ///< the lifecycle has no such step
    ActorFailed,        ///< the actor's own code threw or reported a failure
    TimedOut,           ///< the actor's own code did not end within its limit
    ThreadBlocked,      ///< the actor's own code kept its thread for itself and was left behind
    WrongThread,        ///< a context was used from a thread that is not its actor's
    BadAlarmTime,       ///< a time that an alarm cannot have

    // An engine.
    FolderHeld,   ///< another process runs this folder
    ShuttingDown, ///< the engine is being closed
    BadPlugin,    ///< a library that is no plugin of this Greenroom
};

/// The stable, lower-case name of @p code, such as "trailing-bytes", for programs.
[[nodiscard]] QString codeName(ErrorCode code);

/// A failure: a code for programs and one sentence for people, which names the thing and the
/// reason and, where there is one, the way out.
struct Error
{
    ErrorCode code;
    QString message;

    /// The same failure, told of @p subject: "subject: message".
    [[nodiscard]] Error of(const QString &subject) const;

    bool operator==(const Error &) const = default;
};

} // namespace greenroom
