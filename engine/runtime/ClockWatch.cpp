#include "ClockWatch.h"

#include <QSocketNotifier>

#ifdef Q_OS_LINUX
#    include <sys/timerfd.h>
#    include <unistd.h>
#endif

namespace greenroom {

#ifdef Q_OS_LINUX

// A timer on the real-time clock, set to a far time, is cancelled by the kernel when that clock
// jumps (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET): its descriptor becomes readable.

ClockWatch::ClockWatch(std::function<void()> changed)
    : m_changed(std::move(changed)),
      m_timer(::timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC))
{
    if (m_timer < 0)
        return;
    arm();
    m_notifier = std::make_unique<QSocketNotifier>(m_timer, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        quint64 expirations = 0;
        (void)!::read(m_timer, &expirations, sizeof expirations);
        arm();
        m_changed();
    });
}

ClockWatch::~ClockWatch()
{
    m_notifier.reset();
    if (m_timer >= 0)
        ::close(m_timer);
}

void ClockWatch::arm()
{
    itimerspec far = {};
    far.it_value.tv_sec = std::numeric_limits<qint32>::max();
    ::timerfd_settime(m_timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &far, nullptr);
}

#else

ClockWatch::ClockWatch(std::function<void()> changed) : m_changed(std::move(changed)) {}
ClockWatch::~ClockWatch() = default;
void ClockWatch::arm() {}

#endif

} // namespace greenroom
