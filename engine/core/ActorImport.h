#pragma once

#include "ActorId.h"

#include <optional>

namespace greenroom {

/// What an actor is called.
struct ActorAddress
{
    QString name;
    QStringList key;

    bool operator==(const ActorAddress &) const = default;
};

/// Where the actor of a bundle shall go.
struct ImportOptions
{
    /// Another name and key, which give it another id; none: as it was exported.
    std::optional<ActorAddress> as{};

    /// What to do where there is an actor of that id.
    enum class Existing { Keep, Replace };
    Existing existing = Existing::Keep;

    bool operator==(const ImportOptions &) const = default;
};

/// What became of it.
struct ImportOutcome
{
    ActorId id;
    QStringList notices{}; ///< what of the bundle could not be taken over, a sentence each

    bool operator==(const ImportOutcome &) const = default;
};

} // namespace greenroom
