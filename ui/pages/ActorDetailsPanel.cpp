#include "ActorDetailsPanel.h"

#include "ActorActions.h"
#include "ActorPath.h"
#include "ActorStatus.h"
#include "AlarmTab.h"
#include "CommandBar.h"
#include "DatabaseTab.h"
#include "EditBar.h"
#include "EmptyState.h"
#include "EventsView.h"
#include "FolderSession.h"
#include "IconButton.h"
#include "KvEditing.h"
#include "KvTab.h"
#include "OverviewTab.h"
#include "PartTab.h"
#include "PresentationProxy.h"
#include "Printable.h"
#include "StateTab.h"
#include "SvgIcon.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr auto KvPause = 500ms;
constexpr int LowestTabs = 220;

/// Their tabs are made when somebody looks at them for the first time.
constexpr ActorPart LaterParts[] = {ActorPart::Connections, ActorPart::Queue, ActorPart::Workflow,
                                    ActorPart::Traces};

} // namespace

ActorDetailsPanel::ActorDetailsPanel(FolderSession &session, ActorActions &actions,
                                     std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_clock(clock),
      m_pages(new QStackedWidget),
      m_empty(new EmptyState),
      m_icon(new QLabel),
      m_title(new QLabel),
      m_subtitle(new QLabel),
      m_copyId(iconButton(QStringLiteral("copy"), tr("Copy the id"))),
      m_tabs(new QTabWidget),
      m_editing(new KvEditing(session.reader(), session.drafts(), *this)),
      m_editBar(new EditBar(session.drafts())),
      m_overview(new OverviewTab(clock)),
      m_state(new StateTab(session.reader(), *m_editing, clock)),
      m_kv(new KvTab(session.reader(), *m_editing, clock)),
      m_alarm(new AlarmTab(actions, clock)),
      m_events(new EventsView(EventsView::Scope::OneActor, clock))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumHeight(LowestTabs); // however much the tallest of them would like
    addTab(DetailsTab::Overview, m_overview);
    addTab(DetailsTab::State, m_state);
    addTab(DetailsTab::Kv, m_kv);
    for (const ActorPart part : LaterParts)
        addTab(tabOf(part), new QWidget);
    addTab(DetailsTab::Database, new QWidget);
    addTab(DetailsTab::Alarm, m_alarm);
    addTab(DetailsTab::Events, m_events);
    showParts({});
    m_events->setFeed(&session.events());
    m_kvPause.setSingleShot(true);
    m_kvPause.setInterval(KvPause);

    auto *actor = new QWidget;
    auto *layout = new QVBoxLayout(actor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader(actions));
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_editBar);
    m_editBar->setSleepAction(actions.action(ActorCommand::Sleep));
    for (const int enter : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *apply = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key(enter)), this);
        apply->setContext(Qt::WidgetWithChildrenShortcut);
        connect(apply, &QShortcut::activated, m_editBar, &EditBar::apply);
    }
    m_pages->addWidget(m_empty);
    m_pages->addWidget(actor);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_pages);

    connect(&session, &FolderSession::refreshed, this, &ActorDetailsPanel::refresh);
    connect(&session.counter(), &TotalsCounter::counted, this,
            [this](const QString &fileName, const Result<KvTotals> &totals) {
                if (fileName == m_fileName)
                    m_kv->setTotals(totals ? std::optional(*totals) : std::nullopt);
            });
    connect(&session.events(), &EventFeed::keyValuesWritten, this,
            &ActorDetailsPanel::keyValuesWritten);
    connect(&m_kvPause, &QTimer::timeout, this, [this] {
        if (std::exchange(m_kvIsOld, false)) {
            refreshKeyValues();
            m_kvPause.start();
        }
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        makeCurrentPage();
        showParts(m_present);
    });
    showNone();
}

