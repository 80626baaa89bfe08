#include "SourceReader.h"

namespace greenroom {

void Reply::tell(std::function<void()> part) const
{
    const auto deliver = [stop = m_stop.get_token(), context = m_context, part = std::move(part)] {
        if (!stop.stop_requested() && context)
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
    for (LaneThread &lane : m_lanes) {
        lane.pool.clear();
        const QMutexLocker lock(&lane.mutex);
        lane.closing = true;
        lane.current.request_stop();
    }
    for (LaneThread &lane : m_lanes)
        lane.pool.waitForDone();
}

Question SourceReader::ask(Lane lane, QObject *context, Work work)
{
    const std::stop_source stop;
    LaneThread &thread = m_lanes[size_t(lane)];
    const Reply reply(stop, &m_postbox, context);
    thread.pool.start([&thread, source = m_source, stop, reply, work = std::move(work)] {
        {
            const QMutexLocker lock(&thread.mutex);
            if (thread.closing || stop.stop_requested())
                return;
            thread.current = stop;
        }
        work(*source, reply);
    });
    return Question(stop);
}

} // namespace greenroom
