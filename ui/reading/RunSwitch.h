#pragma once

#include "SourceOpeners.h"

#include <QObject>
#include <QThreadPool>

namespace greenroom {

class FolderSession;

/// Turns an open folder between being looked at and being run. The old source is left alone by
/// everybody before the new one is opened. Used from the window's thread; what blocks happens on
/// another.
class RunSwitch final : public QObject
{
    Q_OBJECT

public:
    enum class State { Looking, Starting, Running, Stopping };

    RunSwitch(FolderSession &session, SourceOpeners openers, QObject *parent = nullptr);
    ~RunSwitch() override;

    [[nodiscard]] State state() const { return m_state; }

    /// Whether there is a way to run a folder at all.
    [[nodiscard]] bool canRun() const { return m_openers.run != nullptr; }

    /// Starts the folder's actors. Fails back to looking.
    void run();

    /// Stops them and looks on. While starting: as soon as that is done.
    void stop();

Q_SIGNALS:
    void stateChanged();

    /// Running failed, or looking again after it did.
    void failed(const Error &error);

private:
    void setState(State state);
    void openToRun();
    void opened(const Result<std::shared_ptr<ActorSource>> &source);
    void stopped(const Result<std::shared_ptr<ActorSource>> &look);

    FolderSession &m_session;
    const SourceOpeners m_openers;
    QThreadPool m_thread; // of one thread
    State m_state;
    bool m_stopsAfterStart = false;
};

} // namespace greenroom
