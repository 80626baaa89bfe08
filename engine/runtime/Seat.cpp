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

Seat::Hook::Hook(Seat &seat, const ActorId &actor) : m_seat(seat), m_number(seat.m_nextHook++)
{
    m_seat.m_actor = actor;
    m_seat.m_since = Clock::now().time_since_epoch().count();
    m_seat.m_inCharge.store(m_number, std::memory_order_release);
}

Seat::Hook::~Hook()
{
    quint64 inCharge = m_number;
    if (m_seat.m_inCharge.compare_exchange_strong(inCharge, Engine))
        return;
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

Seat::Visit::Visit(Seat &seat) : m_seat(seat), m_before(seat.m_inCharge)
{
    // From a slot of the actor's own, no hook: then the engine is in charge already.
    if (m_before >= FirstHook)
        m_seat.m_inCharge.compare_exchange_strong(m_before, Engine);
}

Seat::Visit::~Visit()
{
    if (m_before >= FirstHook)
        m_seat.m_inCharge.store(m_before, std::memory_order_release);
}

std::optional<ActorId> Seat::takeFromBlocked(std::chrono::milliseconds limit)
{
    quint64 hook = m_inCharge.load(std::memory_order_acquire);
    if (hook < FirstHook)
        return std::nullopt;
    const Clock::time_point since{Clock::duration(m_since.load())};
    if (Clock::now() - since < limit)
        return std::nullopt;
    if (!m_inCharge.compare_exchange_strong(hook, Taken))
        return std::nullopt;
    return m_actor;
}

} // namespace greenroom
