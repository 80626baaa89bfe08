#include "Clock.h"

#include <QDateTime>

#include <algorithm>

namespace greenroom {

Clock::~Clock() = default;

Timestamp SystemClock::now() const
{
    return {quint64(std::max<qint64>(0, QDateTime::currentMSecsSinceEpoch()))};
}

std::chrono::microseconds SystemClock::uptime() const
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace greenroom
