#include "EditDrafts.h"

namespace greenroom {

qsizetype EditDrafts::pending() const
{
    qsizetype pending = 0;
    for (const StagedEdits &edits : m_edits)
        pending += edits.count();
    return pending;
}

QStringList EditDrafts::actors() const
{
    QStringList actors;
    for (auto at = m_edits.constBegin(); at != m_edits.constEnd(); ++at) {
        if (at->count())
            actors << at.key();
    }
    actors.sort();
    return actors;
}

template <class Change>
void EditDrafts::change(const QString &fileName, Change change)
{
    StagedEdits &edits = m_edits[fileName];
    change(edits);
    if (!edits.canUndo())
        m_edits.remove(fileName);
    Q_EMIT changed(fileName);
}

Result<void> EditDrafts::stage(const ActorId &actor, const KvChange &staged)
{
    Result<void> done;
    change(actor.text(), [&](StagedEdits &edits) { done = edits.stage(staged); });
    return done;
}

void EditDrafts::undo(const ActorId &actor)
{
    change(actor.text(), [](StagedEdits &edits) { edits.undo(); });
}

void EditDrafts::drop(const ActorId &actor, const QByteArray &key)
{
    change(actor.text(), [&](StagedEdits &edits) { edits.drop(key); });
}

void EditDrafts::discard(const QString &fileName)
{
    change(fileName, [](StagedEdits &edits) { edits.clear(); });
}

void EditDrafts::discardAll()
{
    for (const QString &fileName : m_edits.keys())
        discard(fileName);
}

Result<void> EditDrafts::resolve(const ActorId &actor, const KvConflict &conflict, Choice choice)
{
    Result<void> done;
    change(actor.text(), [&](StagedEdits &edits) {
        if (choice == Choice::TakeTheirs)
            edits.drop(conflict.key);
        else
            done = edits.rebase(conflict);
    });
    return done;
}

void EditDrafts::apply(const ActorId &actor)
{
    const QString fileName = actor.text();
    const KvEdit edit = of(fileName).edit();
    if (edit.changes.isEmpty() || isApplying(fileName))
        return;
    m_questions[fileName] = m_reader.ask(
        SourceReader::Lane::Commands, this,
        [this, actor, fileName, edit](ActorSource &source, const Reply &reply) {
            const Result<EditOutcome> outcome = source.edit(actor, edit);
            reply.tell([this, fileName, edit, outcome] { ended(fileName, edit, outcome); });
        });
    Q_EMIT changed(fileName);
}

void EditDrafts::ended(const QString &fileName, const KvEdit &edit,
                       const Result<EditOutcome> &outcome)
{
    m_questions.erase(fileName);
    const bool isApplied = outcome && outcome->isApplied();
    if (isApplied)
        change(fileName, [&](StagedEdits &edits) { edits.forget(edit); });
    else
        Q_EMIT changed(fileName);
    if (isApplied)
        Q_EMIT applied(fileName, edit.changes.size());
    else if (outcome)
        Q_EMIT conflicted(fileName, *outcome);
    else
        Q_EMIT failed(fileName, outcome.error());
}

} // namespace greenroom
