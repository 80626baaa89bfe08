#include "Seat.h"

#include <thread>

namespace greenroom {

namespace {

thread_local Seat *t_seat = nullptr;

} // namespace

Seat *Seat::current()
{
    return t_seat;
}

Seat::Sitting::Sitting(Seat &seat) : m_before(std::exchange(t_seat, &seat)) {}

Seat::Sitting::~Sitting()
{
    t_seat = m_before;
}

Seat::Hook::Hook(Seat &seat, const ActorId &actor) : m_seat(seat)
{
    m_seat.m_actor = actor;
    m_seat.m_since = Clock::now().time_since_epoch().count();
    m_seat.m_inCharge.store(Actor, std::memory_order_release);
}

Seat::Hook::~Hook()
{
    int inCharge = Actor;
    if (m_seat.m_inCharge.compare_exchange_strong(inCharge, Engine))
        return;
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

Seat::Visit::Visit(Seat &seat) : m_seat(seat), m_before(Actor)
{
    // From a slot of the actor's own, no hook: then the engine is in charge already.
    m_seat.m_inCharge.compare_exchange_strong(m_before, Engine);
}

Seat::Visit::~Visit()
{
    if (m_before == Actor)
        m_seat.m_inCharge.store(Actor, std::memory_order_release);
}

std::optional<ActorId> Seat::takeFromBlocked(std::chrono::milliseconds limit)
{
    if (m_inCharge.load(std::memory_order_acquire) != Actor)
        return std::nullopt;
    const Clock::time_point since{Clock::duration(m_since.load())};
    if (Clock::now() - since < limit)
        return std::nullopt;
    int inCharge = Actor;
    if (!m_inCharge.compare_exchange_strong(inCharge, Taken))
        return std::nullopt;
    return m_actor;
}

} // namespace greenroom
