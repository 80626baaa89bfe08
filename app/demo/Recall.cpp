#include "Recall.h"

#include <QCborValue>

#include <algorithm>

namespace greenroom::demo {

namespace {

QCborMap mapOf(const std::optional<QByteArray> &cbor)
{
    return cbor ? QCborValue::fromCbor(*cbor).toMap() : QCborMap();
}

} // namespace

Result<Recalled> recall(ActorContext &context)
{
    const auto input = context.input();
    if (!input)
        return fail(input.error());
    const auto state = context.state();
    if (!state)
        return fail(state.error());
    return Recalled{mapOf(*input), mapOf(*state)};
}

QByteArray toCbor(const QCborMap &map)
{
    return map.toCborValue().toCbor();
}

qint64 numberIn(const QCborMap &map, QLatin1StringView name, qint64 fallback, qint64 least,
                qint64 most)
{
    return std::clamp<qint64>(map.value(name).toInteger(fallback), least, most);
}

std::chrono::milliseconds durationIn(const QCborMap &map, QLatin1StringView name,
                                     std::chrono::milliseconds fallback)
{
    constexpr std::chrono::milliseconds Year = std::chrono::hours(24 * 365);
    return std::chrono::milliseconds(numberIn(map, name, fallback.count(), 1, Year.count()));
}

} // namespace greenroom::demo
