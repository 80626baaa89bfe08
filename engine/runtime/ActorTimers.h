#pragma once

#include "DelayQueue.h"

namespace greenroom {

class Lane;

/// The timers of one running actor. Used on its lane's thread.
class ActorTimers
{
public:
    /// @p run is called with each task that is due.
    ActorTimers(Lane &lane, std::function<void(const std::function<void()> &)> run)
        : m_lane(lane), m_run(std::move(run))
    {}

    int after(std::chrono::milliseconds delay, std::function<void()> task);
    int every(std::chrono::milliseconds period, std::function<void()> task);
    void stop(int timer);
    void stopAll();

private:
    struct Timer
    {
        DelayQueue::Id delay = 0;
        DelayQueue::Time due{};
        DelayQueue::Time period{}; ///< zero: once
        std::function<void()> task;
    };

    int add(Timer timer);
    void fire(int number);

    Lane &m_lane;
    std::function<void(const std::function<void()> &)> m_run;
    QHash<int, Timer> m_timers;
    int m_last = 0;
};

} // namespace greenroom
