#pragma once

#include "KvEdit.h"
#include "Result.h"

#include <QMap>

namespace greenroom {

/// What a person wants changed in one actor's key-values and has not applied yet, step by step. Of
/// each key the value is kept that its first change was based on. A value.
class StagedEdits
{
public:
    /// Takes a change down as one more step. Where the key has changes already they keep their
    /// base, whatever @p change is based on. Fails as checkEdit() does, and takes nothing down.
    [[nodiscard]] Result<void> stage(const KvChange &change);

    /// The pending changes in the order of their keys; without keys that were changed back.
    [[nodiscard]] QList<KvChange> changes() const;
    [[nodiscard]] qsizetype count() const { return changes().size(); }
    [[nodiscard]] std::optional<KvChange> find(const QByteArray &key) const;

    [[nodiscard]] bool canUndo() const { return !m_steps.isEmpty(); }

    /// Takes the last step back.
    void undo();

    /// Takes all steps of one key back.
    void drop(const QByteArray &key);

    void clear();

    [[nodiscard]] KvEdit edit() const { return {changes(), EditableKeys::UserAndState}; }

    /// @p edit was applied: what was staged since is based on that now.
    void forget(const KvEdit &edit);

    /// Bases the key's changes on what is there now. Of key 01 they keep the changed state alone:
    /// the input and the schedule that are there now stay. Fails, and changes nothing, where that
    /// cannot be: one of the records has no state to be found.
    [[nodiscard]] Result<void> rebase(const KvConflict &conflict);

    bool operator==(const StagedEdits &) const = default;

private:
    struct Step
    {
        QByteArray key;
        std::optional<QByteArray> after;

        bool operator==(const Step &) const = default;
    };

    [[nodiscard]] qsizetype lastStep(const QByteArray &key) const;
    void forgetUnchanged(const QByteArray &key);

    QMap<QByteArray, std::optional<QByteArray>> m_bases; // of all keys in m_steps
    QList<Step> m_steps;                                 // the last one counts
};

} // namespace greenroom
