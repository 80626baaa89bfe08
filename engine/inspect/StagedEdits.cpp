#include "StagedEdits.h"

#include "EditCheck.h"
#include "KeySpace.h"
#include "StateSplice.h"

namespace greenroom {

qsizetype StagedEdits::lastStep(const QByteArray &key) const
{
    for (qsizetype step = m_steps.size() - 1; step >= 0; --step) {
        if (m_steps[step].key == key)
            return step;
    }
    return -1;
}

Result<void> StagedEdits::stage(const KvChange &change)
{
    const auto known = m_bases.constFind(change.key);
    KvChange checked = change;
    if (known != m_bases.constEnd())
        checked.before = *known;
    if (const Result<void> done = checkEdit({{checked}, EditableKeys::UserAndState}); !done)
        return done;
    const qsizetype last = lastStep(change.key);
    const std::optional<QByteArray> &now = last < 0 ? checked.before : m_steps[last].after;
    if (now == change.after)
        return {};
    m_bases.insert(change.key, checked.before);
    m_steps.append({change.key, change.after});
    return {};
}

QList<KvChange> StagedEdits::changes() const
{
    QMap<QByteArray, const Step *> last;
    for (const Step &step : m_steps)
        last.insert(step.key, &step);
    QList<KvChange> changes;
    for (auto at = m_bases.constBegin(); at != m_bases.constEnd(); ++at) {
        const KvChange change{at.key(), at.value(), last.value(at.key())->after};
        if (change.changesAnything())
            changes.append(change);
    }
    return changes;
}

std::optional<KvChange> StagedEdits::find(const QByteArray &key) const
{
    const qsizetype last = lastStep(key);
    if (last < 0)
        return std::nullopt;
    const KvChange change{key, m_bases.value(key), m_steps[last].after};
    return change.changesAnything() ? std::optional(change) : std::nullopt;
}

void StagedEdits::forgetUnchanged(const QByteArray &key)
{
    if (lastStep(key) < 0)
        m_bases.remove(key);
}

void StagedEdits::undo()
{
    if (m_steps.isEmpty())
        return;
    const QByteArray key = m_steps.takeLast().key;
    forgetUnchanged(key);
}

void StagedEdits::drop(const QByteArray &key)
{
    m_steps.removeIf([&](const Step &step) { return step.key == key; });
    m_bases.remove(key);
}

void StagedEdits::clear()
{
    *this = {};
}

void StagedEdits::forget(const KvEdit &edit)
{
    for (const KvChange &change : edit.changes) {
        const qsizetype last = lastStep(change.key);
        if (last < 0)
            continue;
        if (m_steps[last].after == change.after)
            drop(change.key);
        else
            m_bases.insert(change.key, change.after);
    }
}

Result<void> StagedEdits::rebase(const KvConflict &conflict)
{
    if (lastStep(conflict.key) < 0)
        return {};
    QList<Step> steps = m_steps;
    if (kindOf(conflict.key) == KeyKind::PersistData) {
        if (!conflict.now) {
            return fail(ErrorCode::NotFound, QStringLiteral("the actor keeps no state any more; "
                                                            "there is nothing to change"));
        }
        for (Step &step : steps) {
            if (step.key != conflict.key || !step.after)
                continue;
            const Result<QByteArray> state = stateCbor(*step.after);
            const Result<QByteArray> record =
                state ? withState(*conflict.now, *state) : fail(state.error());
            if (!record)
                return fail(record.error().of(QStringLiteral("key 01")));
            step.after = *record;
        }
    }
    m_steps = std::move(steps);
    m_bases.insert(conflict.key, conflict.now);
    return {};
}

} // namespace greenroom
