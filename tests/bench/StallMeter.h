#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace greenroom::bench {

/// Processor time of this thread.
inline double threadMs()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Looks how long anything holds up the window's thread: the time that this thread works between
/// two turns of its event loop. Other programs on the machine do not count.
class StallMeter : public QObject
{
public:
    StallMeter()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double now = threadMs();
            m_stalls << now - m_last;
            m_last = now;
        });
        m_timer.start(0);
    }

    void start()
    {
        m_stalls.clear();
        m_last = threadMs();
    }

    [[nodiscard]] double longest() const
    {
        return m_stalls.isEmpty() ? 0 : *std::max_element(m_stalls.begin(), m_stalls.end());
    }

private:
    QTimer m_timer;
    QList<double> m_stalls;
    double m_last = 0;
};

} // namespace greenroom::bench
