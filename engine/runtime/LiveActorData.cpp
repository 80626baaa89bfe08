// What an actor's instance, or an access from outside, reads and writes.

#include "EditCheck.h"
#include "Lane.h"
#include "LiveActor.h"
#include "StagedActor.h"

namespace greenroom {

namespace {

// storage-format §5.1
QByteArray persistedKey()
{
    return QByteArray(1, '\1');
}

qint64 sizeOf(const KvEntries &entries)
{
    qint64 bytes = 0;
    for (const KvEntry &entry : entries)
        bytes += entry.key.size() + entry.value.size();
    return bytes;
}

} // namespace

/// An older rivetkit kept the key-values in the record. They go into the database, unless that has
/// any, and only then out of the record.
Result<void> LiveActor::migrate()
{
    if (m_record->legacyKv.isEmpty())
        return {};
    ActorStore &store = m_lane.store();
    {
        // Not from the pool: this must be on disk before the record is touched.
        m_lane.databases().close(m_id);
        const auto database = store.openDatabase(m_id, Durability::Power);
        if (!database)
            return fail(database.error());
        if (const auto done = (*database)->adopt(m_record->legacyKv); !done)
            return fail(done.error().of(store.nameOf(m_id)));
    }
    ActorRecord record = *m_record;
    record.legacyKv.clear();
    return writeRecord(record);
}

/// A bundle's actor comes to the place of none, or of one that is not running.
Result<void> LiveActor::takeIn(StagedActor &actor, ImportOptions::Existing existing)
{
    const ActorArrival &arrival = actor.arrival();
    if (!m_lane.store().isPersistent()) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("actors that live in memory only cannot be imported"));
    }
    if (arrival.record.destroyTs) {
        return fail(ErrorCode::NotSupported,
                    m_id.text() + QStringLiteral(": the actor was being destroyed when it was "
                                                 "exported, and would be at once; import it into "
                                                 "a folder that is not run"));
    }
    const Result<void> loaded = load();
    const bool isGone = !loaded && loaded.error().code == ErrorCode::NotFound;
    if (!isGone && existing == ImportOptions::Existing::Keep)
        return fail(actorInTheWay(m_lane.store().nameOf(m_id)));
    if (m_instance) {
        return fail(ErrorCode::StillRunning,
                    m_id.text() + QStringLiteral(": it runs, so it cannot be replaced; put it to "
                                                 "sleep first"));
    }
    m_lane.alarms().forget(m_id);
    m_lane.databases().close(m_id);
    const Result<void> installed = actor.install();
    m_record.reset(); // what is on disk counts
    m_lifecycle = Lifecycle::Nonexistent;
    m_generation = Generation::fresh();
    if (!installed) {
        keepAlarm();
        m_lane.tellChange(m_id);
        return installed;
    }
    m_error.reset();
    if (arrival.alarmAt)
        m_lane.alarms().load(m_id, *arrival.alarmAt);
    tell(ActorEvent::Kind::Created,
         {.actor = m_id, .detail = QStringLiteral("imported from a bundle")});
    return {};
}

Result<void> LiveActor::mayWrite() const
{
    if (m_lifecycle == Lifecycle::StartingDestroy || m_lifecycle == Lifecycle::Destroyed) {
        return fail(ErrorCode::Stopping,
                    m_id.text() +
                        QStringLiteral(": it is being destroyed; nothing is written any more"));
    }
    return {};
}

template <class T, class Use>
Result<T> LiveActor::withDatabase(Use use, T ofNone)
{
    const Result<ActorDatabase *> database = m_lane.databases().openExisting(m_id);
    if (!database)
        return fail(database.error());
    if (!*database)
        return ofNone;
    Result<T> result = use(**database);
    if (!result)
        reopenAfter(result.error());
    return result;
}

/// A connection that the system has refused something may stay as it was then: SQLite, for one,
/// opens a file for reading only where there was no descriptor for more. The next use opens anew.
void LiveActor::reopenAfter(const Error &error)
{
    if (error.code == ErrorCode::Io || error.code == ErrorCode::ReadOnlyDatabase)
        m_lane.databases().release(m_id);
}

void LiveActor::wrote(qint64 entries, qint64 bytes)
{
    m_writes += entries;
    m_lane.tellWrites(m_id, entries, bytes);
}

Result<void> LiveActor::putKv(const KvEntries &entries)
{
    if (const Result<void> may = mayWrite(); !may)
        return may;
    const Result<ActorDatabase *> database = m_lane.databases().open(m_id);
    if (!database)
        return fail(database.error());
    if (const Result<void> put = (*database)->put(entries); !put) {
        reopenAfter(put.error());
        return put;
    }
    wrote(entries.size(), sizeOf(entries));
    return {};
}

