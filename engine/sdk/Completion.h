#pragma once

#include "Result.h"

#include <functional>
#include <memory>
#include <mutex>

namespace greenroom {

/// The end of a hook. The hook is over when its last copy is gone: a hook that does all its work
/// before it returns just ignores it; one that goes on later keeps a copy until it is done. Copies
/// may be kept and dropped on any thread.
class Completion
{
public:
    /// For the engine: @p ended is called once, on the thread that drops the last copy.
    explicit Completion(std::function<void(Result<void>)> ended)
        : m_state(std::make_shared<State>())
    {
        m_state->ended = std::move(ended);
    }

    /// Makes the hook end as a failure. The first failure counts.
    void fail(Error error) const
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->outcome)
            m_state->outcome = greenroom::fail(std::move(error));
    }

    /// The same with a sentence that says what went wrong.
    void fail(const QString &message) const { fail(Error{ErrorCode::ActorFailed, message}); }

    /// The same if @p outcome is a failure: `completion.failIf(remind());`.
    template <class T>
    void failIf(const Result<T> &outcome) const
    {
        if (!outcome)
            fail(outcome.error());
    }

private:
    struct State
    {
        State() = default;
        ~State() { ended(std::move(outcome)); }
        Q_DISABLE_COPY_MOVE(State)

        std::mutex mutex; // guards outcome
        Result<void> outcome;
        std::function<void(Result<void>)> ended;
    };

    std::shared_ptr<State> m_state;
};

} // namespace greenroom
