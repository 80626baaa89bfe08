#pragma once

#include "ActorSource.h"

namespace greenroom::ctl {

/// The actor that a user means by @p text: the one with this id, or else the only one named
/// NAME/KEYPART/…. Fails with NotFound, or with Ambiguous and the ids to choose from.
[[nodiscard]] Result<ActorId> findActor(const ActorSource &source, const QString &text);

} // namespace greenroom::ctl