/// The actor reads its key-values again whenever it wants them, so they may change while it runs.
/// Its state it reads once and then writes as it has it in memory: an edit would be lost at the
/// next write without a word.
Result<EditOutcome> LiveActor::editKv(const KvEdit &edit)
{
    if (const Result<void> may = mayWrite(); !may)
        return fail(may.error());
    if (const Result<void> checked = checkEdit(edit); !checked)
        return fail(checked.error().of(m_id.text()));
    if (m_instance && changesState(edit)) {
        return fail(ErrorCode::StillRunning,
                    m_id.text() +
                        QStringLiteral(": it runs and has its state in memory, so it would write "
                                       "over the edit; put it to sleep first"));
    }
    const Result<ActorDatabase *> existing = m_lane.databases().openExisting(m_id);
    if (!existing)
        return fail(existing.error());
    if (!*existing) {
        if (EditOutcome outcome = outcomeOnNothing(edit); !outcome.isApplied())
            return outcome;
    }
    const Result<ActorDatabase *> database = m_lane.databases().open(m_id);
    if (!database)
        return fail(database.error());
    Result<EditOutcome> outcome = (*database)->edit(edit);
    if (!outcome) {
        reopenAfter(outcome.error());
        return outcome;
    }
    if (outcome->isApplied()) {
        qint64 bytes = 0;
        for (const KvChange &change : edit.changes)
            bytes += change.after ? change.key.size() + change.after->size() : 0;
        wrote(edit.changes.size(), bytes);
    }
    return outcome;
}

Result<QList<std::optional<QByteArray>>> LiveActor::getKv(const QList<QByteArray> &keys)
{
    using Values = QList<std::optional<QByteArray>>;
    return withDatabase<Values>([&](ActorDatabase &database) { return database.get(keys); },
                                Values(keys.size()));
}

Result<void> LiveActor::removeKv(const QList<QByteArray> &keys)
{
    return removeBy([&](ActorDatabase &database) { return database.remove(keys); }, keys.size());
}

Result<void> LiveActor::removeKvRange(const KvRange &range)
{
    return removeBy([&](ActorDatabase &database) { return database.removeRange(range); }, 1);
}

template <class Remove>
Result<void> LiveActor::removeBy(Remove remove, qint64 entries)
{
    if (const Result<void> may = mayWrite(); !may)
        return may;
    const Result<ActorDatabase *> database = m_lane.databases().openExisting(m_id);
    if (!database)
        return fail(database.error());
    if (!*database)
        return {};
    if (const Result<void> removed = remove(**database); !removed) {
        reopenAfter(removed.error());
        return removed;
    }
    wrote(entries, 0);
    return {};
}

Result<KvPage> LiveActor::listKv(const KvRange &range, KvOrder order, std::optional<qint64> limit)
{
    return withDatabase<KvPage>(
        [&](ActorDatabase &database) { return database.list(range, order, limit); }, KvPage());
}

Result<KvEntries> LiveActor::entries(const KvRange &range, KvOrder order,
                                     std::optional<qint64> limit, qsizetype cut)
{
    return withDatabase<KvEntries>(
        [&](ActorDatabase &database) { return database.entries(range, order, limit, cut); },
        KvEntries());
}

Result<KvTotals> LiveActor::totals()
{
    return withDatabase<KvTotals>([](ActorDatabase &database) { return database.totals(); },
                                  KvTotals());
}

Result<PersistedActor> LiveActor::persisted()
{
    const auto values = getKv({persistedKey()});
    if (!values)
        return fail(values.error());
    if (!values->first())
        return PersistedActor();
    Result<PersistedActor> persisted = decodePersistedActor(*values->first());
    if (!persisted)
        return fail(persisted.error().of(m_id.text() + QStringLiteral(": key 01")));
    return persisted;
}

Result<void> LiveActor::saveState(const QByteArray &cbor)
{
    // Input and planned calls stay as they are.
    Result<PersistedActor> persisted = this->persisted();
    if (!persisted)
        return fail(persisted.error());
    persisted->hasInitialized = true;
    persisted->state = cbor;
    const Result<QByteArray> bytes = encodePersistedActor(*persisted);
    if (!bytes)
        return fail(bytes.error());
    const Result<void> put = putKv({{persistedKey(), *bytes}});
    if (put)
        m_lane.tellSavedState(m_id, cbor.size());
    return put;
}

Result<AlarmOutcome> LiveActor::setAlarm(Timestamp at)
{
    if (m_lifecycle == Lifecycle::StartingSleep || m_lifecycle == Lifecycle::StartingDestroy)
        return AlarmOutcome::Skipped;
    // An alarm file without a record would be an orphan after a crash.
    if (const Result<void> written = writeMadeRecord(); !written)
        return fail(written.error());
    const Result<AlarmOutcome> outcome = m_lane.alarms().set(m_id, at);
    if (outcome && *outcome == AlarmOutcome::Armed)
        tell(ActorEvent::Kind::AlarmSet, {.actor = m_id, .alarmAt = at});
    return outcome;
}

Result<AlarmOutcome> LiveActor::replaceAlarm(Timestamp at)
{
    const Result<AlarmOutcome> outcome = m_lane.alarms().replace(m_id, at);
    if (outcome)
        tell(ActorEvent::Kind::AlarmSet, {.actor = m_id, .alarmAt = at});
    return outcome;
}

Result<void> LiveActor::cancelAlarm()
{
    const Result<bool> cancelled = m_lane.alarms().cancel(m_id);
    if (!cancelled)
        return fail(cancelled.error());
    if (*cancelled)
        tell(ActorEvent::Kind::AlarmCancelled, {.actor = m_id});
    return {};
}

} // namespace greenroom
