#include "FakeSource.h"

#include "Actors.h"

#include <algorithm>

using namespace greenroom;

namespace {

constexpr qsizetype ActorsPerBatch = 64;

KvRow preview(KvRow row, qint64 bytes)
{
    row.value = row.value.first(std::min<qint64>(row.value.size(), bytes));
    return row;
}

bool isBehind(const KvRow &row, const KvQuery &query)
{
    if (!query.after)
        return true;
    return query.order == KvOrder::Ascending ? row.key > query.after->key
                                             : row.key < query.after->key;
}

} // namespace

void FakeSource::setActors(const ActorBatch &actors)
{
    const QMutexLocker lock(&m_mutex);
    m_actors = actors;
}

void FakeSource::setAlarms(const QList<AlarmEntry> &alarms)
{
    const QMutexLocker lock(&m_mutex);
    m_alarms = alarms;
}

void FakeSource::setRows(const QString &id, const QList<KvRow> &rows)
{
    const QMutexLocker lock(&m_mutex);
    m_rows.insert(id, rows);
}

QList<KvRow> FakeSource::rows(const QString &id) const
{
    const QMutexLocker lock(&m_mutex);
    return m_rows.value(id);
}

void FakeSource::setStamp(const QString &id, const QByteArray &stamp)
{
    const QMutexLocker lock(&m_mutex);
    m_stamps.insert(id, stamp);
}

void FakeSource::failListing(const std::optional<Error> &error)
{
    const QMutexLocker lock(&m_mutex);
    m_listingError = error;
}

void FakeSource::failKv(const std::optional<Error> &error)
{
    const QMutexLocker lock(&m_mutex);
    m_kvError = error;
}

QStringList FakeSource::calls() const
{
    const QMutexLocker lock(&m_mutex);
    return m_calls;
}

void FakeSource::forgetCalls()
{
    const QMutexLocker lock(&m_mutex);
    m_calls.clear();
}

void FakeSource::note(const QString &call) const
{
    const QMutexLocker lock(&m_mutex);
    m_calls << call;
}

Result<ActorListEnd> FakeSource::listActors(const ActorQuery &, const ActorBatchSink &sink,
                                            std::stop_token stop) const
{
    note(QStringLiteral("list"));
    listing.pass();
    m_mutex.lock();
    const ActorBatch actors = m_actors;
    const std::optional<Error> error = m_listingError;
    m_mutex.unlock();
    for (qsizetype at = 0; at < actors.size(); at += ActorsPerBatch) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("cancelled"));
        // A listing that fails does so after its first batch.
        if (at > 0 && error)
            break;
        sink(actors.mid(at, ActorsPerBatch));
    }
    if (error)
        return fail(*error);
    return ActorListEnd();
}

Result<ActorDetails> FakeSource::actor(const ActorId &id) const
{
    note(QStringLiteral("actor ") + id.text());
    details.pass();
    const QMutexLocker lock(&m_mutex);
    for (const ActorEntry &actor : m_actors) {
        if (actor.fileName == id.text()) {
            ActorDetails found;
            found.entry = actor;
            return found;
        }
    }
    return fail(ErrorCode::NotFound, QStringLiteral("there is no actor ") + id.text());
}

Result<KvPage> FakeSource::kvPage(const ActorId &id, const KvQuery &query, std::stop_token) const
{
    note(QStringLiteral("page ") + id.text());
    pages.pass();
    const QMutexLocker lock(&m_mutex);
    if (m_kvError)
        return fail(*m_kvError);
    QList<KvRow> rows = m_rows.value(id.text());
    if (query.order == KvOrder::Descending)
        std::reverse(rows.begin(), rows.end());
    KvPage page;
    page.origin = rows.isEmpty() ? KvOrigin::Nowhere : KvOrigin::Database;
    for (const KvRow &row : std::as_const(rows)) {
        if (!isBehind(row, query) || (query.range && !query.range->contains(row.key)))
            continue;
        if (page.rows.size() == query.limit) {
            page.more = true;
            break;
        }
        page.rows << preview(row, query.previewBytes);
    }
    return page;
}

Result<std::optional<KvRow>> FakeSource::kvRow(const ActorId &id, const KvCursor &key,
                                               qint64 maxBytes, std::stop_token) const
{
    note(QStringLiteral("row ") + id.text());
    const QMutexLocker lock(&m_mutex);
    if (m_kvError)
        return fail(*m_kvError);
    for (const KvRow &row : m_rows.value(id.text())) {
        if (row.key == key.key && row.keyClass == key.keyClass)
            return std::optional(preview(row, maxBytes));
    }
    return std::optional<KvRow>();
}

Result<KvTotals> FakeSource::kvTotals(const ActorId &id, std::stop_token) const
{
    note(QStringLiteral("count ") + id.text());
    counting.pass();
    const QMutexLocker lock(&m_mutex);
    if (m_kvError)
        return fail(*m_kvError);
    KvTotals totals;
    for (const KvRow &row : m_rows.value(id.text())) {
        ++totals.entries;
        totals.bytes += row.key.size() + row.valueSize;
    }
    return totals;
}

QByteArray FakeSource::kvStamp(const ActorId &id) const
{
    const QMutexLocker lock(&m_mutex);
    return m_stamps.value(id.text(), QByteArrayLiteral("first"));
}

