#pragma once

#include "BareReader.h"

namespace greenroom {

/// An entry of a workflow's history under (2, segment…) (storage-format §8), version 1:
///   id str | location list<segment> | kind union
///   segment = union{0: name u32, 1: loop u32, iteration u32}
void readWorkflowEntry(BareReader &in);

/// What is kept of an entry's attempts under (4, entryId), version 1:
///   status enum | error optional<str> | attempts u32 | lastAttemptAt u64 | createdAt u64 |
///   completedAt optional<u64> | rollbackCompletedAt optional<u64> | rollbackError optional<str>
void readWorkflowMetadata(BareReader &in);

/// Whether @p word is one of the states that a workflow can have.
[[nodiscard]] bool isWorkflowState(QByteArrayView word);

} // namespace greenroom
