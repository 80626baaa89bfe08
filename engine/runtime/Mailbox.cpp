#include "Mailbox.h"

namespace greenroom {

void Mailbox::serve(LaneLoop *loop)
{
    const std::lock_guard lock(m_mutex);
    m_loop = loop;
    if (m_loop && !m_tasks.empty())
        m_loop->signal();
}

void Mailbox::post(Task task)
{
    const std::lock_guard lock(m_mutex);
    if (m_isClosed)
        return;
    m_tasks.push_back(std::move(task));
    if (m_loop)
        m_loop->signal();
}

void Mailbox::postFirst(Task task)
{
    const std::lock_guard lock(m_mutex);
    if (m_isClosed)
        return;
    m_tasks.push_front(std::move(task));
    if (m_loop)
        m_loop->signal();
}

Mailbox::Task Mailbox::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_tasks.empty())
        return {};
    Task task = std::move(m_tasks.front());
    m_tasks.pop_front();
    return task;
}

void Mailbox::close()
{
    std::deque<Task> dropped; // goes when the lock is free: a task may hold the last of anything
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_loop = nullptr;
    dropped.swap(m_tasks);
}

} // namespace greenroom