DetailsTab ActorDetailsPanel::tabOf(ActorPart part)
{
    switch (part) {
    case ActorPart::Connections:
        return DetailsTab::Connections;
    case ActorPart::Queue:
        return DetailsTab::Queue;
    case ActorPart::Workflow:
        return DetailsTab::Workflow;
    case ActorPart::Traces:
        return DetailsTab::Traces;
    }
    Q_UNREACHABLE();
}

void ActorDetailsPanel::addTab(DetailsTab tab, QWidget *page)
{
    const int index = m_tabs->addTab(page, detailsTabTitle(tab).remove(u'&'));
    Q_ASSERT(index == int(tab));
    Q_UNUSED(index)
}

/// Few actors have a part of each kind, and most windows are opened for a look at the state.
void ActorDetailsPanel::makeCurrentPage()
{
    QWidget *page = m_tabs->currentWidget();
    if (!page || page->layout())
        return;
    QWidget *content = nullptr;
    for (const ActorPart part : LaterParts) {
        if (m_tabs->currentIndex() != int(tabOf(part)))
            continue;
        m_parts.push_back(new PartTab(part, m_session.reader(), m_clock, page));
        m_parts.back()->setActor(m_id);
        content = m_parts.back();
    }
    if (m_tabs->currentIndex() == int(DetailsTab::Database)) {
        m_database = new DatabaseTab(m_session.reader(), m_clock, page);
        m_database->setActor(m_id);
        content = m_database;
    }
    if (!content)
        return;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(content);
}

/// Tabs of parts that the actor has not are hidden, but for the one that the user looks at.
void ActorDetailsPanel::showParts(const ActorParts &parts)
{
    m_present = parts;
    const std::pair<DetailsTab, bool> present[] = {
        {DetailsTab::Connections, parts.connections},
        {DetailsTab::Workflow, parts.workflow},
        {DetailsTab::Traces, parts.traces},
        {DetailsTab::Database, parts.database},
    };
    for (const auto &[tab, isThere] : present)
        m_tabs->setTabVisible(int(tab), isThere || m_tabs->currentIndex() == int(tab));
}

/// Looks which parts the actor has, if it may have others than at the last look.
void ActorDetailsPanel::refreshParts()
{
    m_partsQuestion = m_session.reader().ask(
        SourceReader::Lane::Details, this,
        [this, id = *m_id, seen = m_partsStamp](ActorSource &source, const Reply &reply) {
            const QByteArray stamp = source.kvStamp(id);
            if (stamp == seen)
                return;
            // Where they cannot be read, what was there stays.
            const Result<ActorParts> parts = readActorParts(source, id, reply.stopToken());
            if (parts) {
                reply.tell([this, parts, stamp] {
                    m_partsStamp = stamp;
                    showParts(*parts);
                });
            }
        });
}

void ActorDetailsPanel::showTab(DetailsTab tab)
{
    m_tabs->setTabVisible(int(tab), true);
    m_tabs->setCurrentIndex(int(tab));
}

void ActorDetailsPanel::showHit(const QByteArray &kvKey, const QString &path)
{
    if (!path.isEmpty()) {
        showTab(DetailsTab::State);
        m_state->choosePath(path);
    } else if (!kvKey.isEmpty()) {
        showTab(DetailsTab::Kv);
        m_kv->showKey(kvKey);
    }
}

void ActorDetailsPanel::refreshKeyValues()
{
    m_state->refresh();
    m_kv->refresh();
    for (PartTab *part : m_parts)
        part->refresh();
    if (m_database)
        m_database->refresh();
}

void ActorDetailsPanel::showNone()
{
    m_empty->show(QStringLiteral("info"), tr("No actor is selected"),
                  tr("Select one to see its record, its key-values and its alarm."));
    m_pages->setCurrentIndex(0);
}

