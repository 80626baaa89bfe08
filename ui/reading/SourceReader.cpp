#include "SourceReader.h"

namespace greenroom {

void Reply::tell(std::function<void()> part) const
{
    const auto deliver = [question = m_question.get_token(), run = m_run.get_token(),
                          context = m_context, part = std::move(part)] {
        if (!question.stop_requested() && !run.stop_requested() && context)
            part();
    };
    QMetaObject::invokeMethod(m_postbox, deliver, Qt::QueuedConnection);
}

SourceReader::SourceReader(std::shared_ptr<ActorSource> source) : m_source(std::move(source))
{
    for (LaneThread &lane : m_lanes)
        lane.pool.setMaxThreadCount(1);
}

SourceReader::~SourceReader()
{
    {
        const QMutexLocker lock(&m_mutex);
        m_isClosing = true;
        for (LaneThread &lane : m_lanes)
            lane.current.request_stop();
    }
    for (LaneThread &lane : m_lanes) {
        lane.pool.clear();
        lane.pool.waitForDone();
    }
}

Question SourceReader::ask(Lane lane, QObject *context, Work work)
{
    const std::stop_source question;
    LaneThread &thread = m_lanes[size_t(lane)];
    thread.pool.start([this, &thread, task = Task{question, context, std::move(work)}] {
        perform(thread, task);
    });
    return Question(question);
}

void SourceReader::perform(LaneThread &lane, const Task &task)
{
    std::stop_source run;
    std::shared_ptr<ActorSource> source;
    {
        const QMutexLocker lock(&m_mutex);
        if (m_isClosing || task.question.stop_requested())
            return;
        if (m_isSuspended) {
            lane.kept << task;
            return;
        }
        lane.current = run;
        lane.isBusy = true;
        source = m_source;
    }
    {
        const std::stop_callback withdrawn(task.question.get_token(),
                                           [&run] { run.request_stop(); });
        task.work(*source, Reply(task.question, run, &m_postbox, task.context));
    }
    source.reset();
    const QMutexLocker lock(&m_mutex);
    lane.isBusy = false;
    lane.current = std::stop_source(std::nostopstate);
    if (!m_isSuspended)
        return;
    if (run.stop_requested() && !task.question.stop_requested())
        lane.kept << task;
    tellWhenIdle();
}

void SourceReader::suspend(std::function<void()> idle)
{
    const QMutexLocker lock(&m_mutex);
    m_isSuspended = true;
    m_idle = std::move(idle);
    for (LaneThread &lane : m_lanes) {
        if (&lane != &m_lanes[size_t(Lane::Commands)])
            lane.current.request_stop();
    }
    tellWhenIdle();
}

void SourceReader::tellWhenIdle()
{
    for (const LaneThread &lane : m_lanes) {
        if (lane.isBusy)
            return;
    }
    if (m_idle)
        QMetaObject::invokeMethod(&m_postbox, std::exchange(m_idle, nullptr), Qt::QueuedConnection);
}

void SourceReader::resume(std::shared_ptr<ActorSource> source)
{
    const QMutexLocker lock(&m_mutex);
    std::swap(m_source, source);
    m_isSuspended = false;
    for (LaneThread &lane : m_lanes) {
        const QList<Task> kept = std::exchange(lane.kept, {});
        for (const Task &task : kept)
            lane.pool.start([this, &lane, task] { perform(lane, task); });
    }
}

} // namespace greenroom
