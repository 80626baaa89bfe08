#include "LiveActor.h"

#include "Lane.h"

#include <mutex>

namespace greenroom {

using namespace std::chrono;

/// A running actor of the user's: the actor goes before its context.
struct LiveActor::Instance
{
    Instance(LiveActor &actor, Lane &lane, Generation generation) : context(actor, lane, generation)
    {}

    LiveContext context;
    std::unique_ptr<Actor> actor;
};

namespace {

QString causeText(LiveActor::Cause cause)
{
    switch (cause) {
    case LiveActor::Cause::Request:
        return QStringLiteral("by request");
    case LiveActor::Cause::Creation:
        return QStringLiteral("as it was created");
    case LiveActor::Cause::Alarm:
        return QStringLiteral("by its alarm");
    }
    Q_UNREACHABLE();
}

Error closingError()
{
    return {ErrorCode::ShuttingDown, QStringLiteral("the engine is being closed")};
}

} // namespace

LiveActor::LiveActor(ActorId id, Lane &lane)
    : m_id(std::move(id)),
      m_lane(lane),
      m_since(lane.clock().now()),
      m_timers(lane, [this](const std::function<void()> &task) { runTask(task); }),
      m_rateSince(lane.clock().uptime()),
      m_linesSince(lane.clock().uptime())
{}

LiveActor::~LiveActor()
{
    m_timers.stopAll();
    if (!m_instance)
        return;
    // The engine went before the actor would stop. This is not its thread, and its destructor may
    // wait for ever: as after a crash, nothing of it runs any more.
    m_instance->context.close();
    [[maybe_unused]] const auto *left = new std::shared_ptr<Instance>(std::move(m_instance));
}

// The queue of commands.

void LiveActor::enqueue(Kind kind, std::function<void()> begin, Done done)
{
    if (m_lane.isClosing()) {
        if (done)
            done(fail(closingError()));
        m_lane.mayLeave(m_id);
        return;
    }
    Command command{kind, std::move(begin), {}};
    if (done)
        command.waiters.push_back(std::move(done));
    m_queue.push_back(std::move(command));
    pump();
}

/// Whether the newest command does the same, and answers @p done as well.
bool LiveActor::join(Kind kind, Done &done)
{
    Command *newest = !m_queue.empty() ? &m_queue.back() : m_current ? &*m_current : nullptr;
    if (!newest || newest->kind != kind || m_lane.isClosing())
        return false;
    if (done)
        newest->waiters.push_back(std::move(done));
    return true;
}

bool LiveActor::mayBegin(const Command &command) const
{
    if (!m_current)
        return true;
    // What the actor reads and writes itself meanwhile, others may as well.
    return command.kind == Kind::Access &&
           (m_current->kind == Kind::Start || m_current->kind == Kind::Alarm) && m_hook != 0;
}

void LiveActor::pump()
{
    if (m_isPumping)
        return;
    m_isPumping = true;
    while (!m_queue.empty() && mayBegin(m_queue.front())) {
        Command command = std::move(m_queue.front());
        m_queue.pop_front();
        const std::function<void()> begin = std::move(command.begin);
        if (command.kind != Kind::Access)
            m_current = std::move(command);
        begin();
    }
    m_isPumping = false;
    if (isIdle())
        m_lane.mayLeave(m_id);
}

void LiveActor::finish(const Result<void> &result)
{
    const std::vector<Done> waiters = std::move(m_current->waiters);
    m_current.reset();
    m_lane.tellChange(m_id);
    for (const Done &waiter : waiters)
        waiter(result);
    pump();
}

bool LiveActor::isIdle() const
{
    const bool isForgettable =
        m_lifecycle == Lifecycle::Nonexistent || (m_lifecycle == Lifecycle::Dormant && !m_error);
    return isForgettable && !m_current && m_queue.empty() && !m_isPumping;
}

// Commands.

void LiveActor::create(const Creation &creation, Done done)
{
    enqueue(
        Kind::Create,
        [this, creation] {
            Result<void> made = make(creation);
            if (made)
                made = writeMadeRecord();
            if (!made)
                unmake();
            finish(made);
        },
        std::move(done));
}

void LiveActor::install(const std::shared_ptr<StagedActor> &actor, ImportOptions::Existing existing,
                        Done done)
{
    enqueue(
        Kind::Create, [this, actor, existing] { finish(takeIn(*actor, existing)); },
        std::move(done));
}

void LiveActor::getOrCreate(const Creation &creation, const std::shared_ptr<bool> &created,
                            Done done)
{
    enqueue(
        Kind::Start,
        [this, creation, created] {
            const auto ended = [this](const Result<void> &result) { finish(result); };
            const Result<void> loaded = load();
            if (loaded) {
                if (m_record->name != creation.name || m_record->key != creation.key) {
                    finish(
                        fail(ErrorCode::KeyCollision,
                             QStringLiteral("%1: the id belongs to an actor of another name or key")
                                 .arg(m_lane.store().nameOf(m_id))));
                    return;
                }
                startInstance(Cause::Request, ended);
                return;
            }
            if (loaded.error().code != ErrorCode::NotFound) {
                finish(loaded);
                return;
            }
            if (const Result<void> made = make(creation); !made) {
                finish(made);
                return;
            }
            *created = true;
            startInstance(Cause::Creation, ended);
        },
        std::move(done));
}

void LiveActor::start(Done done)
{
    const bool runs = m_lifecycle == Lifecycle::Awake && m_queue.empty() &&
                      (!m_current || m_current->kind == Kind::Alarm);
    if (runs && !m_lane.isClosing()) {
        if (done)
            done({});
        return;
    }
    if (join(Kind::Start, done))
        return;
    enqueue(
        Kind::Start,
        [this] {
            startInstance(Cause::Request, [this](const Result<void> &result) { finish(result); });
        },
        std::move(done));
}

void LiveActor::sleep(Done done)
{
    const bool isStopping =
        m_current && (m_current->kind == Kind::Sleep || m_current->kind == Kind::Destroy);
    if (isStopping && m_queue.empty()) {
        if (done)
            done({});
        return;
    }
    if (!join(Kind::Sleep, done))
        enqueue(
            Kind::Sleep, [this] { beginSleep(); }, std::move(done));
}

void LiveActor::destroy(Done done)
{
    if (!join(Kind::Destroy, done))
        enqueue(
            Kind::Destroy, [this] { beginDestroy(); }, std::move(done));
}

void LiveActor::answerAlarm()
{
    enqueue(
        Kind::Alarm, [this] { beginAlarm(); },
        [this](const Result<void> &) { m_lane.alarmEnded(m_id); });
}

void LiveActor::settle(Done done)
{
    enqueue(
        Kind::Settle,
        [this] {
            const Result<void> loaded = load();
            const bool isGone = !loaded && loaded.error().code == ErrorCode::NotFound;
            finish(isGone ? Result<void>() : loaded);
        },
        std::move(done));
}

void LiveActor::close()
{
    // What was waiting is told so; what is under way ends by itself.
    const std::deque<Command> dropped = std::exchange(m_queue, {});
    for (const Command &command : dropped) {
        for (const Done &waiter : command.waiters)
            waiter(fail(closingError()));
    }
    m_queue.push_back({Kind::Sleep, [this] { beginClose(); }, {}});
    pump();
}

void LiveActor::access(std::function<void(Result<void>)> what)
{
    enqueue(Kind::Access, [this, what = std::move(what)] { what(load()); });
}

// Steps of commands.

void LiveActor::step(LifecycleStep step)
{
    const Result<Lifecycle> led = next(m_lifecycle, step);
    if (!led) {
        // The commands check before they step: this is a fault of ours, and must be seen.
        tellFailure(led.error());
        return;
    }
    m_lifecycle = *led;
    m_since = m_lane.clock().now();
    m_lane.tellChange(m_id);
}

/// Reads the record, once.
Result<void> LiveActor::read()
{
    if (m_record)
        return {};
    Result<ActorRecord> record = m_lane.store().record(m_id);
    if (!record) {
        if (record.error().code == ErrorCode::NotFound) {
            return fail(ErrorCode::NotFound,
                        m_id.text() + QStringLiteral(": there is no such actor"));
        }
        return fail(record.error());
    }
    m_record = std::move(*record);
    const Result<void> migrated = m_record->destroyTs ? Result<void>() : migrate();
    if (!migrated) {
        m_record.reset();
        return migrated;
    }
    if (m_lifecycle == Lifecycle::Destroyed)
        m_lifecycle = Lifecycle::Nonexistent; // another program has put it back
    if (m_lifecycle == Lifecycle::Nonexistent)
        step(Step::Load);
    return {};
}

/// The same; an actor whose destruction was begun is not there: that is finished first.
Result<void> LiveActor::load()
{
    const Result<void> found = read();
    return found && m_record->destroyTs ? finishDestroy() : found;
}

Result<void> LiveActor::finishDestroy()
{
    m_record.reset(); // what is on disk counts, should this fail
    m_lane.alarms().forget(m_id);
    step(Step::Destroy);
    m_lane.databases().close(m_id);
    if (const Result<void> removed = removeFiles(true); !removed) {
        step(Step::DestroyFailed);
        remember(removed.error());
        return removed;
    }
    m_error.reset();
    step(Step::DestroyEnded);
    tell(ActorEvent::Kind::Destroyed, {.actor = m_id});
    return fail(ErrorCode::NotFound, m_id.text() + QStringLiteral(": there is no such actor"));
}

Result<void> LiveActor::make(const Creation &creation)
{
    const Result<void> loaded = load();
    if (loaded) {
        return fail(ErrorCode::DuplicateKey,
                    QStringLiteral("%1: an actor of that name and key exists already")
                        .arg(m_lane.store().nameOf(m_id)));
    }
    if (loaded.error().code != ErrorCode::NotFound) {
        Error error = loaded.error();
        error.message += QStringLiteral("; destroy it first to make another in its place");
        return fail(error);
    }

    // What an interrupted creation or another program left under this id is not the new actor's.
    ActorStore &store = m_lane.store();
    m_lane.alarms().forget(m_id);
    if (const Result<void> removed = store.removeAlarm(m_id); !removed)
        return removed;
    m_lane.databases().close(m_id);
    if (store.hasDatabase(m_id)) {
        if (const Result<void> removed = store.removeDatabase(m_id); !removed)
            return removed;
    }

    // The record comes last: it is what makes the actor exist.
    const Result<void> put = m_lane.databases().make(m_id, creation.entries);
    m_isUnwritten = true;
    if (!put) {
        unmake();
        return put;
    }
    m_record.emplace();
    m_record->actorId = m_id.text();
    m_record->name = creation.name;
    m_record->key = creation.key;
    m_record->createdAt = m_lane.clock().now();
    m_error.reset();
    if (m_lifecycle == Lifecycle::Crashed)
        m_lifecycle = Lifecycle::Nonexistent; // of one that was destroyed but for some of its files
    step(Step::Create);
    return {};
}

/// Puts a made actor's record on disk, if it is not there yet.
Result<void> LiveActor::writeMadeRecord()
{
    return m_isUnwritten ? writeRecord(*m_record) : Result<void>();
}

/// Takes back what make() did, if its record never came to the disk.
void LiveActor::unmake()
{
    if (!m_isUnwritten)
        return;
    m_lane.databases().close(m_id);
    // The first failure is the one to tell. A record is there if only the last sync has failed.
    (void)m_lane.store().removeRecord(m_id);
    (void)m_lane.store().removeDatabase(m_id);
    m_record.reset();
    m_isUnwritten = false;
    m_lifecycle = Lifecycle::Nonexistent;
    m_lane.tellChange(m_id);
}

Result<void> LiveActor::writeRecord(const ActorRecord &record)
{
    const bool isNew = m_isUnwritten;
    if (const Result<void> written = m_lane.store().writeRecord(m_id, record); !written)
        return written;
    m_record = record;
    m_isUnwritten = false;
    if (isNew)
        tell(ActorEvent::Kind::Created, {.actor = m_id});
    return {};
}

void LiveActor::startInstance(Cause cause, Done done)
{
    if (m_lifecycle == Lifecycle::Awake) {
        done({});
        return;
    }
    if (const Result<void> loaded = load(); !loaded) {
        done(loaded);
        return;
    }
    const DelayQueue::Time began = m_lane.clock().uptime();
    m_generation = Generation::fresh();
    step(Step::Start);
    const Result<const ActorDefinition *> definition = m_lane.definitions().find(m_record->name);
    if (!definition) {
        startFailed(definition.error(), began, done);
        return;
    }
    m_instance = std::make_shared<Instance>(*this, m_lane, m_generation);
    callHook(
        QStringLiteral("start"), m_lane.settings().hookLimit,
        [definition = *definition, instance = m_instance](Completion completion) {
            instance->actor = definition->make(instance->context);
            if (!instance->actor)
                completion.fail(QStringLiteral("its definition made no actor"));
            else
                instance->actor->start(std::move(completion));
        },
        [this, cause, began, done = std::move(done)](const Result<void> &started) {
            startEnded(cause, began, started, done);
        });
    // While its start goes on the actor shall be there for all to see.
    if (m_hook != 0 && m_lifecycle == Lifecycle::Starting) {
        if (const Result<void> written = writeMadeRecord(); !written)
            hookEnded(m_hook, written);
    }
}

void LiveActor::startEnded(Cause cause, DelayQueue::Time began, const Result<void> &started,
                           const Done &done)
{
    if (!started) {
        dropInstance(
            [this, began, error = started.error(), done] { startFailed(error, began, done); });
        return;
    }
    ActorRecord record = *m_record;
    record.startTs = record.connectableTs = m_lane.clock().now();
    record.sleepTs.reset();
    if (const Result<void> written = writeRecord(record); !written) {
        // It runs, and nobody could tell from the disk: it must not.
        stopInstance(StopReason::Sleep,
                     [this, began, error = written.error(), done](const Result<void> &) {
                         startFailed(error, began, done);
                     });
        return;
    }
    m_error.reset();
    step(Step::StartSucceeded);
    tell(ActorEvent::Kind::Started,
         {.actor = m_id, .detail = causeText(cause), .took = since(began)});
    done({});
}

void LiveActor::startFailed(const Error &error, DelayQueue::Time began, const Done &done)
{
    // The actor stays startable; if it was only just made, it exists all the same.
    Error told = error;
    if (const Result<void> written = writeMadeRecord(); !written)
        told = written.error();
    m_lane.databases().release(m_id);
    if (m_isUnwritten) {
        unmake();
    } else {
        if (m_lifecycle == Lifecycle::Starting)
            step(Step::StartFailed);
        remember(told);
    }
    tell(ActorEvent::Kind::StartFailed, {.actor = m_id, .took = since(began), .error = told});
    done(fail(told));
}

/// Calls onStop, then drops the instance; @p done gets what onStop ended with.
void LiveActor::stopInstance(StopReason reason, Done done)
{
    if (!m_instance) {
        done({});
        return;
    }
    callHook(
        QStringLiteral("onStop"), m_lane.settings().stopLimit,
        [instance = m_instance, reason](Completion completion) {
            instance->actor->onStop(reason, std::move(completion));
        },
        [this, done = std::move(done)](const Result<void> &stopped) {
            dropInstance([stopped, done] { done(stopped); });
        });
}

/// Ends the instance's life. Its destructor is the last of its hooks.
void LiveActor::dropInstance(std::function<void()> then)
{
    m_timers.stopAll();
    if (!m_instance) {
        then();
        return;
    }
    m_instance->context.close();
    callHook(
        QStringLiteral("its destructor"), m_lane.settings().stopLimit,
        [instance = m_instance](const Completion &) { instance->actor.reset(); },
        [this, then = std::move(then)](const Result<void> &) {
            m_instance.reset();
            then();
        });
}

void LiveActor::beginSleep()
{
    if (!m_lane.store().isPersistent()) {
        finish(fail(ErrorCode::NotSupported,
                    m_id.text() +
                        QStringLiteral(": an actor that lives in memory only cannot sleep")));
        return;
    }
    if (m_lifecycle != Lifecycle::Awake) {
        const Result<void> loaded = load();
        finish(loaded ? fail(ErrorCode::NotRunning,
                             m_id.text() + QStringLiteral(
                                               ": it is not running, so it cannot be put to sleep"))
                      : loaded);
        return;
    }
    beginClose();
}

/// Writes down that it sleeps, where its program has ended without doing so.
Result<void> LiveActor::markAsleep()
{
    const bool rests = m_lifecycle == Lifecycle::Dormant || m_lifecycle == Lifecycle::Crashed;
    if (!rests || statusOf(*m_record) != RecordStatus::Running) {
        return fail(ErrorCode::NotRunning,
                    m_id.text() + QStringLiteral(": it is not running, and its record says so"));
    }
    ActorRecord record = *m_record;
    record.sleepTs = m_lane.clock().now();
    record.connectableTs.reset();
    if (const Result<void> written = writeRecord(record); !written)
        return written;
    tell(ActorEvent::Kind::Slept,
         {.actor = m_id, .detail = QStringLiteral("its program had ended without saying so")});
    return {};
}

void LiveActor::beginClose()
{
    if (m_lifecycle != Lifecycle::Awake) {
        finish({});
        return;
    }
    const DelayQueue::Time began = m_lane.clock().uptime();
    step(Step::Sleep);
    ActorRecord record = *m_record;
    record.sleepTs = m_lane.clock().now();
    record.connectableTs.reset();
    const Result<void> written = writeRecord(record); // a failure is told and keeps nobody awake
    stopInstance(StopReason::Sleep, [this, began, written](const Result<void> &stopped) {
        m_lane.databases().release(m_id);
        step(Step::SleepEnded);
        const Result<void> &result = written ? stopped : written;
        if (!result)
            remember(result.error());
        tell(ActorEvent::Kind::Slept,
             {.actor = m_id,
              .took = since(began),
              .error = result ? std::nullopt : std::optional(result.error())});
        finish(result);
    });
}

void LiveActor::beginDestroy()
{
    const DelayQueue::Time began = m_lane.clock().uptime();
    ActorStore &store = m_lane.store();
    const Result<void> loaded = read(); // a damaged record can be destroyed as well
    if (!loaded && loaded.error().code == ErrorCode::NotFound && !hasLeftovers()) {
        finish(loaded);
        return;
    }
    m_lane.alarms().forget(m_id);
    if (m_lifecycle == Lifecycle::Destroyed)
        m_lifecycle = Lifecycle::Nonexistent; // what was left under its id since then
    step(Step::Destroy);

    // With the intent on disk a crash in the middle is finished at the next start, so the record
    // goes last. Where it cannot be written, as on a full disk, the record goes first: without it
    // there is no actor, and what is left is swept.
    bool isMarked = false;
    if (m_record) {
        ActorRecord record = *m_record;
        record.destroyTs = m_lane.clock().now();
        record.connectableTs.reset();
        isMarked = store.writeRecord(m_id, record).has_value();
    }
    stopInstance(StopReason::Destroy, [this, began, isMarked](const Result<void> &stopped) {
        m_lane.databases().close(m_id);
        const Result<void> removed = removeFiles(isMarked);
        m_record.reset(); // what is on disk counts, should this have failed
        if (removed) {
            m_error.reset();
            step(Step::DestroyEnded);
            tell(ActorEvent::Kind::Destroyed,
                 {.actor = m_id,
                  .took = since(began),
                  .error = stopped ? std::nullopt : std::optional(stopped.error())});
        } else {
            step(Step::DestroyFailed);
            remember(removed.error());
            tellFailure(removed.error());
            keepAlarm();
        }
        finish(removed);
    });
}

/// Arms the alarm of an actor that could not be destroyed, and so is still there.
void LiveActor::keepAlarm()
{
    const Result<ActorRecord> record = m_lane.store().record(m_id);
    const Result<AlarmRecord> alarm = m_lane.store().alarm(m_id);
    if (record && !record->destroyTs && alarm && alarm->actorId == m_id.text())
        m_lane.alarms().load(m_id, alarm->timestamp);
}

bool LiveActor::hasLeftovers() const
{
    const Result<AlarmRecord> alarm = m_lane.store().alarm(m_id);
    return m_lane.store().hasDatabase(m_id) || alarm || alarm.error().code != ErrorCode::NotFound;
}

Result<void> LiveActor::removeFiles(bool recordLast)
{
    ActorStore &store = m_lane.store();
    const auto removeRecord = [&] { return store.removeRecord(m_id); };
    const auto removeAlarm = [&] { return store.removeAlarm(m_id); };
    const auto removeDatabase = [&] { return store.removeDatabase(m_id); };
    return recordLast ? removeAlarm().and_then(removeDatabase).and_then(removeRecord)
                      : removeRecord().and_then(removeAlarm).and_then(removeDatabase);
}

void LiveActor::beginAlarm()
{
    const LaneAlarms::Alarm *alarm = m_lane.alarms().find(m_id);
    if (!alarm || alarm->phase != LiveStatus::Alarm::Firing) {
        finish({}); // destroyed since it fired
        return;
    }
    const Timestamp at = alarm->at;
    const DelayQueue::Time began = m_lane.clock().uptime();
    if (alarm->isCancelled) {
        finish(m_lane.alarms().answered(m_id));
        return;
    }
    startInstance(Cause::Alarm, [this, began, at](const Result<void> &started) {
        if (!started) {
            alarmEnded(began, at, started);
            return;
        }
        callHook(
            QStringLiteral("onAlarm"), m_lane.settings().hookLimit,
            [instance = m_instance](Completion completion) {
                instance->actor->onAlarm(std::move(completion));
            },
            [this, began, at](const Result<void> &result) { alarmEnded(began, at, result); });
    });
}

void LiveActor::alarmEnded(DelayQueue::Time began, Timestamp at, const Result<void> &result)
{
    LaneAlarms &alarms = m_lane.alarms();
    if (result) {
        const Result<void> answered = alarms.answered(m_id);
        tell(ActorEvent::Kind::AlarmFired, {.actor = m_id, .took = since(began), .alarmAt = at});
        if (const LaneAlarms::Alarm *held = alarms.find(m_id))
            tell(ActorEvent::Kind::AlarmSet, {.actor = m_id, .alarmAt = held->at});
        if (!answered) {
            remember(answered.error());
            tellFailure(answered.error());
        }
        finish({});
        return;
    }

    const Error &error = result.error();
    if (!alarms.find(m_id)) {
        finish(result); // the actor was being destroyed
        return;
    }
    // Trying again helps neither where nothing could answer nor where nobody is.
    const bool isHopeless =
        error.code == ErrorCode::DefinitionNotFound || error.code == ErrorCode::NotFound;
    const Result<void> written =
        isHopeless ? alarms.giveUp(m_id) : alarms.failed(m_id, m_lane.clock().now());
    if (!isHopeless)
        remember(error);

    const LaneAlarms::Alarm *left = alarms.find(m_id);
    const bool isRetried = left && left->phase == LiveStatus::Alarm::Retrying;
    ActorEvent event{.actor = m_id, .took = since(began), .alarmAt = at, .error = error};
    if (isRetried) {
        event.detail = QStringLiteral("attempt %1, again in %2 s")
                           .arg(left->failedAttempts)
                           .arg((left->nextAttempt->ms - m_lane.clock().now().ms) / 1000);
    }
    tell(isRetried ? ActorEvent::Kind::AlarmFailed : ActorEvent::Kind::AlarmGaveUp, event);
    if (!written)
        tellFailure(written.error());
    finish(result);
}

// Hooks.

void LiveActor::callHook(const QString &name, milliseconds limit,
                         const std::function<void(Completion)> &hook, Done end)
{
    const quint64 call = m_lane.nextNumber();
    m_hook = call;
    m_hookName = name;
    m_hookEnd = std::move(end);
    m_hookDeadline = m_lane.delayFor(limit, [this, call, limit] {
        hookEnded(call, fail(ErrorCode::TimedOut, QStringLiteral("%1: %2 did not end within %3 s")
                                                      .arg(m_id.text(), m_hookName)
                                                      .arg(double(limit.count()) / 1000)));
    });

    // A hook that ends before it returns is answered here; a later end comes by post.
    struct Outcome
    {
        std::mutex mutex; // guards the rest
        bool hasReturned = false;
        std::optional<Result<void>> result;
    };
    const auto outcome = std::make_shared<Outcome>();
    const auto ended = [outcome, mailbox = m_lane.mailbox(), lane = &m_lane, id = m_id,
                        call](const Result<void> &result) {
        {
            const std::lock_guard lock(outcome->mutex);
            if (!outcome->hasReturned) {
                outcome->result = result;
                return;
            }
        }
        mailbox->post([lane, id, call, result] {
            if (LiveActor *actor = lane->find(id))
                actor->hookEnded(call, result);
        });
    };
    const Result<void> ran = m_lane.runGuarded(m_id, [&] { hook(Completion(ended)); });

    std::optional<Result<void>> result;
    {
        const std::lock_guard lock(outcome->mutex);
        outcome->hasReturned = true;
        result = ran ? outcome->result : std::optional(ran);
    }
    if (result)
        hookEnded(call, *result);
}

void LiveActor::hookEnded(quint64 call, Result<void> result)
{
    if (call != m_hook)
        return; // it overran its limit, or was left behind
    m_hook = 0;
    m_lane.cancelDelay(m_hookDeadline);
    if (!result && result.error().code == ErrorCode::ActorFailed)
        result = fail(result.error().of(m_hookName));
    const Done end = std::exchange(m_hookEnd, {});
    end(result);
    pump();
}

void LiveActor::leaveInstanceBehind()
{
    m_isPumping = false;
    const Error error{
        ErrorCode::ThreadBlocked,
        QStringLiteral("%1: it kept its thread for itself for more than %2 s and was left "
                       "behind; it can be started again")
            .arg(m_id.text())
            .arg(double(m_lane.settings().blockedLimit.count()) / 1000)};
    m_timers.stopAll();
    if (m_instance)
        m_instance->context.close();
    m_instance.reset(); // the thread that was left behind keeps it
    if (m_lifecycle == Lifecycle::Starting || m_lifecycle == Lifecycle::Awake) {
        step(Step::Abandon);
        m_lane.databases().release(m_id);
    }
    remember(error);
    tellFailure(error);
    if (m_hook != 0)
        hookEnded(m_hook, fail(error));
    else
        pump();
}

void LiveActor::runTask(const std::function<void()> &task)
{
    const Result<void> ran = m_lane.runGuarded(m_id, task);
    if (ran)
        return;
    remember(ran.error());
    tellFailure(ran.error());
}

bool LiveActor::lives(const Generation &generation) const
{
    return m_instance && m_generation == generation;
}

// What is told.

microseconds LiveActor::since(DelayQueue::Time began) const
{
    return m_lane.clock().uptime() - began;
}

void LiveActor::remember(const Error &error)
{
    if (!m_error)
        m_error = error;
    m_lane.tellChange(m_id);
}

void LiveActor::tell(ActorEvent::Kind kind, ActorEvent details)
{
    details.kind = kind;
    details.at = m_lane.clock().now();
    m_lane.tell(std::move(details));
}

void LiveActor::tellFailure(const Error &error)
{
    tell(ActorEvent::Kind::Failed, {.actor = m_id, .error = error});
}

void LiveActor::report(const QString &message)
{
    const DelayQueue::Time now = m_lane.clock().uptime();
    if (now - m_linesSince >= 1s) {
        m_linesSince = now;
        m_linesLeft = LinesPerSecond;
        if (const qint64 dropped = std::exchange(m_linesDropped, 0)) {
            tell(ActorEvent::Kind::Message,
                 {.actor = m_id,
                  .detail = QStringLiteral("… %1 more lines were dropped").arg(dropped)});
        }
    }
    if (m_linesLeft == 0) {
        ++m_linesDropped;
        return;
    }
    --m_linesLeft;
    tell(ActorEvent::Kind::Message, {.actor = m_id, .detail = message});
}

LiveStatus LiveActor::status()
{
    const DelayQueue::Time now = m_lane.clock().uptime();
    if (const auto length = now - m_rateSince; length >= 1s) {
        m_writesPerSecond = double(m_writes - m_writesBefore) / duration<double>(length).count();
        m_writesBefore = m_writes;
        m_rateSince = now;
    }
    return {.lifecycle = m_lifecycle,
            .since = m_since,
            .generation = m_generation.text(),
            .lane = m_lane.number(),
            .error = m_error,
            .alarm = LiveStatus::Alarm::None,
            .alarmAt = {},
            .failedAttempts = 0,
            .nextAttempt = {},
            .kvWrites = m_writes,
            .kvWritesPerSecond = m_writesPerSecond};
}

} // namespace greenroom