QWidget *ActorDetailsPanel::makeHeader(ActorActions &actions)
{
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_subtitle->setTextFormat(Qt::PlainText);
    m_subtitle->setFont(fixedFont());
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    connect(m_copyId, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_fileName); });
    auto *commands = new CommandBar(actions);

    auto *id = new QHBoxLayout;
    id->setSpacing(4);
    id->addWidget(m_subtitle);
    id->addWidget(m_copyId);
    id->addStretch();
    auto *names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(m_title);
    names->addLayout(id);

    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(16, 10, 12, 6);
    layout->setSpacing(12);
    layout->addWidget(m_icon);
    layout->addLayout(names, 1);
    layout->addWidget(commands, 0, Qt::AlignTop);
    return header;
}

void ActorDetailsPanel::show(const QString &fileName)
{
    if (fileName == m_fileName)
        return;
    m_fileName = fileName;
    const Result<ActorId> id = ActorId::fromText(fileName);
    m_id = id ? std::optional(*id) : std::nullopt;
    m_question = {};
    m_partsQuestion = {};
    m_partsStamp.reset();
    m_kvIsOld = false;
    m_editing->setActor(m_id);
    m_editBar->setActor(m_id);
    m_state->setActor(m_id);
    m_kv->setActor(m_id);
    for (PartTab *part : m_parts)
        part->setActor(m_id);
    m_events->setActor(m_id);
    if (m_database)
        m_database->setActor(m_id);
    showNone();
    presentListed();
    refresh();
}

void ActorDetailsPanel::presentListed()
{
    const int row = m_session.actors().find(m_fileName);
    if (row < 0)
        return;
    const ActorEntry &entry = m_session.actors().row(row);
    present({.entry = entry,
             .files = {},
             .stateBytes = {},
             .alarmBytes = entry.alarmAt ? std::optional(QByteArray()) : std::nullopt});
}

void ActorDetailsPanel::refresh()
{
    if (m_fileName.isEmpty())
        return;
    if (!m_id) { // a file whose name is no id: the list has all that can be said of it
        presentListed();
        return;
    }
    m_question =
        m_session.reader().ask(SourceReader::Lane::Details, this,
                               [this, id = *m_id](ActorSource &source, const Reply &reply) {
                                   const Result<ActorDetails> details = source.actor(id);
                                   reply.tell([this, details] {
                                       if (details)
                                           present(*details);
                                       else
                                           presentFailure(details.error());
                                   });
                               });
    refreshParts();
    refreshKeyValues();
    m_kv->setTotals(m_session.actors().totals(m_fileName));
}

void ActorDetailsPanel::presentFailure(const Error &error)
{
    const bool isGone = error.code == ErrorCode::NotFound;
    m_empty->show(QStringLiteral("status-destroyed"),
                  isGone ? tr("This actor is gone") : tr("This actor cannot be read"),
                  printable(error.message));
    m_pages->setCurrentIndex(0);
}

void ActorDetailsPanel::present(const ActorDetails &details)
{
    m_pages->setCurrentIndex(1);
    showHeader(details.entry);
    m_overview->show(details);
    m_alarm->show(details);
}

void ActorDetailsPanel::showHeader(const ActorEntry &actor)
{
    const ActorStatus status = statusOf(actor);
    m_icon->setPixmap(statusIcon(status).pixmap(QSize(28, 28)));
    m_icon->setToolTip(statusWord(status));
    m_title->setText(actor.record ? actorPath(actor.record->name, actor.record->key)
                                  : tr("Damaged record"));
    m_title->setToolTip(actor.record ? m_title->text().toHtmlEscaped() : QString());
    m_subtitle->setText(printable(actor.fileName));
}

void ActorDetailsPanel::keyValuesWritten(const QSet<QString> &fileNames)
{
    if (!fileNames.contains(m_fileName))
        return;
    if (m_kvPause.isActive()) {
        m_kvIsOld = true;
        return;
    }
    refreshKeyValues();
    m_kvPause.start();
}

void ActorDetailsPanel::tick()
{
    m_alarm->tick();
    m_state->tick();
    for (PartTab *part : m_parts)
        part->tick();
}

} // namespace greenroom
