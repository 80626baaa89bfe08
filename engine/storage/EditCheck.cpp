#include "EditCheck.h"

#include "KeySpace.h"
#include "KvLimits.h"
#include "PersistedActor.h"

#include <QSet>

#include <algorithm>

namespace greenroom {

namespace {

QString nameOf(const QByteArray &key)
{
    return QStringLiteral("key ") +
           (key.isEmpty() ? QStringLiteral("(empty)") : QString::fromLatin1(key.toHex()));
}

Result<void> checkKind(const KvChange &change)
{
    switch (kindOf(change.key)) {
    case KeyKind::UserKv:
        return {};
    case KeyKind::PersistData: {
        if (!change.after) {
            return fail(
                ErrorCode::NotSupported,
                QStringLiteral("key 01 holds the actor's input, state and schedule; without "
                               "it the actor cannot start"));
        }
        const Result<PersistedActor> persisted = decodePersistedActor(*change.after);
        return persisted ? Result<void>()
                         : fail(persisted.error().of(QStringLiteral("the new value of key 01")));
    }
    default:
        return fail(ErrorCode::NotSupported,
                    nameOf(change.key) + QStringLiteral(" is rivetkit's own; only a user's keys, "
                                                        "which begin with 04, and the state under "
                                                        "01 are edited"));
    }
}

} // namespace

Result<void> checkEdit(const KvEdit &edit)
{
    QSet<QByteArray> seen;
    for (const KvChange &change : edit.changes) {
        if (seen.contains(change.key)) {
            return fail(ErrorCode::NotSupported,
                        nameOf(change.key) + QStringLiteral(" is changed twice in one edit"));
        }
        seen.insert(change.key);
        if (!change.changesAnything())
            continue;
        if (const auto checked = KvLimits::checkKey(change.key, QStringLiteral("the key"));
            !checked)
            return checked;
        if (change.after) {
            if (const auto checked = KvLimits::checkValue(
                    *change.after, QStringLiteral("the value of ") + nameOf(change.key));
                !checked)
                return checked;
        }
        if (edit.keys == EditableKeys::All)
            continue;
        if (const auto checked = checkKind(change); !checked)
            return checked;
    }
    return {};
}

bool changesState(const KvEdit &edit)
{
    return std::any_of(edit.changes.begin(), edit.changes.end(), [](const KvChange &change) {
        return change.changesAnything() && kindOf(change.key) == KeyKind::PersistData;
    });
}

EditOutcome outcomeOnNothing(const KvEdit &edit)
{
    EditOutcome outcome;
    for (const KvChange &change : edit.changes)
        outcome.add(change, std::nullopt);
    return outcome;
}

} // namespace greenroom
