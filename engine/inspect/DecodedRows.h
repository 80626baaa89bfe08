#pragma once

#include "ActorSource.h"
#include "EntryOutline.h"
#include "WorkflowNames.h"

namespace greenroom {

/// A key-value, decoded.
struct DecodedRow
{
    QByteArray key;
    EntryOutline entry;
};

using DecodedRows = std::vector<DecodedRow>;

/// All of an actor's key-values under a prefix, decoded, in key order. Those whose key is no blob,
/// which rivetkit does not see, are left out. Any thread; blocks.
[[nodiscard]] Result<DecodedRows> readDecodedRows(const ActorSource &source, const ActorId &id,
                                                  const QByteArray &prefix,
                                                  std::stop_token stop = {});

/// The names that an actor's workflow has given to its steps.
[[nodiscard]] Result<WorkflowNames> readWorkflowNames(const ActorSource &source, const ActorId &id,
                                                      std::stop_token stop = {});

} // namespace greenroom
