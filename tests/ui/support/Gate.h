#pragma once

#include <QMutex>
#include <QWaitCondition>

/// Holds background work until a test lets it go on. Open at first. Any thread.
class Gate
{
public:
    void close()
    {
        const QMutexLocker lock(&m_mutex);
        m_closed = true;
    }

    void open()
    {
        const QMutexLocker lock(&m_mutex);
        m_closed = false;
        m_opened.wakeAll();
    }

    /// Waits until the gate is open.
    void pass()
    {
        const QMutexLocker lock(&m_mutex);
        ++m_waiting;
        while (m_closed)
            m_opened.wait(&m_mutex);
        --m_waiting;
    }

    /// How many are held up right now.
    [[nodiscard]] int waiting() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_waiting;
    }

private:
    mutable QMutex m_mutex; // guards the rest
    QWaitCondition m_opened;
    bool m_closed = false;
    int m_waiting = 0;
};
