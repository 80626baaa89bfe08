#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace greenroom {

/// One change that was staged while someone looked at an actor's key-values.
struct KvChange
{
    QByteArray key; ///< the whole stored key, a blob

    /// The whole value that the change was based on; none: there was no such key.
    std::optional<QByteArray> before;

    /// What shall be there; none: no such key. The same as before: it is only made sure of.
    std::optional<QByteArray> after;

    [[nodiscard]] bool changesAnything() const { return before != after; }

    bool operator==(const KvChange &) const = default;
};

/// Which keys an edit may change.
enum class EditableKeys {
    UserAndState, ///< 04… and 01, whose new value must be a whole record (PersistedActor)
    All,          ///< rivetkit's own as well, whatever comes of it
};

/// Changes that are applied together or not at all. Each key has one at most.
struct KvEdit
{
    QList<KvChange> changes;
    EditableKeys keys = EditableKeys::UserAndState;

    bool operator==(const KvEdit &) const = default;
};

/// A key that was written, made or removed since an edit was based on it.
struct KvConflict
{
    QByteArray key;
    std::optional<QByteArray> now; ///< its value; none: there is no such key

    bool operator==(const KvConflict &) const = default;
};

/// What became of an edit: applied as a whole, or not at all because of these keys.
struct EditOutcome
{
    QList<KvConflict> conflicts;

    /// Takes down that @p now is there, where @p change was based on something else.
    void add(const KvChange &change, std::optional<QByteArray> now)
    {
        if (now != change.before)
            conflicts.append({change.key, std::move(now)});
    }

    [[nodiscard]] bool isApplied() const { return conflicts.isEmpty(); }

    bool operator==(const EditOutcome &) const = default;
};

} // namespace greenroom
