#pragma once

#include "ActorContext.h"
#include "ActorImport.h"
#include "ActorRecord.h"
#include "Clock.h"
#include "Creation.h"
#include "Definitions.h"
#include "EngineSettings.h"
#include "EventLog.h"
#include "KvEdit.h"
#include "LaneLoop.h"
#include "Pending.h"
#include "StatusBoard.h"

#include <QFuture>

#include <memory>
#include <thread>
#include <vector>

namespace greenroom {

class ActorStore;
class FolderLock;
class Lane;
class StagedActor;

/// What a start has found.
struct StartReport
{
    qint64 actors = 0;
    qint64 alarms = 0;   ///< armed
    QStringList notices; ///< what was cleared away, skipped or left alone, a sentence each
};

/// One actor in a listing, or why it cannot be read.
struct ListedActor
{
    QString fileName;
    Result<ActorRecord> record;
};

/// What an engine gets from outside besides its settings; tests bring their own.
struct EngineSurroundings
{
    std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>();
    LoopMaker makeLoop = makeThreadLoop;
};

/// Owns every actor of one storage folder: who is awake, their records, alarms and key-values
/// (engine-contract). Each actor lives on one of a few threads.
///
/// Any thread may call everything. Commands return at once; their future is finished, on the
/// actor's thread, when the effect is on disk. Commands to one actor are carried out in order.
/// After shutDown() every command fails with ShuttingDown.
class ActorEngine final
{
public:
    /// Opens a folder, which is made if it is missing, and takes its lock. Fails with FolderHeld,
    /// naming the holder, or Io. What there is besides is read in the background: see ready().
    [[nodiscard]] static Result<std::unique_ptr<ActorEngine>>
    open(const QString &folder, std::shared_ptr<const Definitions> definitions,
         const EngineSettings &settings = {}, const EngineSurroundings &surroundings = {});

    /// Opens a place of one's own, such as one that fails on purpose.
    [[nodiscard]] static std::unique_ptr<ActorEngine>
    open(std::unique_ptr<ActorStore> store, std::shared_ptr<const Definitions> definitions,
         const EngineSettings &settings = {}, const EngineSurroundings &surroundings = {});

    /// An engine whose actors end with it and that never touches the disk.
    [[nodiscard]] static std::unique_ptr<ActorEngine>
    inMemory(std::shared_ptr<const Definitions> definitions, const EngineSettings &settings = {},
             const EngineSurroundings &surroundings = {});

    /// As shutDown().
    ~ActorEngine();
    Q_DISABLE_COPY_MOVE(ActorEngine)

    /// Finished when all alarms are armed. Commands may be given before.
    [[nodiscard]] QFuture<Result<StartReport>> ready() const { return m_ready.future(); }

    /// Puts all running actors to sleep, within EngineSettings::shutdownLimit, closes everything
    /// and lets go of the folder. Blocks. What has not stopped by then is left as a crash would.
    void shutDown();

    /// The first half of it: finished when all have stopped.
    [[nodiscard]] QFuture<Result<void>> stopActors();

    // An actor's life.

    /// Makes an actor that is not started. Fails with DuplicateKey when it exists.
    [[nodiscard]] QFuture<Result<ActorId>> create(const Creation &creation);

    /// Takes a bundle's actor in, which is not started. Fails with DuplicateKey when there is one
    /// of its id, unless that is to be replaced; with StillRunning when that one runs.
    [[nodiscard]] QFuture<Result<void>> install(const std::shared_ptr<StagedActor> &actor,
                                                ImportOptions::Existing existing);

    struct Obtained
    {
        ActorId id;
        bool wasCreated = false;
    };
    /// Starts the actor of that name and key, made if there is none. When called many times at
    /// once, exactly one is made.
    [[nodiscard]] QFuture<Result<Obtained>> getOrCreate(const Creation &creation);

    /// What the actor's record says. Fails with NotFound.
    [[nodiscard]] QFuture<Result<ActorRecord>> load(const ActorId &id);

