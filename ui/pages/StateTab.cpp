#include "StateTab.h"

#include "Banner.h"
#include "EmptyState.h"
#include "EntryList.h"
#include "KvEditing.h"
#include "OutlineView.h"
#include "Printable.h"
#include "SvgIcon.h"
#include "TimeText.h"
#include "ValuePath.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

StateTab::StateTab(SourceReader &reader, KvEditing &editing, std::shared_ptr<const Clock> clock,
                   QWidget *parent)
    : QWidget(parent),
      m_reader(reader),
      m_editing(editing),
      m_clock(clock),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState),
      m_failure(new Banner),
      m_note(new Banner),
      m_edit(new QAction(svgIcon(QStringLiteral("edit")), tr("Edit state…"), this)),
      m_disagreements(new Banner),
      m_value(new OutlineView),
      m_plans(new QWidget),
      m_plansTitle(new QLabel),
      m_calls(new EntryList(tr("Planned calls"), EntryPresentation::Times::Relative, clock))
{
    m_plansTitle->setTextFormat(Qt::PlainText);
    m_plansTitle->setContentsMargins(12, 8, 12, 4);
    auto *plans = new QVBoxLayout(m_plans);
    plans->setContentsMargins(0, 0, 0, 0);
    plans->setSpacing(0);
    plans->addWidget(m_plansTitle);
    plans->addWidget(m_disagreements);
    plans->addWidget(m_calls, 1);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_value);
    splitter->addWidget(m_plans);
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_note);
    layout->addWidget(m_failure);
    layout->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(splitter);
    m_pages->addWidget(m_empty);
    auto *button = new QToolButton;
    button->setDefaultAction(m_edit);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 12, 4);
    bar->addStretch();
    bar->addWidget(button);
    layout->addLayout(bar);
    auto *key = new QShortcut(Qt::Key_F2, this);
    key->setContext(Qt::WidgetWithChildrenShortcut);
    connect(key, &QShortcut::activated, this, &StateTab::edit);
    connect(m_edit, &QAction::triggered, this, &StateTab::edit);
    connect(&editing, &KvEditing::changed, this, &StateTab::showStaged);
    connect(&editing, &KvEditing::failed, this, [this](const QString &problem) {
        if (isVisible())
            m_note->tell(Tone::Danger, {problem});
    });
    connect(m_calls, &EntryList::rowChosen, this, &StateTab::callChosen);
    setActor(std::nullopt);
}

void StateTab::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_staged = m_editing.staged().find(stateKey());
    m_question = {};
    m_state.reset();
    m_awaitedPath.clear();
    m_value->clear();
    m_calls->clear();
    m_failure->tell(Tone::Danger, {});
    m_disagreements->tell(Tone::Warning, {});
    m_plans->hide();
    m_pages->setCurrentIndex(0);
    showStaged();
    if (isVisible())
        read();
}

QString StateTab::editObstacle() const
{
    const QString obstacle = m_editing.obstacle();
    return !obstacle.isEmpty() ? obstacle : !m_state ? tr("There is no state to edit.") : QString();
}

void StateTab::offerEditing()
{
    const QString obstacle = editObstacle();
    m_edit->setEnabled(obstacle.isEmpty());
    m_edit->setToolTip(obstacle.isEmpty() ? tr("Edit the state (F2)") : obstacle);
}

void StateTab::showStaged()
{
    offerEditing();
    const std::optional<KvChange> staged = m_editing.staged().find(stateKey());
    m_note->tell(Tone::Calm,
                 staged ? QStringList(tr("As edited; not applied yet.")) : QStringList());
    if (staged == m_staged)
        return;
    m_staged = staged;
    refresh();
}

void StateTab::edit()
{
    const QString obstacle = editObstacle();
    if (obstacle.isEmpty())
        m_editing.editState();
    else
        m_note->tell(Tone::Warning, {obstacle});
}

void StateTab::refresh()
{
    if (isVisible())
        read();
}

void StateTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    read();
}

void StateTab::read()
{
    if (!m_actor)
        return;
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, actor = *m_actor, record = m_staged ? m_staged->after : std::nullopt](
            ActorSource &source, const Reply &reply) {
            Result<std::optional<ActorState>> read =
                readActorState(source, actor, reply.stopToken(), record);
            if (!read) {
                reply.tell([this, error = read.error()] {
                    m_failure->tell(Tone::Danger, {printable(error.message)});
                });
                return;
            }
            const auto state =
                *read ? std::make_shared<const ActorState>(std::move(**read)) : nullptr;
            reply.tell([this, state] { present(state); });
        });
}

void StateTab::present(const std::shared_ptr<const ActorState> &state)
{
    m_state = state;
    offerEditing();
    m_failure->tell(Tone::Danger, {});
    if (!state) {
        m_empty->show(QStringLiteral("info"), tr("This actor keeps no state"),
                      tr("There is no key 01, under which rivetkit keeps state, input and planned "
                         "calls."));
        m_pages->setCurrentIndex(1);
        return;
    }
    if (state->record.error)
        m_failure->tell(Tone::Danger, {printable(state->record.error->message)});
    m_value->show(std::shared_ptr<const Outline>(state, &state->record.outline));
    m_pages->setCurrentIndex(0);

    m_disagreements->tell(Tone::Warning, state->disagreements);
    m_calls->show(plannedCallTable(*state));
    m_calls->setVisible(!state->calls.isEmpty());
    m_plans->setVisible(!state->calls.isEmpty() || state->alarmAt ||
                        !state->disagreements.isEmpty());
    tick();
    chooseAwaited();
}

void StateTab::callChosen()
{
    if (const EntryTableRow *call = m_calls->chosen())
        m_value->choose(call->node);
}

void StateTab::choosePath(const QString &path)
{
    m_awaitedPath = path;
    if (m_state)
        chooseAwaited();
}

void StateTab::chooseAwaited()
{
    const QString path = std::exchange(m_awaitedPath, QString());
    if (path.isEmpty())
        return;
    const Result<ValueTerm> place = ValueTerm::parse(u'.' + path);
    const NodeId node = place ? findValue(m_state->record.outline, Outline::Root, *place) : NoNode;
    if (node != NoNode)
        m_value->choose(node);
}

void StateTab::tick()
{
    m_calls->tick();
    if (!m_state)
        return;
    const QString alarm = m_state->alarmAt
                              ? tr("alarm %1").arg(countdown(*m_state->alarmAt, m_clock->now()))
                              : tr("no alarm");
    m_plansTitle->setText(tr("Planned calls: %1  ·  %2").arg(m_state->calls.size()).arg(alarm));
}

} // namespace greenroom
