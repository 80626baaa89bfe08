#pragma once

#include "ActorSource.h"

namespace greenroom {

/// The name of a part of the key space for people: "User KV".
[[nodiscard]] QString kindTitle(KeyKind kind);

/// What a key means within its part, on one line: a user's key as text, a message's number, a
/// chunk of which file. Falls back on the bytes; the exact bytes are for the caller to show.
[[nodiscard]] QString keyMeaning(const KvRow &row);

/// Whether the value is a secret that is shown only when asked for.
[[nodiscard]] bool isSecret(const KvRow &row);

/// What stands for a secret.
[[nodiscard]] QString secretMask();

} // namespace greenroom
