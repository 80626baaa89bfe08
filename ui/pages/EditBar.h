#pragma once

#include "EditDrafts.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace greenroom {

class Banner;

/// What is pending for one actor: how much, and Undo, Discard and Apply. Hidden where nothing is.
/// Where the actor wrote meanwhile it shows both and asks.
class EditBar final : public QWidget
{
    Q_OBJECT

public:
    explicit EditBar(EditDrafts &drafts, QWidget *parent = nullptr);

    void setActor(const std::optional<ActorId> &actor);

    /// What is offered when the actor would have to sleep for its edits.
    void setSleepAction(QAction *sleep);

    /// Applies what is pending, as Ctrl+Return does.
    void apply();

private:
    void draftsChanged(const QString &fileName);
    void showPending();
    void askAbout(const QString &fileName, const EditOutcome &outcome);
    void tellFailure(const QString &fileName, const Error &error);

    EditDrafts &m_drafts;
    std::optional<ActorId> m_actor;
    QAction *m_sleepAction = nullptr;
    QString m_problem; // of the last attempt to apply

    Banner *m_banner;
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_sleep;
    QPushButton *m_undo;
    QPushButton *m_discard;
    QPushButton *m_apply;
};

} // namespace greenroom
