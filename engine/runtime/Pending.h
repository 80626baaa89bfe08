#pragma once

#include "Result.h"

#include <QPromise>

#include <memory>

namespace greenroom {

/// A question's answer on its way from a lane. Copies share it; if the last one goes unanswered, as
/// when the engine is closed, the answer is ShuttingDown. Any thread, answered once.
template <class T>
class Pending
{
public:
    Pending() : m_state(std::make_shared<State>()) { m_state->promise.start(); }

    [[nodiscard]] QFuture<Result<T>> future() const { return m_state->promise.future(); }

    void operator()(Result<T> result) const { m_state->answer(std::move(result)); }

private:
    struct State
    {
        State() = default;
        ~State()
        {
            answer(fail(ErrorCode::ShuttingDown, QStringLiteral("the engine is being closed")));
        }
        Q_DISABLE_COPY_MOVE(State)

        void answer(Result<T> result)
        {
            if (std::exchange(isAnswered, true))
                return;
            promise.addResult(std::move(result));
            promise.finish();
        }

        QPromise<Result<T>> promise;
        bool isAnswered = false;
    };

    std::shared_ptr<State> m_state;
};

} // namespace greenroom
