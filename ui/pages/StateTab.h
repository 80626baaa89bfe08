#pragma once

#include "ActorState.h"
#include "SourceReader.h"

#include <QWidget>

class QAction;
class QLabel;
class QStackedLayout;

namespace greenroom {

class Banner;
class Clock;
class EmptyState;
class EntryList;
class KvEditing;
class OutlineView;

/// What an actor keeps under key 01: its state, input and planned calls, beside the bytes; and how
/// the plans fit its alarm file.
class StateTab final : public QWidget
{
    Q_OBJECT

public:
    /// @p editing is for the same actor, and turned to it first.
    StateTab(SourceReader &reader, KvEditing &editing, std::shared_ptr<const Clock> clock,
             QWidget *parent = nullptr);

    /// Turns to another actor. Nothing is read before the tab is seen.
    void setActor(const std::optional<ActorId> &actor);

    /// Reads it again, if this tab is the visible one; what is chosen, unfolded and scrolled stays.
    void refresh();

    void tick();

    [[nodiscard]] OutlineView *value() const { return m_value; }

    /// Chooses the place in the state once it is read: as nodePath() writes it.
    void choosePath(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void read();
    void present(const std::shared_ptr<const ActorState> &state);
    void presentNone(const QString &title, const QString &text);
    void callChosen();
    void offerEditing();
    void showStaged();
    void edit();
    [[nodiscard]] QString editObstacle() const;
    void chooseAwaited();

    SourceReader &m_reader;
    KvEditing &m_editing;
    const std::shared_ptr<const Clock> m_clock;
    std::optional<ActorId> m_actor;
    Question m_question;
    std::shared_ptr<const ActorState> m_state;
    QString m_awaitedPath;
    std::optional<KvChange> m_staged; // of key 01

    QStackedLayout *m_pages;
    EmptyState *m_empty;
    Banner *m_failure;
    Banner *m_note;
    QAction *m_edit;
    Banner *m_disagreements;
    OutlineView *m_value;
    QWidget *m_plans;
    QLabel *m_plansTitle;
    EntryList *m_calls;
};

} // namespace greenroom
