#pragma once

#include "ActorCommands.h"

namespace greenroom {

/// The command as a menu has it: "&Sleep".
[[nodiscard]] QString commandTitle(ActorCommand command);

/// The name of the drawing for it (svgIcon).
[[nodiscard]] QString commandIcon(ActorCommand command);

/// What it does, for a tooltip.
[[nodiscard]] QString commandMeaning(ActorCommand command);

/// What is under way: "Destroying counter/7", "Destroying 3 of 12 actors".
[[nodiscard]] QString progressText(ActorCommand command, const QList<CommandTarget> &targets,
                                   int done);

/// What was done: "Destroyed counter/7", "Destroyed 12 actors".
[[nodiscard]] QString doneText(ActorCommand command, const QList<CommandTarget> &targets);

/// What was not done: "Not destroyed", "Not put to sleep".
[[nodiscard]] QString failedText(ActorCommand command);

/// Why the command would do nothing for an actor; empty where it would.
[[nodiscard]] QString obstacle(ActorCommand command, const ActorEntry &actor);

} // namespace greenroom
