#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace greenroom {

/// What a lane is driven by: a thread with an event loop and one timer, or a test.
class LaneLoop
{
public:
    /// Who is driven.
    class Client
    {
    public:
        /// Does what there is to do. Called on the loop's thread only.
        virtual void work() = 0;

    protected:
        ~Client() = default;
    };

    virtual ~LaneLoop();

    /// Begins to drive @p client, which must live until the loop has ended.
    virtual void start(Client &client) = 0;

    /// Makes the client work soon. Any thread.
    virtual void signal() = 0;

    /// Makes it work after @p pause, or not by itself. Replaces the wish before. Loop's thread.
    virtual void wakeAfter(std::optional<std::chrono::microseconds> pause) = 0;

    /// Ends the loop; false if its thread has not come to that within @p patience. Any other
    /// thread.
    [[nodiscard]] virtual bool end(std::chrono::milliseconds patience) = 0;
};

using LoopMaker = std::function<std::unique_ptr<LaneLoop>()>;

/// Ends a loop whose thread never returns: it is forgotten, its memory with it.
void leaveBehind(std::unique_ptr<LaneLoop> loop);

/// A loop with a thread of its own, whose one timer is a QTimer. Works as well when the wall clock
/// is set, or after the machine was suspended.
[[nodiscard]] std::unique_ptr<LaneLoop> makeThreadLoop();

} // namespace greenroom
