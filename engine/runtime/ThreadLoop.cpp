#include "LaneLoop.h"

#include "ClockWatch.h"

#include <QDeadlineTimer>
#include <QThread>
#include <QTimer>

#include <atomic>

namespace greenroom {

LaneLoop::~LaneLoop() = default;

void leaveBehind(std::unique_ptr<LaneLoop> loop)
{
    (void)loop.release();
}

namespace {

class ThreadLoop final : public LaneLoop
{
public:
    ~ThreadLoop() override { (void)end(std::chrono::hours(1)); }

    void start(Client &client) override
    {
        m_client = &client;
        m_hands.moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(
            &m_hands, [this] { setUp(); }, Qt::QueuedConnection);
        signal();
    }

    void signal() override
    {
        if (m_signalled.exchange(true))
            return;
        QMetaObject::invokeMethod(
            &m_hands,
            [this] {
                (void)m_signalled.exchange(false); // sees all that came before the signal
                m_client->work();
            },
            Qt::QueuedConnection);
    }

    void wakeAfter(std::optional<std::chrono::microseconds> pause) override
    {
        using namespace std::chrono;
        if (!m_timer)
            return; // before setUp(), after which the client works anyway
        if (pause)
            m_timer->start(ceil<milliseconds>(*pause));
        else
            m_timer->stop();
    }

    bool end(std::chrono::milliseconds patience) override
    {
        if (std::exchange(m_isEnding, true) || !m_thread.isRunning())
            return hasEnded(patience);
        QMetaObject::invokeMethod(
            &m_hands,
            [this] {
                m_clock.reset();
                m_timer.reset();
                m_hands.moveToThread(nullptr);
                m_thread.quit();
                m_isThrough = true;
            },
            Qt::QueuedConnection);
        return hasEnded(patience);
    }

private:
    /// What the thread has done is seen by who has waited for it; ThreadSanitizer, which does not
    /// look into Qt, sees it by m_isThrough.
    [[nodiscard]] bool hasEnded(std::chrono::milliseconds patience)
    {
        const bool ended = m_thread.wait(QDeadlineTimer(patience));
        (void)m_isThrough.load();
        return ended;
    }

    void setUp()
    {
        m_timer = std::make_unique<QTimer>();
        m_timer->setSingleShot(true);
        m_timer->setTimerType(Qt::PreciseTimer);
        QObject::connect(m_timer.get(), &QTimer::timeout, m_timer.get(),
                         [this] { m_client->work(); });
        m_clock = std::make_unique<ClockWatch>([this] { m_client->work(); });
        m_client->work();
    }

    Client *m_client = nullptr;
    QThread m_thread;
    QObject m_hands; // lives on the thread while that runs
    std::atomic<bool> m_signalled = false;
    std::atomic<bool> m_isThrough = false;
    bool m_isEnding = false; // of who ends it

    // The thread's own.
    std::unique_ptr<QTimer> m_timer;
    std::unique_ptr<ClockWatch> m_clock;
};

} // namespace

std::unique_ptr<LaneLoop> makeThreadLoop()
{
    return std::make_unique<ThreadLoop>();
}

} // namespace greenroom
