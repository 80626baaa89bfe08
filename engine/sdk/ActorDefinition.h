#pragma once

#include "Actor.h"
#include "ActorContext.h"

namespace greenroom {

/// What actors of one name are.
struct ActorDefinition
{
    QString name;

    /// What they do, in a sentence for people.
    QString summary;

    /// Makes the instance of one actor, on that actor's thread; it may throw. The context outlives
    /// the instance.
    std::function<std::unique_ptr<Actor>(ActorContext &)> make;
};

/// The definition of actors of the class @p Instance, which is made from an ActorContext &.
template <class Instance>
[[nodiscard]] ActorDefinition defineActor(QString name, QString summary)
{
    return {std::move(name), std::move(summary),
            [](ActorContext &context) { return std::make_unique<Instance>(context); }};
}

} // namespace greenroom
