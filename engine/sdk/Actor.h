#pragma once

#include "Completion.h"

namespace greenroom {

enum class StopReason { Sleep, Destroy };

/// One running actor, written in C++. Its definition makes it when the actor starts; it goes when
/// the actor sleeps or is destroyed.
///
/// All hooks are called on the actor's own thread, one at a time. A hook that throws, fails its
/// Completion or overruns its time limit is reported on this actor and touches no other. A hook
/// must not keep the thread for itself: long work goes elsewhere and keeps the Completion; an actor
/// that blocks its thread for too long is left behind as crashed.
class Actor
{
public:
    virtual ~Actor() = default;

    /// The actor wakes up. If it fails, the actor stays startable.
    virtual void start(Completion) {}

    /// The actor's alarm is due. If it fails it is called again later: at least once.
    virtual void onAlarm(Completion) {}

    /// The actor goes to sleep, or for good. The context can be used until the Completion is gone,
    /// but that nothing is written any more while the actor is being destroyed.
    virtual void onStop(StopReason, Completion) {}

protected:
    Actor() = default;
    Q_DISABLE_COPY_MOVE(Actor)
};

} // namespace greenroom
