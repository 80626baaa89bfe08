#pragma once

#include "ActorSource.h"

#include <QCommandLineParser>

namespace greenroom::ctl {

/// "counter/lobby (6b4ec915e185d8cb)", or the id alone where no record tells more.
[[nodiscard]] QString actorTitle(const ActorSource &source, const ActorId &id);

/// Ends a command that has changed an actor: prints @p sentence, or with --json the actor as it
/// stands now, as `list` has it.
[[nodiscard]] int reportActor(const ActorSource &source, const ActorId &id,
                              const QCommandLineParser &arguments, const QString &sentence);

} // namespace greenroom::ctl