    [[nodiscard]] QFuture<Result<void>> start(const ActorId &id);
    [[nodiscard]] QFuture<Result<void>> sleep(const ActorId &id);
    [[nodiscard]] QFuture<Result<void>> destroy(const ActorId &id);

    /// Corrects the record of an actor that does not run and says that it does, as after the end of
    /// a program that did not put it to sleep. Fails with NotRunning when there is nothing to
    /// correct.
    [[nodiscard]] QFuture<Result<void>> markAsleep(const ActorId &id);

    /// Actors behind the file name @p after, in their order, at most @p limit. Blocks on the disk.
    [[nodiscard]] Result<QList<ListedActor>>
    list(const QString &after = {}, qsizetype limit = std::numeric_limits<qsizetype>::max()) const;

    // Alarms.

    [[nodiscard]] QFuture<Result<AlarmOutcome>> setAlarm(const ActorId &id, Timestamp at);

    /// Makes @p at the alarm even when it is later than the pending one.
    [[nodiscard]] QFuture<Result<AlarmOutcome>> replaceAlarm(const ActorId &id, Timestamp at);
    [[nodiscard]] QFuture<Result<void>> cancelAlarm(const ActorId &id);

    /// Makes the pending alarm due now, on disk as well. Finished when it is on its way.
    [[nodiscard]] QFuture<Result<void>> fireAlarm(const ActorId &id);

    // Key-values, under their whole stored keys. None of these starts an actor.

    /// Applies a staged edit, in turn with the actor's own writes, if all that it was based on is
    /// still so. Fails with StillRunning for key 01 of an actor that runs: it has its state in
    /// memory and would write over the edit.
    [[nodiscard]] QFuture<Result<EditOutcome>> editKv(const ActorId &id, const KvEdit &edit);

    [[nodiscard]] QFuture<Result<void>> putKv(const ActorId &id, const KvEntries &entries);
    [[nodiscard]] QFuture<Result<QList<std::optional<QByteArray>>>>
    getKv(const ActorId &id, const QList<QByteArray> &keys);
    [[nodiscard]] QFuture<Result<void>> removeKv(const ActorId &id, const QList<QByteArray> &keys);
    [[nodiscard]] QFuture<Result<void>> removeKvRange(const ActorId &id, const KvRange &range);
    [[nodiscard]] QFuture<Result<KvPage>> listKv(const ActorId &id, const KvRange &range,
                                                 KvOrder order = KvOrder::Ascending,
                                                 std::optional<qint64> limit = std::nullopt);
    [[nodiscard]] QFuture<Result<KvTotals>> kvTotals(const ActorId &id);

    // What can be seen.

    [[nodiscard]] EventLog &events() { return m_log; }
    [[nodiscard]] const StatusBoard &statuses() const { return m_board; }

    /// Finished when all that has happened to @p id so far is in events() and statuses().
    [[nodiscard]] QFuture<Result<void>> told(const ActorId &id);

private:
    ActorEngine(std::unique_ptr<FolderLock> lock, std::unique_ptr<ActorStore> store,
                std::shared_ptr<const Definitions> definitions, const EngineSettings &settings,
                EngineSurroundings surroundings);

    void begin(QStringList notices);
    void settleLater(Lane &lane, const std::shared_ptr<const QStringList> &names, qsizetype from);
    void watch(const std::stop_token &stop);
    [[nodiscard]] Lane &laneOf(const ActorId &id) const;

    template <class T, class Command>
    [[nodiscard]] QFuture<Result<T>> command(const ActorId &id, Command command);
    template <class T, class Access>
    [[nodiscard]] QFuture<Result<T>> access(const ActorId &id, Access access);

    const EngineSettings m_settings;
    const std::shared_ptr<const Clock> m_clock;
    const std::shared_ptr<const Definitions> m_definitions;
    const std::unique_ptr<ActorStore> m_store;
    std::unique_ptr<FolderLock> m_lock; // none where nothing is shared
    EventLog m_log;
    StatusBoard m_board;
    Pending<StartReport> m_ready;
    std::vector<std::unique_ptr<Lane>> m_lanes; // constant while open
    std::jthread m_watch;
    bool m_isShut = false;
};

} // namespace greenroom
