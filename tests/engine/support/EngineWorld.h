#pragma once

#include "ActorEngine.h"
#include "FakeClock.h"
#include "FaultyStore.h"
#include "Script.h"
#include "StepLoop.h"
#include "StorageFolder.h"

#include <map>

/// An engine whose time and steps a test decides: nothing happens but in settle() and advance(),
/// on the test's thread.
class EngineWorld
{
public:
    static constexpr quint64 Start = 1'700'000'000'000;

    /// Where the engine keeps its actors.
    enum class Place {
        Folder, ///< its folder, opened as a program would
        Store,  ///< its folder by way of store(), without lock and sweep
        Memory,
    };

    explicit EngineWorld(Place place = Place::Store);
    ~EngineWorld();
    Q_DISABLE_COPY_MOVE(EngineWorld)

    /// Where the place is; shared, so that another world can look at the same folder.
    std::shared_ptr<StorageFolder> folder = std::make_shared<StorageFolder>();

    greenroom::EngineSettings settings;
    std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>(Start);

    /// What the actors of a name do; "actor" is there from the start, others once asked for.
    [[nodiscard]] Script &script(const QString &name = QStringLiteral("actor"));

    /// The engine, opened at its first use. Scripts and settings come before.
    [[nodiscard]] greenroom::ActorEngine &engine();
    [[nodiscard]] greenroom::Result<void> open();
    [[nodiscard]] FaultyStore &store();

    /// Works until nothing is left to do at this time.
    void settle();

    /// Lets time pass; work is done when it is due.
    void advance(std::chrono::milliseconds length);

    /// Sets the wall clock alone. The lanes are told, as by a system that tells.
    void setWallClock(quint64 ms);

    /// The answer to a command; TimedOut when there is none yet.
    template <class T>
    [[nodiscard]] greenroom::Result<T> answer(QFuture<greenroom::Result<T>> future)
    {
        settle();
        if (!future.isFinished())
            return greenroom::fail(greenroom::ErrorCode::TimedOut,
                                   QStringLiteral("there is no answer yet"));
        return future.result();
    }

    /// The answer's code, as outcomeOf(); "…" when there is none yet.
    template <class T>
    [[nodiscard]] QString outcome(QFuture<greenroom::Result<T>> future)
    {
        settle();
        if (!future.isFinished())
            return QStringLiteral("…");
        const greenroom::Result<T> result = future.result();
        return result ? QStringLiteral("ok") : greenroom::codeName(result.error().code);
    }

    /// Does something as the instance made last would, in its own thread's turn.
    void inActor(const std::function<void(greenroom::ActorContext &)> &task,
                 const QString &name = QStringLiteral("actor"));

    /// Closes the engine in good order. The next use opens a new one.
    void close();

    /// Ends it as a kill would, as far as one process can: nothing more is written.
    void crash();

    // What there is.

    [[nodiscard]] static greenroom::Creation
    creation(const QString &key = QStringLiteral("k"),
             const QString &name = QStringLiteral("actor"));
    [[nodiscard]] static greenroom::ActorId id(const QString &key = QStringLiteral("k"),
                                               const QString &name = QStringLiteral("actor"));

    /// Creates and starts an actor; fatal when that fails.
    greenroom::ActorId run(const QString &key = QStringLiteral("k"),
                           const QString &name = QStringLiteral("actor"));

    /// "AWAKE" and so on by what the engine has told; "-" when nothing runs or is known.
    [[nodiscard]] QString lifecycle(const greenroom::ActorId &id);
    [[nodiscard]] std::optional<greenroom::LiveStatus> status(const greenroom::ActorId &id);

    /// The kinds of all events since the last time, with ", " in between.
    [[nodiscard]] QString takeEvents();
    [[nodiscard]] greenroom::ActorEvents takeEventList();

    /// What is on disk, read without the engine.
    [[nodiscard]] greenroom::Result<greenroom::ActorRecord>
    recordOnDisk(const greenroom::ActorId &id) const;

    /// The alarm's time after Start; none when there is no file.
    [[nodiscard]] std::optional<qint64> alarmOnDisk(const greenroom::ActorId &id) const;

    /// All files below state, alarms and databases, "state/ID" and so on, sorted.
    [[nodiscard]] QStringList filesOnDisk() const;

private:
    const Place m_place;
    std::map<QString, std::unique_ptr<Script>> m_scripts;
    std::vector<StepLoop *> m_loops; // the engine's
    FaultyStore *m_store = nullptr;  // the engine's
    std::unique_ptr<greenroom::ActorEngine> m_engine;
    quint64 m_lastEvent = 0;
};

/// "+100" for a time so many ms after the start; "none".
[[nodiscard]] greenroom::Timestamp at(qint64 ms);
