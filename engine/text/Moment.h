#pragma once

#include "Result.h"
#include "Timestamp.h"

namespace greenroom {

/// The moment that @p text means: milliseconds since 1970, an ISO date and time (local without a
/// zone), or +N with ms, s, min, h or d for a span from @p now. Fails with NotSupported.
[[nodiscard]] Result<Timestamp> momentOf(const QString &text, Timestamp now);

/// The forms above in a sentence, for help and complaints.
[[nodiscard]] QString momentForms();

} // namespace greenroom
