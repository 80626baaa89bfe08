#pragma once

#include <QObject>

#include <functional>
#include <memory>

class QSocketNotifier;

namespace greenroom {

/// Tells when the wall clock was set, or the machine woke from a suspend. Only Linux tells;
/// elsewhere nothing is ever told. Belongs to a thread with an event loop.
class ClockWatch
{
public:
    explicit ClockWatch(std::function<void()> changed);
    ~ClockWatch();
    Q_DISABLE_COPY_MOVE(ClockWatch)

private:
    void arm();

    std::function<void()> m_changed;
    int m_timer = -1; // a timerfd
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace greenroom
