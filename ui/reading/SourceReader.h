#pragma once

#include "ActorSource.h"

#include <QMutex>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <array>
#include <memory>
#include <stop_token>

namespace greenroom {

/// A question put to the source. Letting go of it makes the source stop early where it can, and
/// drops its answer, so that a late one never reaches the window.
class Question
{
public:
    Question() = default;
    explicit Question(std::stop_source stop) : m_stop(std::move(stop)) {}
    Question(Question &&other) noexcept { std::swap(m_stop, other.m_stop); }
    Question &operator=(Question &&other) noexcept
    {
        std::swap(m_stop, other.m_stop);
        return *this;
    }
    ~Question() { m_stop.request_stop(); }

private:
    std::stop_source m_stop{std::nostopstate};
};

/// How a question's work, on its background thread, answers.
class Reply
{
public:
    Reply(std::stop_source question, std::stop_source run, QObject *postbox,
          QPointer<QObject> context)
        : m_question(std::move(question)),
          m_run(std::move(run)),
          m_postbox(postbox),
          m_context(std::move(context))
    {}

    [[nodiscard]] std::stop_token stopToken() const { return m_run.get_token(); }

    /// Calls @p part on the window's thread, unless the question is withdrawn, or is to be asked
    /// again, or its context is gone by then. May be called several times, for an answer in parts.
    void tell(std::function<void()> part) const;

private:
    std::stop_source m_question;
    std::stop_source m_run;
    QObject *m_postbox; // lives on the window's thread, longer than any work
    QPointer<QObject> m_context;
};

/// Asks an ActorSource on background threads. Questions on one lane are worked on in order; lanes
/// do not wait for each other. Used from the window's thread only; its end withdraws every
/// question and waits for those under way.
class SourceReader final
{
public:
    enum class Lane {
        Listing,  ///< the whole folder
        Details,  ///< what the user has just selected
        Totals,   ///< counting, which may take long
        Events,   ///< what has happened
        Search,   ///< looking through all actors
        Commands, ///< what the user wants done
        Database, ///< an actor's own SQL database
        Queries,  ///< a user's SQL, and exports, which may take long
        RowCounts ///< of that database's tables, which may take long
    };

    /// Runs on the lane's thread; must touch nothing but the source, the reply and its own copies.
    /// Except on the lane Commands it may be interrupted and run again from its start.
    using Work = std::function<void(ActorSource &, const Reply &)>;

    explicit SourceReader(std::shared_ptr<ActorSource> source);
    ~SourceReader();
    Q_DISABLE_COPY_MOVE(SourceReader)

    /// For calls that neither block nor touch the disk.
    [[nodiscard]] const ActorSource &source() const { return *m_source; }
    [[nodiscard]] EventLog *events() const { return m_source->events(); }
    [[nodiscard]] std::shared_ptr<ActorSource> sharedSource() const { return m_source; }

    [[nodiscard]] Question ask(Lane lane, QObject *context, Work work);

    /// Lets nobody ask the source: what is under way is interrupted (a command is waited for), and
    /// with all that is asked from now on kept for resume(). Calls @p idle on the window's thread
    /// once nothing touches the source any more.
    void suspend(std::function<void()> idle);

    /// Goes on, with @p source in place of the one before.
    void resume(std::shared_ptr<ActorSource> source);

private:
    struct Task
    {
        std::stop_source question;
        QPointer<QObject> context;
        Work work;
    };
    struct LaneThread
    {
        QThreadPool pool; // of one thread

        // The rest is guarded by m_mutex.
        std::stop_source current{std::nostopstate};
        bool isBusy = false;
        QList<Task> kept; // while suspended
    };

    void perform(LaneThread &lane, const Task &task);
    void tellWhenIdle();

    QObject m_postbox;
    std::array<LaneThread, size_t(Lane::RowCounts) + 1> m_lanes;

    QMutex m_mutex; // guards the rest; m_source is changed by the window's thread alone
    std::shared_ptr<ActorSource> m_source;
    std::function<void()> m_idle;
    bool m_isSuspended = false;
    bool m_isClosing = false;
};

} // namespace greenroom
