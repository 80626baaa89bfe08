#pragma once

#include "Clock.h"
#include "DatabasePool.h"
#include "Definitions.h"
#include "DelayQueue.h"
#include "EngineSettings.h"
#include "LaneAlarms.h"
#include "LaneLoop.h"
#include "LaneNews.h"
#include "Mailbox.h"
#include "Seat.h"

#include <functional>
#include <memory>
#include <unordered_map>

namespace greenroom {

class LiveActor;

/// What all lanes of an engine share. Everything outlives them.
struct EngineParts
{
    ActorStore &store;
    const EngineSettings &settings;
    const Definitions &definitions;
    std::shared_ptr<const Clock> clock;
    EventLog &log;
    StatusBoard &board;
};

/// One engine thread and the actors that live on it: everything of theirs is touched there only.
/// Any thread may post(), find out whether the lane isBlocked, and end it; all else is the lane's.
class Lane final : public LaneLoop::Client
{
public:
    Lane(int number, EngineParts parts, qsizetype openDatabases, LoopMaker makeLoop);
    ~Lane();
    Q_DISABLE_COPY_MOVE(Lane)

    // From any thread.

    [[nodiscard]] int number() const { return m_number; }
    void start();
    void post(Mailbox::Task task) { m_mailbox->post(std::move(task)); }

    /// If an actor has kept the thread for itself for too long, leaves both behind and goes on on
    /// a new thread.
    void leaveBlockedActor();

    /// Ends the thread. What is still posted is dropped.
    void end();

    // On the lane's thread.

    [[nodiscard]] const std::shared_ptr<Mailbox> &mailbox() const { return m_mailbox; }
    [[nodiscard]] ActorStore &store() const { return m_parts.store; }
    [[nodiscard]] const EngineSettings &settings() const { return m_parts.settings; }
    [[nodiscard]] const Definitions &definitions() const { return m_parts.definitions; }
    [[nodiscard]] const Clock &clock() const { return *m_parts.clock; }
    [[nodiscard]] const std::shared_ptr<const Clock> &sharedClock() const { return m_parts.clock; }
    [[nodiscard]] DatabasePool &databases() { return m_databases; }
    [[nodiscard]] LaneAlarms &alarms() { return m_alarms; }

    /// The actor's entry, if there is one.
    [[nodiscard]] LiveActor *find(const ActorId &id) const;

    /// The actor's entry, made if there is none. It goes again once nothing keeps it.
    [[nodiscard]] LiveActor &enter(const ActorId &id);

    /// Nothing keeps the entry of @p id at the moment.
    void mayLeave(const ActorId &id) { m_idle.append(id); }

    /// Runs an actor's own code. Fails with ActorFailed when it throws.
    [[nodiscard]] Result<void> runGuarded(const ActorId &id, const std::function<void()> &code);

    DelayQueue::Id delayUntil(DelayQueue::Time at, std::function<void()> task);
    DelayQueue::Id delayFor(std::chrono::microseconds pause, std::function<void()> task);
    void cancelDelay(DelayQueue::Id id) { m_delays.cancel(id); }

    void tell(ActorEvent event);
    void tellWrites(const ActorId &id, qint64 entries, qint64 bytes);
    void tellSavedState(const ActorId &id, qint64 bytes);
    void tellChange(const ActorId &id);
    void tellCounts();
    void tellNow();

    /// An alarm has been answered, well or not.
    void alarmEnded(const ActorId &id) { cancelDelay(m_alarmTurns.take(id)); }

    /// Numbers of this lane that are never given twice.
    [[nodiscard]] quint64 nextNumber() { return ++m_lastNumber; }

    /// Puts every running actor to sleep and takes no more commands; @p done is called when all
    /// have stopped.
    void close(std::function<void()> done);
    [[nodiscard]] bool isClosing() const { return m_isClosing; }
    [[nodiscard]] qsizetype running() const;

private:
    struct HashOfId
    {
        size_t operator()(const ActorId &id) const { return qHash(id); }
    };

    void work() override;
    void runDueDelays();
    void answerDueAlarms();
    void wakeForNext();
    void letIdleGo();
    void finishClosing();
    void tellCountsLater();
    [[nodiscard]] std::optional<LiveStatus> statusOf(const ActorId &id) const;

    const int m_number;
    const EngineParts m_parts;
    const LoopMaker m_makeLoop;
    const std::shared_ptr<Mailbox> m_mailbox;

    std::unique_ptr<LaneLoop> m_loop;
    std::unique_ptr<Seat> m_seat;

    DatabasePool m_databases;
    LaneAlarms m_alarms;
    DelayQueue m_delays;
    LaneNews m_news;
    DelayQueue::Id m_tellLater = 0;
    DelayQueue::Id m_countLater = 0;
    QList<ActorId> m_writing; // when counts were told last
    std::unordered_map<ActorId, std::unique_ptr<LiveActor>, HashOfId> m_actors;
    QList<ActorId> m_idle;
    QHash<ActorId, DelayQueue::Id> m_alarmTurns; // alarms being answered, and when a turn ends
    quint64 m_lastNumber = 0;
    bool m_isClosing = false;
    std::function<void()> m_closed;
};

} // namespace greenroom
