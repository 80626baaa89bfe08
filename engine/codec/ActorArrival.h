#pragma once

#include "ActorBundle.h"
#include "ActorImport.h"
#include "ActorRecord.h"
#include "Result.h"

namespace greenroom {

/// A bundle's actor as it shall be in its new place: all but its rows. Where it goes is told by
/// @p as; none: where it came from, and then the bytes stay what they were, but that a record
/// without key-values takes the place of one that has some, as these are the rows.
struct ActorArrival
{
    ActorId id;
    ActorRecord record;
    QByteArray recordBytes;
    std::optional<QByteArray> alarmBytes;

    /// When its alarm is due; none where there is none, or none that is to be trusted.
    std::optional<Timestamp> alarmAt;

    QStringList notices; ///< what is left out, a sentence each

    /// Fails with a format code for a record that cannot be read, BadActorId for an id that is
    /// none, InvalidUtf8 for a name or key that has no UTF-8 form.
    [[nodiscard]] static Result<ActorArrival> of(const BundleHead &bundle,
                                                 const std::optional<ActorAddress> &as);
};

} // namespace greenroom
