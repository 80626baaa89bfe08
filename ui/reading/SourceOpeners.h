#pragma once

#include "ActorSource.h"

#include <functional>
#include <memory>

namespace greenroom {

/// Opens a folder as a source. Called on a background thread.
using SourceOpener = std::function<Result<std::shared_ptr<ActorSource>>(const QString &folder)>;

/// The two ways to open a folder.
struct SourceOpeners
{
    SourceOpener look; ///< to see it as it is
    SourceOpener run;  ///< to run its actors as well; may be null
};

} // namespace greenroom
