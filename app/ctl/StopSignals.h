#pragma once

#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace greenroom::ctl {

/// Tells of the signals that ask a program to end (SIGINT, SIGTERM, SIGHUP) on the event loop of
/// the thread that made it; the second one ends the process at once. At most one at a time.
///
/// To be made before other threads are: they are made deaf to these signals, so that none of their
/// system calls is interrupted. The making thread hears them from listen() on, also those that
/// came before.
class StopSignals
{
public:
    explicit StopSignals(std::function<void()> onStop);
    ~StopSignals();
    Q_DISABLE_COPY_MOVE(StopSignals)

    void listen();

    /// Whether such a signal has come, also before the event loop has told of it.
    [[nodiscard]] bool hasCome() const;

private:
    std::function<void()> m_onStop;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace greenroom::ctl
