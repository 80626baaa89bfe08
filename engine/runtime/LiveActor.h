#pragma once

#include "ActorDefinition.h"
#include "ActorEvent.h"
#include "ActorImport.h"
#include "ActorRecord.h"
#include "ActorTimers.h"
#include "Creation.h"
#include "Generation.h"
#include "KvEdit.h"
#include "KvPage.h"
#include "LiveContext.h"
#include "LiveStatus.h"
#include "PersistedActor.h"

#include <deque>
#include <memory>
#include <vector>

namespace greenroom {

class StagedActor;

/// An actor that something is known of in memory: it runs, has failed, was destroyed, or a command
/// to it is under way.
///
/// Commands run one after another, in the order in which they came; a command may take long, as it
/// waits for a hook. Reads and writes from outside wait their turn as well, but for those that come
/// while the actor starts or answers its alarm. All on the lane's thread.
class LiveActor
{
public:
    using Done = std::function<void(Result<void>)>;

    enum class Cause { Request, Creation, Alarm };

    LiveActor(ActorId id, Lane &lane);
    ~LiveActor();
    Q_DISABLE_COPY_MOVE(LiveActor)

    // Commands.

    void create(const Creation &creation, Done done);

    /// Loads the actor or makes it, then starts it. @p created tells which, when done.
    void getOrCreate(const Creation &creation, const std::shared_ptr<bool> &created, Done done);

    void start(Done done);
    void sleep(Done done);
    void destroy(Done done);

    /// Starts the actor if need be and calls its onAlarm.
    void answerAlarm();

    /// Takes a bundle's actor in, in place of one that does not run where @p existing says so.
    void install(const std::shared_ptr<StagedActor> &actor, ImportOptions::Existing existing,
                 Done done);

    /// Finishes what the disk says of the actor: an interrupted destroy, old key-values.
    void settle(Done done);

    /// Stops the instance because the engine is being closed.
    void close();

    /// Does @p what in turn; it finds the actor loaded, or is told why it cannot be.
    void access(std::function<void(Result<void>)> what);

    // What the instance, or an access, does.

    [[nodiscard]] const ActorId &id() const { return m_id; }
    [[nodiscard]] const ActorRecord &record() const { return *m_record; }
    [[nodiscard]] Result<void> markAsleep();
    [[nodiscard]] Result<PersistedActor> persisted();
    [[nodiscard]] Result<void> saveState(const QByteArray &cbor);
    [[nodiscard]] Result<void> putKv(const KvEntries &entries);
    [[nodiscard]] Result<EditOutcome> editKv(const KvEdit &edit);
    [[nodiscard]] Result<QList<std::optional<QByteArray>>> getKv(const QList<QByteArray> &keys);
    [[nodiscard]] Result<void> removeKv(const QList<QByteArray> &keys);
    [[nodiscard]] Result<void> removeKvRange(const KvRange &range);
    [[nodiscard]] Result<KvPage> listKv(const KvRange &range, KvOrder order,
                                        std::optional<qint64> limit);
    [[nodiscard]] Result<KvEntries> entries(const KvRange &range, KvOrder order,
                                            std::optional<qint64> limit, qsizetype cut);
    [[nodiscard]] Result<KvTotals> totals();
    [[nodiscard]] Result<AlarmOutcome> setAlarm(Timestamp at);
    [[nodiscard]] Result<AlarmOutcome> replaceAlarm(Timestamp at);
    [[nodiscard]] Result<void> cancelAlarm();
    [[nodiscard]] ActorTimers &timers() { return m_timers; }
    void report(const QString &message);
    void runTask(const std::function<void()> &task);

    // What the lane asks and tells.

    /// Whether its running instance is of @p generation.
    [[nodiscard]] bool lives(const Generation &generation) const;
    [[nodiscard]] bool isRunning() const { return m_instance != nullptr; }
    [[nodiscard]] LiveStatus status();
    void hookEnded(quint64 call, Result<void> result);

    /// Its instance keeps the thread it had for itself; this is another thread.
    void leaveInstanceBehind();

