#pragma once

#include "ActorBundle.h"
#include "ActorSource.h"

class QFileDevice;

namespace greenroom {

/// Writes an actor as a bundle (ActorBundle) to @p out, an open file that may be written anew from
/// its start. The actor may run meanwhile: if it was written to, the bundle is begun again, so that
/// it is a state that the actor was in.
///
/// Secrets are left out unless asked for: the inspector token, of which rivetkit makes a new one
/// at the actor's next start, and what else lies under its key, also in the record of an older
/// rivetkit, which is written without them then.
///
/// Fails with NotFound, with a format code for a record that cannot be read, DatabaseBusy when the
/// actor was written to each time, Cancelled or Io. Any thread; blocks.
[[nodiscard]] Result<BundleSummary> exportActor(const ActorSource &source, const ActorId &id,
                                                QFileDevice &out, BundleHead::Secrets secrets,
                                                std::stop_token stop = {});

/// The same into the file of this name, which is replaced when the bundle is whole.
[[nodiscard]] Result<BundleSummary> exportActor(const ActorSource &source, const ActorId &id,
                                                const QString &file, BundleHead::Secrets secrets,
                                                std::stop_token stop = {});

/// What the bundle in a file says of itself. Reads no more than that: whether the rest is good
/// shows when it is imported.
[[nodiscard]] Result<BundleHead> bundleHead(const QString &file);

/// What the bundle in a file holds, once the whole of it has proved good.
[[nodiscard]] Result<BundleSummary> lookAtBundle(const QString &file);

} // namespace greenroom
