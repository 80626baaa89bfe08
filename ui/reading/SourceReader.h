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
    Reply(std::stop_source stop, QObject *postbox, QPointer<QObject> context)
        : m_stop(std::move(stop)), m_postbox(postbox), m_context(std::move(context))
    {}

    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

    /// Calls @p part on the window's thread, unless the question is withdrawn or its context is
    /// gone by then. May be called several times, for an answer in parts.
    void tell(std::function<void()> part) const;

private:
    std::stop_source m_stop;
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
        Listing, ///< the whole folder
        Details, ///< what the user has just selected
        Totals,  ///< counting, which may take long
    };

    /// Runs on the lane's thread; must touch nothing but the source, the reply and its own copies.
    using Work = std::function<void(ActorSource &, const Reply &)>;

    explicit SourceReader(std::shared_ptr<ActorSource> source);
    ~SourceReader();
    Q_DISABLE_COPY_MOVE(SourceReader)

    /// For calls that neither block nor touch the disk.
    [[nodiscard]] const ActorSource &source() const { return *m_source; }

    [[nodiscard]] Question ask(Lane lane, QObject *context, Work work);

private:
    struct LaneThread
    {
        QThreadPool pool; // of one thread

        QMutex mutex; // guards the rest
        std::stop_source current{std::nostopstate};
        bool closing = false;
    };

    const std::shared_ptr<ActorSource> m_source;
    QObject m_postbox;
    std::array<LaneThread, 3> m_lanes;
};

} // namespace greenroom