    /// Nothing is under way and nothing need be remembered.
    [[nodiscard]] bool isIdle() const;

private:
    struct Instance;
    struct Command
    {
        enum class Kind { Create, Start, Sleep, Destroy, Alarm, Settle, Access };
        Kind kind = Kind::Access;
        std::function<void()> begin;
        std::vector<Done> waiters;
    };
    using Kind = Command::Kind;
    using Step = LifecycleStep;

    // The queue of commands.
    void enqueue(Kind kind, std::function<void()> begin, Done done = {});
    [[nodiscard]] bool join(Kind kind, Done &done);
    [[nodiscard]] bool mayBegin(const Command &command) const;
    void pump();
    void finish(const Result<void> &result);

    // Steps of commands. Each ends in finish(), or calls the Done it was given.
    void step(LifecycleStep step);
    [[nodiscard]] Result<void> read();
    [[nodiscard]] Result<void> load();
    [[nodiscard]] Result<void> finishDestroy();
    [[nodiscard]] Result<void> migrate();
    [[nodiscard]] Result<void> make(const Creation &creation);
    [[nodiscard]] Result<void> writeRecord(const ActorRecord &record);
    [[nodiscard]] Result<void> writeMadeRecord();
    void unmake();
    [[nodiscard]] Result<void> takeIn(StagedActor &actor, ImportOptions::Existing existing);
    void startInstance(Cause cause, Done done);
    void startEnded(Cause cause, DelayQueue::Time began, const Result<void> &started,
                    const Done &done);
    void startFailed(const Error &error, DelayQueue::Time began, const Done &done);
    void stopInstance(StopReason reason, Done done);
    void dropInstance(std::function<void()> then);
    void beginSleep();
    void beginClose();
    void beginDestroy();
    void keepAlarm();
    [[nodiscard]] bool hasLeftovers() const;
    [[nodiscard]] Result<void> removeFiles(bool recordLast);
    void beginAlarm();
    void alarmEnded(DelayQueue::Time began, Timestamp at, const Result<void> &result);
    void callHook(const QString &name, std::chrono::milliseconds limit,
                  const std::function<void(Completion)> &hook, Done end);

    [[nodiscard]] Result<void> mayWrite() const;
    template <class T, class Use>
    [[nodiscard]] Result<T> withDatabase(Use use, T ofNone);
    void reopenAfter(const Error &error);
    template <class Remove>
    [[nodiscard]] Result<void> removeBy(Remove remove, qint64 entries);
    void wrote(qint64 entries, qint64 bytes);
    void remember(const Error &error);
    void tell(ActorEvent::Kind kind, ActorEvent details);
    void tellFailure(const Error &error);
    [[nodiscard]] std::chrono::microseconds since(DelayQueue::Time began) const;

    const ActorId m_id;
    Lane &m_lane;

    Lifecycle m_lifecycle = Lifecycle::Nonexistent;
    Timestamp m_since;
    Generation m_generation = Generation::fresh();

    std::optional<ActorRecord> m_record; // as it is on disk, or will be:
    bool m_isUnwritten = false;          // made, and not on disk before its first start has ended

    std::shared_ptr<Instance> m_instance; // shared with a thread that is left behind, no one else
    ActorTimers m_timers;

    std::deque<Command> m_queue;
    std::optional<Command> m_current;
    bool m_isPumping = false;

    // The hook under way.
    quint64 m_hook = 0; // its number, 0 for none
    QString m_hookName;
    DelayQueue::Id m_hookDeadline = 0;
    Done m_hookEnd;

    std::optional<Error> m_error; // the first since it last started well

    // Writes, and how many a second of late.
    qint64 m_writes = 0;
    qint64 m_writesBefore = 0;
    double m_writesPerSecond = 0;
    DelayQueue::Time m_rateSince{};

    // Lines that report() may still add in this second, and those dropped.
    static constexpr int LinesPerSecond = 20;
    int m_linesLeft = LinesPerSecond;
    qint64 m_linesDropped = 0;
    DelayQueue::Time m_linesSince;
};

} // namespace greenroom
