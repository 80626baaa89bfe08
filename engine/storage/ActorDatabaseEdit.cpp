// How what an actor keeps is changed by someone else than the actor.

#include "ActorDatabase.h"

#include "EditCheck.h"
#include "KvLimits.h"

#include <QSqlQuery>

namespace greenroom {

Result<void> ActorDatabase::adoptRows(const KvEntries &legacy)
{
    if (legacy.isEmpty())
        return {};
    Result<SqliteStatement> any = SqliteStatement::prepare(m_handle, "SELECT 1 FROM kv LIMIT 1");
    if (!any)
        return fail(any.error());
    const Result<bool> found = any->step();
    any->reset();
    if (!found || *found)
        return found ? Result<void>() : fail(found.error());
    for (const KvEntry &entry : legacy) {
        m_atMostBytes += entry.key.size() + entry.value.size();
        if (const auto done = putOne(entry.key, entry.value); !done)
            return done;
    }
    return {};
}

Result<void> ActorDatabase::adopt(const KvEntries &legacy)
{
    return inTransaction([&] { return adoptRows(legacy); });
}

Result<EditOutcome> ActorDatabase::compare(const KvEdit &edit)
{
    EditOutcome outcome;
    for (const KvChange &change : edit.changes) {
        Result<std::optional<QByteArray>> now = value(change.key);
        if (!now)
            return fail(now.error());
        outcome.add(change, std::move(*now));
    }
    return outcome;
}

Result<EditOutcome> ActorDatabase::edit(const KvEdit &edit, const KvEntries &legacy)
{
    if (const auto checked = checkEdit(edit); !checked)
        return fail(checked.error());
    qint64 added = 0;
    for (const KvChange &change : edit.changes)
        added += change.after ? change.key.size() + change.after->size() : 0;
    if (const auto checked = checkQuota(added); !checked)
        return fail(checked.error());

    EditOutcome outcome;
    const Result<void> done = inTransaction([&]() -> Result<void> {
        if (const auto adopted = adoptRows(legacy); !adopted)
            return adopted;
        Result<EditOutcome> compared = compare(edit);
        if (!compared)
            return fail(compared.error());
        outcome = std::move(*compared);
        if (!outcome.isApplied()) // what was adopted goes back as well
            return fail(ErrorCode::Cancelled, QStringLiteral("written meanwhile"));
        for (const KvChange &change : edit.changes) {
            if (!change.changesAnything())
                continue;
            const Result<void> changed =
                change.after ? putOne(change.key, *change.after) : removeOne(change.key);
            if (!changed)
                return changed;
        }
        return m_totals ? KvLimits::checkActor(m_totals->bytes) : Result<void>();
    });
    if (!done && outcome.isApplied())
        return fail(done.error());
    return outcome;
}

Result<void> ActorDatabase::keepOthersOut()
{
    const Result<QSqlQuery> set =
        m_connection.run(QStringLiteral("PRAGMA main.locking_mode=EXCLUSIVE"));
    return set ? Result<void>() : fail(set.error());
}

} // namespace greenroom
