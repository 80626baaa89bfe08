#pragma once

#include "ActorId.h"

#include <atomic>
#include <chrono>
#include <optional>

namespace greenroom {

class Lane;

/// A thread's place at a lane, and who is in charge on it: the engine, or an actor's own code.
/// While an actor keeps the thread for itself another thread may take its place; the actor's thread
/// then finds out at its next step into the engine, and never touches the lane again.
class Seat
{
public:
    using Clock = std::chrono::steady_clock;

    explicit Seat(Lane &lane) : m_lane(lane) {}

    [[nodiscard]] Lane &lane() const { return m_lane; }

    /// The seat of the calling thread, while that works for its lane.
    [[nodiscard]] static Seat *current();

    /// Takes the calling thread to be this seat's.
    class Sitting
    {
    public:
        explicit Sitting(Seat &seat);
        ~Sitting();
        Q_DISABLE_COPY_MOVE(Sitting)

    private:
        Seat *m_before;
    };

    /// The engine hands over to an actor's code, and gets the thread back.
    class Hook
    {
    public:
        Hook(Seat &seat, const ActorId &actor);

        /// Does not return if the seat was taken meanwhile: the thread then sleeps for ever. It
        /// cannot be ended from outside, and there is nothing left that it may do.
        ~Hook();
        Q_DISABLE_COPY_MOVE(Hook)

    private:
        Seat &m_seat;
        const quint64 m_number;
    };

    /// An actor's code calls the engine.
    class Visit
    {
    public:
        explicit Visit(Seat &seat);
        ~Visit();
        Q_DISABLE_COPY_MOVE(Visit)

        /// Whether the seat is still this thread's.
        [[nodiscard]] bool isWelcome() const { return m_before != Taken; }

    private:
        Seat &m_seat;
        quint64 m_before;
    };

    /// Takes the seat from a thread that has been in an actor's code for longer than @p limit, and
    /// says which actor's. Any thread.
    [[nodiscard]] std::optional<ActorId> takeFromBlocked(std::chrono::milliseconds limit);

private:
    // Who is in charge: the engine, nobody any more, or the hook of that number. Numbers are never
    // used twice, so that one hook cannot be taken for another.
    enum : quint64 { Engine, Taken, FirstHook };

    Lane &m_lane;
    std::atomic<quint64> m_inCharge = Engine;
    std::atomic<Clock::rep> m_since = 0; // when the hook began
    quint64 m_nextHook = FirstHook;      // of the thread in charge

    // Written by the thread in charge, before it hands over; read by who takes the seat.
    std::optional<ActorId> m_actor;
};

} // namespace greenroom
