#pragma once

#include "EditDrafts.h"
#include "KvPage.h"
#include "ValueEditor.h"

#include <QObject>

namespace greenroom {

/// What can be edited of one actor at a time, and the asking for it: for any tab that shows
/// key-values or the state. Used from the window's thread.
class KvEditing final : public QObject
{
    Q_OBJECT

public:
    /// A larger value is not given to be edited; none of its size could be stored.
    static constexpr qint64 LargestEdited = 1024 * 1024;

    /// Dialogs open above @p window, whose child this becomes.
    KvEditing(SourceReader &reader, EditDrafts &drafts, QWidget &window);

    void setActor(const std::optional<ActorId> &actor);

    /// What is staged for the actor.
    [[nodiscard]] StagedEdits staged() const;
    [[nodiscard]] const std::optional<ActorId> &actor() const { return m_actor; }

    /// Looks again whether the source can be edited, which takes a look at the folder's lock.
    void refresh();

    /// Why nothing can be edited here at all, a sentence; empty where it can.
    [[nodiscard]] QString obstacle() const;

    /// Why this row cannot be; its value may be cut.
    [[nodiscard]] QString obstacle(const KvRow &row) const;

    /// Opens an editor, as soon as what it starts from is read; what comes of it is staged.
    void addKey();
    void editValue(const QByteArray &key);
    void editState() { editValue(QByteArrayLiteral("\1")); }

    /// Stages that a key shall go.
    void removeKey(const QByteArray &key);

    /// Takes all that is staged for a key back.
    void takeBack(const QByteArray &key);

Q_SIGNALS:
    /// The obstacle, or what is staged, may be another one.
    void changed();

    /// Something could not be staged, or could not be read for it: a sentence.
    void failed(const QString &problem);

private:
    void read(const QByteArray &key,
              const std::function<void(const ActorId &, const std::optional<QByteArray> &)> &then);
    void prepare(const ActorId &actor, const KvChange &start);
    void open(const ActorId &actor, const KvChange &start, const EditableValue &value);

    SourceReader &m_reader;
    EditDrafts &m_drafts;
    QWidget &m_window;
    std::optional<ActorId> m_actor;
    QString m_refusal; // the source's
    Question m_question;
};

} // namespace greenroom
