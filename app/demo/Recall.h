#pragma once

#include <greenroom/ActorContext.h>

#include <QCborMap>

#include <chrono>

namespace greenroom::demo {

/// What an actor finds when it wakes up. A map is empty when there was none, or no map: the actor
/// then does what it does by default.
struct Recalled
{
    QCborMap input;
    QCborMap state;
};

[[nodiscard]] Result<Recalled> recall(ActorContext &context);

/// For ActorContext::saveState().
[[nodiscard]] QByteArray toCbor(const QCborMap &map);

/// The number called @p name, brought into [@p least, @p most]; @p fallback when there is none.
[[nodiscard]] qint64 numberIn(const QCborMap &map, QLatin1StringView name, qint64 fallback,
                              qint64 least, qint64 most);

/// The milliseconds called @p name, between one and a year.
[[nodiscard]] std::chrono::milliseconds durationIn(const QCborMap &map, QLatin1StringView name,
                                                   std::chrono::milliseconds fallback);

} // namespace greenroom::demo
