#pragma once

#include "ActorSource.h"

#include <QDialog>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace greenroom {

class ActorCommands;
class Banner;
class KeyPartsEdit;

/// Asks for a new actor's name, key and input, and makes it. Stays until that has succeeded, and
/// goes away by itself then.
class CreateActorDialog final : public QDialog
{
    Q_OBJECT

public:
    /// @p definitions are the names that can be started.
    CreateActorDialog(ActorCommands &commands, const QStringList &definitions, QWidget *parent);

Q_SIGNALS:
    /// The actor with this file name was made.
    void created(const QString &fileName);

private:
    void check();
    void create();
    void ended(const Result<ActorId> &id);

    ActorCommands &m_commands;
    const QStringList m_definitions;
    QComboBox *m_name;
    KeyPartsEdit *m_key;
    QPlainTextEdit *m_input;
    Banner *m_banner;
    QPushButton *m_create;
    bool m_isCreating = false;
};

} // namespace greenroom
