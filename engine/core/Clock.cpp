#include "Clock.h"

#include <QDateTime>

#include <algorithm>

namespace greenroom {

Clock::~Clock() = default;

Timestamp SystemClock::now() const
{
    return {quint64(std::max<qint64>(0, QDateTime::currentMSecsSinceEpoch()))};
}

} // namespace greenroom
