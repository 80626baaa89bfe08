#pragma once

#include "KvEdit.h"
#include "Result.h"

namespace greenroom {

/// Whether an edit may be applied, as far as the edit itself tells; asked before anything is read
/// or written. Fails with
/// - KvLimit for a key or value over its limit. How many entries one call may have, and how many
///   bytes, limits rivetkit's own calls, each of which becomes one message to an engine; the
///   database knows no such limit, so an edit of any size is one transaction all the same.
/// - NotSupported for a key that it may not change, or that it changes twice.
/// - A format code for a new value under 01 that rivetkit could not read.
[[nodiscard]] Result<void> checkEdit(const KvEdit &edit);

/// Whether the edit changes what the actor keeps in its memory while it runs: key 01.
[[nodiscard]] bool changesState(const KvEdit &edit);

/// The outcome where there are no key-values at all.
[[nodiscard]] EditOutcome outcomeOnNothing(const KvEdit &edit);

} // namespace greenroom
