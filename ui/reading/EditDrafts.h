#pragma once

#include "SourceReader.h"
#include "StagedEdits.h"

#include <QHash>
#include <QObject>

#include <map>

namespace greenroom {

/// The staged edits of a folder's actors, each actor's apart, and their applying in the background.
/// No reading of the folder touches them. Used from the window's thread.
class EditDrafts final : public QObject
{
    Q_OBJECT

public:
    explicit EditDrafts(SourceReader &reader, QObject *parent = nullptr)
        : QObject(parent), m_reader(reader)
    {}

    /// An actor's staged edits, by file name; none at first.
    [[nodiscard]] StagedEdits of(const QString &fileName) const { return m_edits.value(fileName); }

    /// How many changes are pending in all, and of how many actors.
    [[nodiscard]] qsizetype pending() const;
    [[nodiscard]] QStringList actors() const;

    /// As StagedEdits::stage().
    [[nodiscard]] Result<void> stage(const ActorId &actor, const KvChange &change);
    void undo(const ActorId &actor);
    void drop(const ActorId &actor, const QByteArray &key);
    void discard(const QString &fileName);
    void discardAll();

    /// Bases changes on what is there now, or gives them up, as a person chose for each conflict.
    enum class Choice { KeepMine, TakeTheirs };
    [[nodiscard]] Result<void> resolve(const ActorId &actor, const KvConflict &conflict,
                                       Choice choice);

    /// Applies all of an actor's changes together. What comes of it is told by a signal.
    void apply(const ActorId &actor);
    [[nodiscard]] bool isApplying(const QString &fileName) const
    {
        return m_questions.contains(fileName);
    }

Q_SIGNALS:
    /// Staged, taken back, applied; or applying has begun or ended.
    void changed(const QString &fileName);

    void applied(const QString &fileName, qsizetype changes);

    /// Nothing was applied: these keys are not any more as they were.
    void conflicted(const QString &fileName, const EditOutcome &outcome);
    void failed(const QString &fileName, const Error &error);

private:
    template <class Change>
    void change(const QString &fileName, Change change);
    void ended(const QString &fileName, const KvEdit &edit, const Result<EditOutcome> &outcome);

    SourceReader &m_reader;
    QHash<QString, StagedEdits> m_edits; // none of them without a step
    std::map<QString, Question> m_questions;
};

} // namespace greenroom