Result<QList<AlarmEntry>> FakeSource::alarms(std::stop_token) const
{
    note(QStringLiteral("alarms"));
    const QMutexLocker lock(&m_mutex);
    return m_alarms;
}

Capability FakeSource::capability(ActorCommand command) const
{
    const QMutexLocker lock(&m_mutex);
    if ((m_runs && !m_stopped) || command == ActorCommand::Export)
        return {.available = true, .reason = {}};
    return {.available = false, .reason = QStringLiteral("nothing runs in this folder")};
}

Result<void> FakeSource::failureOf(const ActorId &id) const
{
    const QMutexLocker lock(&m_mutex);
    const auto error = m_commandErrors.constFind(id.text());
    return error == m_commandErrors.constEnd() ? Result<void>() : fail(*error);
}

Result<void> FakeSource::run(ActorCommand command, const ActorId &id)
{
    static const QHash<ActorCommand, QString> names{
        {ActorCommand::Wake, QStringLiteral("wake ")},
        {ActorCommand::Sleep, QStringLiteral("sleep ")},
        {ActorCommand::Destroy, QStringLiteral("destroy ")},
        {ActorCommand::FireAlarm, QStringLiteral("fire ")},
        {ActorCommand::CancelAlarm, QStringLiteral("cancel ")}};
    if (!capability(command).available)
        return fail(ErrorCode::NotSupported, capability(command).reason);
    note(names.value(command) + id.text());
    commands.pass();
    const Result<void> done = failureOf(id);
    if (done && command == ActorCommand::Destroy && !m_destroysNothing)
        removeActor(id.text());
    return done;
}

Result<void> FakeSource::setAlarm(const ActorId &id, Timestamp at)
{
    note(QStringLiteral("alarm %1 %2").arg(id.text()).arg(at.ms));
    commands.pass();
    return failureOf(id);
}

Result<EditOutcome> FakeSource::edit(const ActorId &id, const KvEdit &edit)
{
    note(QStringLiteral("edit ") + id.text());
    commands.pass();
    if (const Result<void> done = failureOf(id); !done)
        return fail(done.error());
    const QMutexLocker lock(&m_mutex);
    QList<KvRow> rows = m_rows.value(id.text());
    EditOutcome outcome;
    for (const KvChange &change : edit.changes) {
        const auto at = std::find_if(rows.begin(), rows.end(),
                                     [&](const KvRow &row) { return row.key == change.key; });
        outcome.add(change, at == rows.end() ? std::nullopt : std::optional(at->value));
        if (at != rows.end())
            rows.erase(at);
        if (change.after)
            rows << KvRow{
                .key = change.key, .value = *change.after, .valueSize = change.after->size()};
    }
    std::sort(rows.begin(), rows.end(),
              [](const KvRow &a, const KvRow &b) { return a.key < b.key; });
    if (outcome.isApplied())
        m_rows.insert(id.text(), rows);
    return outcome;
}

Result<ActorId> FakeSource::create(const NewActor &actor)
{
    const ActorId id = ActorId::of(actor.name, actor.key);
    note(QStringLiteral("create ") + id.text());
    commands.pass();
    if (const Result<void> done = failureOf(id); !done)
        return fail(done.error());
    const QMutexLocker lock(&m_mutex);
    m_created << actor;
    ActorEntry entry;
    entry.fileName = id.text();
    entry.record = ActorRecord();
    entry.record->name = actor.name;
    entry.record->key = actor.key;
    m_actors << entry;
    std::sort(m_actors.begin(), m_actors.end(),
              [](const ActorEntry &a, const ActorEntry &b) { return a.fileName < b.fileName; });
    return id;
}

void FakeSource::startRunning(const QStringList &definitions)
{
    const QMutexLocker lock(&m_mutex);
    m_runs = true;
    m_definitions = definitions;
}

void FakeSource::setLive(const QString &id, const std::optional<LiveStatus> &live)
{
    const QMutexLocker lock(&m_mutex);
    for (ActorEntry &actor : m_actors) {
        if (actor.fileName == id)
            actor.live = live;
    }
}

void FakeSource::removeActor(const QString &id)
{
    const QMutexLocker lock(&m_mutex);
    m_actors.removeIf([&](const ActorEntry &actor) { return actor.fileName == id; });
}

void FakeSource::failCommands(const QString &id, const std::optional<Error> &error)
{
    const QMutexLocker lock(&m_mutex);
    if (error)
        m_commandErrors.insert(id, *error);
    else
        m_commandErrors.remove(id);
}

QList<NewActor> FakeSource::created() const
{
    const QMutexLocker lock(&m_mutex);
    return m_created;
}

void FakeSource::tell(const QString &id, ActorEvent::Kind kind, const QString &detail)
{
    m_log.append({eventOf(id, kind, detail)});
}

QStringList FakeSource::definitions() const
{
    const QMutexLocker lock(&m_mutex);
    return m_definitions;
}

EventLog *FakeSource::events()
{
    const QMutexLocker lock(&m_mutex);
    return m_runs ? &m_log : nullptr;
}

void FakeSource::stopRunning()
{
    note(QStringLiteral("stop"));
    stopping.pass();
    const QMutexLocker lock(&m_mutex);
    m_stopped = true;
}
