#include "Lane.h"

#include "LiveActor.h"

#include <algorithm>

namespace greenroom {

using namespace std::chrono;

namespace {

// The clock may be set, and not every system tells: what waits is looked at this often at least.
// Far below what a timer can hold.
constexpr microseconds LongestPause = 60s;

// Writes are told this far apart, as they would fill the events.
constexpr microseconds CountPause = 1s;

// After so long the loop gets its turn, for sockets and timers of the actors' own.
constexpr microseconds LongestWork = 20ms;

// An alarm that takes longer to be answered no longer counts as one of those at once: actors that
// hang would keep all others waiting.
constexpr microseconds LongestAlarmTurn = 1s;

// How long an actor's code is waited for when the lane is ended all the same.
constexpr milliseconds PatienceAtEnd = 300ms;

} // namespace

Lane::Lane(int number, EngineParts parts, qsizetype openDatabases, LoopMaker makeLoop)
    : m_number(number),
      m_parts(parts),
      m_makeLoop(std::move(makeLoop)),
      m_mailbox(std::make_shared<Mailbox>()),
      m_seat(std::make_unique<Seat>(*this)),
      m_databases(parts.store, parts.settings.durability, openDatabases),
      m_alarms(parts.store, parts.settings)
{}

Lane::~Lane()
{
    end();
}

void Lane::start()
{
    m_loop = m_makeLoop();
    m_loop->start(*this);
    m_mailbox->serve(m_loop.get());
}

void Lane::end()
{
    m_mailbox->close();
    if (!m_loop)
        return;
    while (!m_loop->end(PatienceAtEnd)) {
        if (!m_seat->takeFromBlocked(PatienceAtEnd))
            continue;
        (void)m_seat.release();
        leaveBehind(std::move(m_loop));
        return;
    }
    m_loop.reset();
    m_databases.closeAll(); // before the folder is let go of
}

void Lane::leaveBlockedActor()
{
    const std::optional<ActorId> blocked = m_seat->takeFromBlocked(m_parts.settings.blockedLimit);
    if (!blocked)
        return;
    // The thread that is left behind may come back at any time, to find out at its seat.
    (void)m_seat.release();
    m_seat = std::make_unique<Seat>(*this);
    m_mailbox->serve(nullptr);
    leaveBehind(std::move(m_loop));
    m_loop = m_makeLoop();
    m_mailbox->postFirst([this, id = *blocked] {
        if (LiveActor *actor = find(id))
            actor->leaveInstanceBehind();
    });
    m_loop->start(*this);
    m_mailbox->serve(m_loop.get());
}

void Lane::work()
{
    const Seat::Sitting sitting(*m_seat);
    const DelayQueue::Time began = clock().uptime();
    while (const Mailbox::Task task = m_mailbox->take()) {
        task();
        letIdleGo();
        if (clock().uptime() - began > LongestWork) {
            m_loop->signal();
            break;
        }
    }
    runDueDelays();
    answerDueAlarms();
    letIdleGo();
    finishClosing();
    if (!m_news.isEmpty() && m_tellLater == 0)
        m_tellLater = delayFor(settings().batchPause, [this] { tellNow(); });
    wakeForNext();
}

void Lane::runDueDelays()
{
    // Those that come up meanwhile wait for the next time, so that nobody keeps the others out.
    const DelayQueue::Time now = clock().uptime();
    while (const std::function<void()> task = m_delays.takeDue(now))
        task();
}

void Lane::answerDueAlarms()
{
    if (m_isClosing)
        return;
    const Timestamp now = clock().now();
    while (m_alarmTurns.size() < settings().alarmsAtOnce) {
        const std::optional<ActorId> due = m_alarms.takeDue(now);
        if (!due)
            break;
        m_alarmTurns.insert(
            *due, delayFor(LongestAlarmTurn, [this, id = *due] { m_alarmTurns.remove(id); }));
        tellChange(*due);
        enter(*due).answerAlarm();
    }
}

void Lane::wakeForNext()
{
    std::optional<microseconds> pause;
    if (const std::optional<DelayQueue::Time> next = m_delays.next())
        pause = std::clamp(*next - clock().uptime(), microseconds(0), LongestPause);

    const bool answers = !m_isClosing && m_alarmTurns.size() < settings().alarmsAtOnce;
    if (const std::optional<Timestamp> next = m_alarms.next(); next && answers) {
        const quint64 now = clock().now().ms;
        const quint64 left = next->ms > now ? next->ms - now : 0;
        const auto longest = quint64(duration_cast<milliseconds>(LongestPause).count());
        const microseconds toAlarm = milliseconds(std::min(left, longest));
        pause = std::min(pause.value_or(toAlarm), toAlarm);
    }
    m_loop->wakeAfter(pause);
}

void Lane::letIdleGo()
{
    const QList<ActorId> idle = std::exchange(m_idle, {});
    for (const ActorId &id : idle) {
        const auto found = m_actors.find(id);
        if (found == m_actors.end() || !found->second->isIdle())
            continue;
        m_actors.erase(found);
        tellChange(id);
    }
}

LiveActor *Lane::find(const ActorId &id) const
{
    const auto found = m_actors.find(id);
    return found == m_actors.end() ? nullptr : found->second.get();
}

LiveActor &Lane::enter(const ActorId &id)
{
    std::unique_ptr<LiveActor> &entry = m_actors[id];
    if (!entry) {
        entry = std::make_unique<LiveActor>(id, *this);
        mayLeave(id);
    }
    return *entry;
}

Result<void> Lane::runGuarded(const ActorId &id, const std::function<void()> &code)
{
    const auto threw = [&](const QString &what) {
        return fail(ErrorCode::ActorFailed, QStringLiteral("it threw %1").arg(what));
    };
    const Seat::Hook hook(*m_seat, id);
    try {
        code();
    } catch (const std::exception &error) {
        return threw(QStringLiteral("\"%1\"").arg(QString::fromLocal8Bit(error.what())));
    } catch (...) {
        return threw(QStringLiteral("something that is no std::exception"));
    }
    return {};
}

DelayQueue::Id Lane::delayUntil(DelayQueue::Time at, std::function<void()> task)
{
    return m_delays.add(at, std::move(task));
}

DelayQueue::Id Lane::delayFor(microseconds pause, std::function<void()> task)
{
    return delayUntil(clock().uptime() + pause, std::move(task));
}

void Lane::tell(ActorEvent event)
{
    m_news.add(std::move(event));
}

void Lane::tellWrites(const ActorId &id, qint64 entries, qint64 bytes)
{
    m_news.wrote(id, entries, bytes);
    tellCountsLater();
}

void Lane::tellSavedState(const ActorId &id, qint64 bytes)
{
    m_news.savedState(id, bytes);
    tellCountsLater();
}

void Lane::tellCountsLater()
{
    if (m_countLater == 0)
        m_countLater = delayFor(CountPause, [this] { tellCounts(); });
}

void Lane::tellCounts()
{
    cancelDelay(std::exchange(m_countLater, 0));
    // Who has stopped writing since the last time has a new rate as well: none.
    for (const ActorId &id : std::as_const(m_writing))
        tellChange(id);
    m_writing = m_news.tellCounts(clock().now());
    for (const ActorId &id : std::as_const(m_writing))
        tellChange(id);
    if (!m_writing.isEmpty())
        tellCountsLater();
}

void Lane::tellChange(const ActorId &id)
{
    m_news.changed(id);
}

void Lane::tellNow()
{
    cancelDelay(std::exchange(m_tellLater, 0));
    m_news.tell(m_parts.log, m_parts.board, [this](const ActorId &id) { return statusOf(id); });
}

std::optional<LiveStatus> Lane::statusOf(const ActorId &id) const
{
    LiveActor *actor = find(id);
    const LaneAlarms::Alarm *alarm = m_alarms.find(id);
    const bool tellsOfAlarm = alarm && alarm->phase != LiveStatus::Alarm::Armed;
    if (!actor && !tellsOfAlarm)
        return std::nullopt;
    LiveStatus status;
    if (actor)
        status = actor->status();
    status.lane = m_number;
    if (alarm) {
        status.alarm = alarm->phase;
        status.alarmAt = alarm->at;
        status.failedAttempts = alarm->failedAttempts;
        status.nextAttempt = alarm->nextAttempt;
    }
    return status;
}

qsizetype Lane::running() const
{
    return std::count_if(m_actors.begin(), m_actors.end(),
                         [](const auto &entry) { return entry.second->isRunning(); });
}

void Lane::close(std::function<void()> done)
{
    m_isClosing = true;
    m_closed = std::move(done);
    std::vector<LiveActor *> actors;
    actors.reserve(m_actors.size());
    for (const auto &[id, actor] : m_actors)
        actors.push_back(actor.get());
    // One at a time by post, so that the lane can be ended in between.
    for (LiveActor *actor : actors) {
        post([this, id = actor->id()] {
            if (LiveActor *each = find(id))
                each->close();
        });
    }
    post([] {}); // when none is left there is still the end to be told
}

void Lane::finishClosing()
{
    if (!m_isClosing || !m_closed || running() > 0)
        return;
    m_databases.closeAll();
    tellCounts();
    tellNow();
    const std::function<void()> done = std::exchange(m_closed, {});
    done();
}

} // namespace greenroom
