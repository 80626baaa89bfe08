#pragma once

#include "Definitions.h"

#include <memory>

namespace greenroom {

/// Which plugins to load. Besides these, always: the libraries that were put into Greenroom's own
/// folder lib/greenroom/plugins, but for the demo actors.
struct ActorPlugins
{
    QStringList libraries;
    QStringList folders;

    /// The demo actors have names that a user's own actors may have as well, and would write over
    /// their state: they are only loaded for a folder of theirs.
    enum class Demo { LeftOut, Included };
    Demo demo = Demo::LeftOut;
};

struct GatheredDefinitions
{
    std::shared_ptr<const Definitions> definitions;

    /// What nobody asked for by its name and cannot be used, a sentence each.
    QStringList notices;
};

/// The library with the demo actors; empty where it is missing.
[[nodiscard]] QString demoLibrary();

/// Loads the plugins; nothing of theirs runs yet but that they tell their definitions. Fails when
/// a library or folder that was asked for is missing or cannot be used.
[[nodiscard]] Result<GatheredDefinitions> gatherDefinitions(const ActorPlugins &plugins);

} // namespace greenroom
