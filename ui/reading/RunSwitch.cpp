#include "RunSwitch.h"

#include "FolderSession.h"

namespace greenroom {

RunSwitch::RunSwitch(FolderSession &session, SourceOpeners openers, QObject *parent)
    : QObject(parent),
      m_session(session),
      m_openers(std::move(openers)),
      m_state(session.isRunning() ? State::Running : State::Looking)
{
    m_thread.setMaxThreadCount(1);
}

RunSwitch::~RunSwitch()
{
    m_thread.waitForDone();
}

void RunSwitch::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

void RunSwitch::run()
{
    if (m_state != State::Looking || !canRun())
        return;
    m_stopsAfterStart = false;
    setState(State::Starting);
    m_session.suspend([this] { openToRun(); });
}

void RunSwitch::openToRun()
{
    m_thread.start([this, open = m_openers.run, folder = m_session.location()] {
        const Result<std::shared_ptr<ActorSource>> source = open(folder);
        QMetaObject::invokeMethod(this, [this, source] { opened(source); });
    });
}

void RunSwitch::opened(const Result<std::shared_ptr<ActorSource>> &source)
{
    m_session.resume(source ? *source : m_session.reader().sharedSource());
    setState(source ? State::Running : State::Looking);
    if (!source)
        Q_EMIT failed(source.error());
    else if (m_stopsAfterStart)
        stop();
}

void RunSwitch::stop()
{
    if (m_state == State::Starting)
        m_stopsAfterStart = true;
    if (m_state != State::Running)
        return;
    setState(State::Stopping);
    m_thread.start([this, source = m_session.reader().sharedSource(), look = m_openers.look] {
        source->stopRunning(); // ends commands under way; it can be read until it is replaced
        const Result<std::shared_ptr<ActorSource>> opened = look(source->location());
        QMetaObject::invokeMethod(this, [this, opened] { stopped(opened); });
    });
}

void RunSwitch::stopped(const Result<std::shared_ptr<ActorSource>> &look)
{
    if (!look) { // the old one can still be read
        m_session.suspend([this, error = look.error()] {
            m_session.resume(m_session.reader().sharedSource());
            setState(State::Looking);
            Q_EMIT failed(error);
        });
        return;
    }
    m_session.suspend([this, look = *look] {
        // The last hold on the old source: its end may take a while.
        std::shared_ptr<ActorSource> old = m_session.reader().sharedSource();
        m_session.resume(look);
        m_thread.start([old = std::move(old)] {});
        setState(State::Looking);
    });
}

} // namespace greenroom
