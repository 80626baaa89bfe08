#pragma once

#include "HandOver.h"

namespace greenroom {

/// What @p window makes of a second start: it comes to the front and opens the folder. It is busy
/// where that would interrupt something: actors that run, edits that are not applied, a question
/// that is open. What takes time happens after this has returned.
[[nodiscard]] HandOver::Answer take(const HandOver &request, MainWindow &window);

} // namespace greenroom
