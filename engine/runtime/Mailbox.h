#pragma once

#include "LaneLoop.h"

#include <deque>
#include <functional>
#include <mutex>

namespace greenroom {

/// The tasks that are waiting for a lane, in order. Outlives its lane in the hands of whoever may
/// still want to post; a task posted after close() is dropped. Any thread.
class Mailbox
{
public:
    using Task = std::function<void()>;

    /// Signals @p loop when there is something new, from now on.
    void serve(LaneLoop *loop);

    void post(Task task);

    /// Before all that is waiting.
    void postFirst(Task task);

    /// The next task; an empty one when there is none.
    [[nodiscard]] Task take();

    /// Drops all tasks and takes no more.
    void close();

private:
    std::mutex m_mutex; // guards the rest
    std::deque<Task> m_tasks;
    LaneLoop *m_loop = nullptr;
    bool m_isClosed = false;
};

} // namespace greenroom
