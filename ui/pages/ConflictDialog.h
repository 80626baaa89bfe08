#pragma once

#include "EditDrafts.h"

#include <QDialog>
#include <QHash>

class QGridLayout;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace greenroom {

/// For each key that was written while an edit of it was pending: what the edit was based on, what
/// is there now, and what it would become, beside each other; and the choice between the last two.
class ConflictDialog final : public QDialog
{
    Q_OBJECT

public:
    ConflictDialog(const StagedEdits &edits, const EditOutcome &outcome, QWidget *parent);

    /// What was chosen for a key, once the dialog was accepted.
    [[nodiscard]] EditDrafts::Choice choice(const QByteArray &key) const
    {
        return m_choices.value(key);
    }

private:
    struct Side
    {
        QPlainTextEdit *text;
        QLabel *size;
    };

    [[nodiscard]] Side makeSide(const QString &title, const QString &accessibleName,
                                QGridLayout &grid, int column);
    void showConflict(int row);
    void choose(EditDrafts::Choice choice);
    void showChoices();

    const StagedEdits m_edits;
    const EditOutcome m_outcome;
    QHash<QByteArray, EditDrafts::Choice> m_choices;

    QListWidget *m_keys;
    Side m_before;
    Side m_theirs;
    Side m_mine;
    QRadioButton *m_takeTheirs;
    QRadioButton *m_keepMine;
    QPushButton *m_apply;
};

/// A value as people read it, its beginning: a state's CBOR as tagged JSON, a text as it is, bytes
/// in hexadecimal. "(no such key)" without one.
[[nodiscard]] QString readableValue(const QByteArray &key, const std::optional<QByteArray> &value);

} // namespace greenroom
