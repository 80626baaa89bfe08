#pragma once

#include <greenroom/ActorDefinition.h>

namespace greenroom::demo {

/// One file each, which says what its input may be.
[[nodiscard]] ActorDefinition chatty();
[[nodiscard]] ActorDefinition counter();
[[nodiscard]] ActorDefinition flaky();
[[nodiscard]] ActorDefinition napper();
[[nodiscard]] ActorDefinition reminder();

} // namespace greenroom::demo
