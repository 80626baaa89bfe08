#include "KvEditing.h"

#include "KeyText.h"
#include "StateSplice.h"

#include <QLocale>
#include <QWidget>

namespace greenroom {

namespace {

bool isState(const QByteArray &key)
{
    return kindOf(key) == KeyKind::PersistData;
}

KvRow rowOfKey(const QByteArray &key)
{
    KvRow row;
    row.key = key;
    return row;
}

/// What of a stored value is edited: of key 01 the state alone.
Result<QByteArray> editedPart(const QByteArray &key, const QByteArray &stored)
{
    return isState(key) ? stateCbor(stored) : Result<QByteArray>(stored);
}

} // namespace

KvEditing::KvEditing(SourceReader &reader, EditDrafts &drafts, QWidget &window)
    : QObject(&window), m_reader(reader), m_drafts(drafts), m_window(window)
{
    connect(&drafts, &EditDrafts::changed, this, [this](const QString &fileName) {
        if (m_actor && m_actor->text() == fileName)
            Q_EMIT changed();
    });
    refresh();
}

StagedEdits KvEditing::staged() const
{
    return m_actor ? m_drafts.of(m_actor->text()) : StagedEdits();
}

void KvEditing::takeBack(const QByteArray &key)
{
    if (m_actor)
        m_drafts.drop(*m_actor, key);
}

void KvEditing::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_question = {};
    refresh();
    Q_EMIT changed();
}

void KvEditing::refresh()
{
    const Capability capability = m_reader.source().capability(ActorCommand::EditKv);
    const QString refusal = capability.available ? QString() : capability.reason;
    if (refusal == m_refusal)
        return;
    m_refusal = refusal;
    Q_EMIT changed();
}

QString KvEditing::obstacle() const
{
    if (!m_actor)
        return tr("No actor is selected.");
    return m_refusal.isEmpty() ? QString() : tr("Not possible: %1.").arg(m_refusal);
}

QString KvEditing::obstacle(const KvRow &row) const
{
    if (const QString general = obstacle(); !general.isEmpty())
        return general;
    const KeyKind kind = kindOf(row);
    if (isSecret(row))
        return tr("A secret is not edited.");
    if (kind != KeyKind::UserKv && kind != KeyKind::PersistData) {
        return tr("This key is rivetkit's own. Only user keys and the state, under 01, are "
                  "edited.");
    }
    if (row.valueClass != StorageClass::Blob || row.keyClass != StorageClass::Blob)
        return tr("This is no row of rivetkit's: its key or value is no byte string.");
    if (row.valueSize > LargestEdited) {
        return tr("The value has %1 bytes and is not edited as a whole; nor could rivetkit store "
                  "one so large.")
            .arg(QLocale().toString(row.valueSize));
    }
    return {};
}

/// Reads a stored value whole; none: there is no such key. Not where another actor is shown by
/// then.
void KvEditing::read(
    const QByteArray &key,
    const std::function<void(const ActorId &, const std::optional<QByteArray> &)> &then)
{
    if (!m_actor)
        return;
    m_question =
        m_reader.ask(SourceReader::Lane::Details, this,
                     [this, key, then, actor = *m_actor](ActorSource &source, const Reply &reply) {
                         const auto row = source.kvRow(actor, {key, StorageClass::Blob},
                                                       LargestEdited, reply.stopToken());
                         reply.tell([this, row, then, actor] {
                             if (!row)
                                 Q_EMIT failed(row.error().message);
                             else if (*row && !obstacle(**row).isEmpty())
                                 Q_EMIT failed(obstacle(**row));
                             else
                                 then(actor, *row ? std::optional((*row)->value) : std::nullopt);
                         });
                     });
}

void KvEditing::addKey()
{
    if (!obstacle().isEmpty())
        return;
    const ActorId actor = *m_actor;
    auto *editor = new ValueEditor(
        m_reader, tr("A new user key"), EditableValue::of({}, EditableValue::Kind::Anything),
        ValueEditor::Subject::NewKey,
        [this, actor](const QByteArray &key, const QByteArray &value) -> Result<void> {
            // It may be staged to go: then it is there, and changes.
            return m_drafts.stage(actor, {key, std::nullopt, value});
        },
        &m_window);
    const StagedEdits staged = m_drafts.of(actor.text());
    editor->setKeyCheck([actor, staged](ActorSource &source, const QByteArray &key) -> QString {
        if (const auto change = staged.find(key))
            return change->after ? tr("This key is staged already; edit it instead.") : QString();
        const auto row = source.kvRow(actor, {key, StorageClass::Blob}, 0, {});
        if (!row)
            return row.error().message;
        return *row ? tr("This key exists already; edit it instead.") : QString();
    });
    editor->open();
}

void KvEditing::editValue(const QByteArray &key)
{
    if (!m_actor || !obstacle(rowOfKey(key)).isEmpty())
        return;
    if (const auto staged = m_drafts.of(m_actor->text()).find(key); staged && staged->after) {
        prepare(*m_actor, *staged);
        return;
    }
    read(key, [this, key](const ActorId &actor, const std::optional<QByteArray> &stored) {
        if (stored)
            prepare(actor, {key, stored, stored});
        else
            Q_EMIT failed(tr("This key has been deleted meanwhile."));
    });
}

/// To make a value editable takes decoding it, several times.
void KvEditing::prepare(const ActorId &actor, const KvChange &start)
{
    const Result<QByteArray> part = editedPart(start.key, *start.after);
    if (!part) {
        Q_EMIT failed(
            tr("The record cannot be read as far as its state: %1").arg(part.error().message));
        return;
    }
    const auto kind =
        isState(start.key) ? EditableValue::Kind::State : EditableValue::Kind::Anything;
    m_question =
        m_reader.ask(SourceReader::Lane::Details, this,
                     [this, actor, start, kind, bytes = *part](ActorSource &, const Reply &reply) {
                         const EditableValue value = EditableValue::of(bytes, kind);
                         reply.tell([this, actor, start, value] { open(actor, start, value); });
                     });
}

void KvEditing::open(const ActorId &actor, const KvChange &start, const EditableValue &value)
{
    const bool isTheState = isState(start.key);
    auto *editor = new ValueEditor(
        m_reader, isTheState ? tr("The state of this actor") : keyMeaning(rowOfKey(start.key)),
        value, ValueEditor::Subject::Value,
        [this, actor, start, isTheState](const QByteArray &, const QByteArray &bytes) {
            const Result<QByteArray> after =
                isTheState ? withState(*start.after, bytes) : Result<QByteArray>(bytes);
            return after ? m_drafts.stage(actor, {start.key, start.before, *after})
                         : Result<void>(fail(after.error()));
        },
        &m_window);
    editor->open();
}

void KvEditing::removeKey(const QByteArray &key)
{
    if (!m_actor || !obstacle(rowOfKey(key)).isEmpty())
        return;
    if (kindOf(key) != KeyKind::UserKv) {
        Q_EMIT failed(tr("The state cannot be deleted: without it the actor cannot start."));
        return;
    }
    const auto stage = [this, key](const ActorId &actor, const std::optional<QByteArray> &before) {
        if (const Result<void> done = m_drafts.stage(actor, {key, before, std::nullopt}); !done)
            Q_EMIT failed(done.error().message);
    };
    // Where it is staged already its base is known.
    if (m_drafts.of(m_actor->text()).find(key))
        stage(*m_actor, std::nullopt);
    else
        read(key, stage);
}

} // namespace greenroom
