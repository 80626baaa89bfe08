#pragma once

#include "KeySpace.h"
#include "Outline.h"

namespace greenroom {

/// What an actor's key-value means.
struct EntryOutline
{
    KeyKind kind = KeyKind::Other;
    Outline outline{};

    /// Why rivetkit cannot read it; the outline has what could be decoded all the same. A record's
    /// own damage comes first, then that of the CBOR within.
    std::optional<Error> error{};
};

/// Decodes @p value as the record that its key's part of the key space has. A user's value, which
/// may be anything, and unknown parts are one node of text or bytes.
[[nodiscard]] EntryOutline outlineOfEntry(QByteArrayView key, const QByteArray &value);

/// Decodes a state file's bytes (storage-format §3).
[[nodiscard]] EntryOutline outlineOfActorRecord(const QByteArray &bytes);

/// What a workflow keeps under a key (storage-format §8).
enum class WorkflowPart { Name, History, State, Output, Failure, Input, Metadata, Unknown };
[[nodiscard]] WorkflowPart workflowPart(QByteArrayView key);

} // namespace greenroom
