#include "MainWindow.h"

#include "AboutBox.h"
#include "ActorActions.h"
#include "AlarmsDock.h"
#include "Banner.h"
#include "CommandFeedback.h"
#include "CommandText.h"
#include "Counted.h"
#include "EventsDock.h"
#include "FolderSummary.h"
#include "ProgramIcon.h"
#include "RecentMenu.h"
#include "RunControl.h"
#include "SearchDock.h"
#include "ShortcutSheet.h"
#include "Theme.h"
#include "ThemeMenu.h"
#include "WelcomePage.h"
#include "WindowActions.h"
#include "WindowToolBar.h"
#include "Workspace.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr auto LivePause = 2s;

QString folderOf(const QMimeData &data)
{
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
    }
    return {};
}

} // namespace

MainWindow::MainWindow(SourceOpeners openers, std::shared_ptr<const Clock> clock,
                       QSettings &settings, QWidget *parent)
    : QMainWindow(parent),
      m_opener(std::move(openers)),
      m_clock(clock),
      m_settings(settings),
      m_recent(settings),
      m_theme(new ThemeMenu(settings, this)),
      m_actions(new WindowActions(this)),
      m_run(new RunControl(this)),
      m_pages(new QStackedWidget),
      m_alarms(new AlarmsDock(clock)),
      m_events(new EventsDock(clock)),
      m_search(new SearchDock(clock)),
      m_layout(*this, *m_alarms, *m_events, settings),
      m_banner(new Banner),
      m_recentMenu(new RecentMenu(m_recent, this)),
      m_actorMenu(new QMenu(tr("&Actor"), this)),
      m_toolBar(new WindowToolBar(*m_actions, *m_run, *m_recentMenu)),
      m_activity(new QLabel),
      m_summary(new QLabel),
      m_usage(new QLabel),
      m_feedback(new CommandFeedback(*m_activity, *m_banner, *this))
{
    setWindowTitle(QStringLiteral("Greenroom"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    m_banner->makeClosable();
    m_pages->addWidget(new QWidget); // before there is anything to show
    auto *central = new QWidget;
    auto *layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_pages, 1);
    setCentralWidget(central);
    addDockWidget(Qt::BottomDockWidgetArea, m_alarms);
    addDockWidget(Qt::BottomDockWidgetArea, m_events);
    addDockWidget(Qt::BottomDockWidgetArea, m_search);
    tabifyDockWidget(m_alarms, m_events);
    tabifyDockWidget(m_events, m_search);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);

    makeMenus();
    addToolBar(m_toolBar);
    makeStatusBar();
    connectActions();
    connect(&m_opener, &FolderOpener::opened, this, &MainWindow::opened);
    connect(&m_ticks, &QTimer::timeout, this, &MainWindow::tick);
    connect(m_theme, &ThemeMenu::themeChanged, this, [this] { setStyleSheet(themeSheet()); });
    m_ticks.start(1s);
    setStyleSheet(themeSheet()); // once all is in its place
    m_layout.restore();
    clearWorkspace();
    // Not before it is known whether the window was made to open a folder.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!m_workspace && m_opener.underWay().isEmpty())
                welcome();
        },
        Qt::QueuedConnection);
}

MainWindow::~MainWindow() = default;

void MainWindow::connectActions()
{
    const auto inWorkspace = [this](QAction *action, auto what) {
        connect(action, &QAction::triggered, this, [this, what] {
            if (m_workspace)
                what(*m_workspace);
        });
    };
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::chooseFolder);
    connect(m_actions->closeFolder, &QAction::triggered, this, &MainWindow::closeWorkspace);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->live, &QAction::toggled, this, &MainWindow::updateLive);
    connect(m_actions->shortcuts, &QAction::triggered, this, [this] { showShortcutSheet(this); });
    connect(m_actions->about, &QAction::triggered, this,
            [this] { showAboutBox(m_aboutFacts, this); });
    connect(m_actions->resetLayout, &QAction::triggered, this, [this] {
        m_layout.reset();
        if (m_workspace)
            m_workspace->resetLayout();
    });
    inWorkspace(m_actions->refresh, [](Workspace &workspace) { workspace.session().refresh(); });
    inWorkspace(m_actions->find, [](Workspace &workspace) { workspace.find(); });
    inWorkspace(m_actions->filter, [](Workspace &workspace) { workspace.filter(); });
    inWorkspace(m_actions->create, [](Workspace &workspace) { workspace.createActor(); });
    inWorkspace(m_actions->import, [](Workspace &workspace) { workspace.importActor(); });
    for (int i = 0; i < DetailsTabs; ++i) {
        inWorkspace(m_actions->tabs[size_t(i)],
                    [i](Workspace &workspace) { workspace.showTab(DetailsTab(i)); });
    }
    connect(m_actions->search, &QAction::triggered, m_search, &SearchDock::ask);
    connect(m_search, &SearchDock::hitChosen, this,
            [this](const QString &fileName, const QByteArray &kvKey, const QString &path) {
                if (m_workspace)
                    m_workspace->showHit(fileName, kvKey, path);
            });

    const auto openToLook = [this](const QString &folder) { openFolder(folder); };
    const auto choose = [this](const QString &fileName) {
        if (m_workspace)
            m_workspace->chooseActor(fileName);
    };
    connect(m_recentMenu, &RecentMenu::folderChosen, this, openToLook);
    connect(m_recentMenu, &RecentMenu::forgotten, this, [this] { showRecent(); });
    connect(m_alarms, &AlarmsDock::actorChosen, this, choose);
    connect(m_events, &EventsDock::actorChosen, this, choose);
}

void MainWindow::makeMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    file->addAction(m_actions->open);
    file->addMenu(m_recentMenu);
    file->addAction(m_actions->closeFolder);
    file->addSeparator();
    file->addAction(m_run->action());
    file->addSeparator();
    file->addAction(m_actions->quit);

    QMenu *edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_actions->find, m_actions->filter, m_actions->search});
    menuBar()->addMenu(m_actorMenu);

    QMenu *view = menuBar()->addMenu(tr("&View"));
    view->addActions({m_actions->refresh, m_actions->live});
    view->addSeparator();
    for (QAction *tab : m_actions->tabs)
        view->addAction(tab);
    view->addSeparator();
    m_alarms->toggleViewAction()->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    m_events->toggleViewAction()->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    view->addActions(
        {m_alarms->toggleViewAction(), m_events->toggleViewAction(), m_search->toggleViewAction()});
    view->addMenu(m_theme);
    view->addAction(m_actions->resetLayout);

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_actions->shortcuts, m_actions->about});
    for (QMenu *menu : {file, m_actorMenu})
        menu->setToolTipsVisible(true); // they say why an action is disabled
}

void MainWindow::makeStatusBar()
{
    statusBar()->addWidget(m_summary);
    statusBar()->addWidget(m_activity);
    statusBar()->addPermanentWidget(m_usage);
    for (QLabel *label : {m_summary, m_usage})
        label->setForegroundRole(QPalette::PlaceholderText);
}

void MainWindow::chooseFolder()
{
    const QStringList recent = m_recent.list();
    const QString start = recent.isEmpty() ? QString() : QFileInfo(recent.first()).path();
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Open a storage folder"), start);
    if (!folder.isEmpty())
        openFolder(folder);
}

void MainWindow::openFolder(const QString &folder, Mode mode)
{
    if (!m_workspace)
        m_activity->setText(tr("Opening %1 …").arg(QDir::toNativeSeparators(folder)));
    m_opener.open(folder, mode);
}

bool MainWindow::shows(const QString &folder) const
{
    const auto isThis = [&folder](const QString &other) {
        return !other.isEmpty() && QFileInfo(other) == QFileInfo(folder);
    };
    return m_opener.underWay().isEmpty() ? m_workspace && isThis(m_workspace->session().location())
                                         : isThis(m_opener.underWay());
}

bool MainWindow::canLeaveAtOnce() const
{
    return m_opener.underWay().isEmpty() &&
           (!m_workspace || (m_workspace->runSwitch().state() == RunSwitch::State::Looking &&
                             m_workspace->session().drafts().pending() == 0));
}

void MainWindow::bringToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::setAboutFacts(AboutFacts facts)
{
    m_aboutFacts = std::move(facts);
}

void MainWindow::opened(const FolderOpener::Opening &opening)
{
    if (opening.source)
        leave([this, opening] { openingDone(opening); });
    else
        openingDone(opening);
}

void MainWindow::openingDone(const FolderOpener::Opening &opening)
{
    const Result<std::shared_ptr<ActorSource>> &source = opening.source;
    if (source) {
        m_recent.add((*source)->location());
        if (m_welcome)
            m_welcome->showProblem({});
        showWorkspace(*source);
        if (opening.notRun)
            m_banner->tell(Tone::Danger, {tr("Not running: %1").arg(opening.notRun->message)});
    } else if (m_workspace) {
        QMessageBox::warning(this, tr("Cannot open the folder"), source.error().message);
    } else {
        m_activity->clear();
        welcome().showProblem(source.error().message);
    }
    showRecent();
    Q_EMIT openingEnded();
}

void MainWindow::showWorkspace(std::shared_ptr<ActorSource> source)
{
    clearWorkspace();
    m_workspace = new Workspace(std::move(source), m_opener.openers(), m_clock);
    m_workspace->restoreLayout(m_settings);
    m_pages->addWidget(m_workspace);
    m_pages->setCurrentWidget(m_workspace);

    FolderSession &session = m_workspace->session();
    m_alarms->setModel(&session.alarms());
    m_alarms->setActions(&m_workspace->alarmActions());
    m_events->setFeed(&session.events());
    m_search->setReader(&session.reader());
    m_feedback->follow(m_workspace->commands());
    m_run->follow(m_workspace);
    m_actorMenu->clear();
    m_actorMenu->addActions({m_actions->create, m_actions->import});
    m_actorMenu->addSeparator();
    m_actorMenu->addActions(m_workspace->actions().all());
    m_toolBar->showFolder(session.location());
    setWindowTitle(tr("%1 – Greenroom").arg(QFileInfo(session.location()).fileName()));
    m_actions->refresh->setEnabled(true);

    connect(&session, &FolderSession::refreshed, this, &MainWindow::folderRead);
    connect(&session, &FolderSession::sourceChanged, this, &MainWindow::sourceChanged);
    connect(&session, &FolderSession::failed, this,
            [this](const Error &error) { statusBar()->showMessage(error.message); });
    connect(&session.events(), &EventFeed::missedChanged, this, &MainWindow::showMissed);
    RunSwitch *run = &m_workspace->runSwitch();
    // Later: what follows may close the workspace.
    connect(run, &RunSwitch::stateChanged, this, &MainWindow::runStateChanged,
            Qt::QueuedConnection);
    connect(run, &RunSwitch::failed, this, [this](const Error &error) {
        m_banner->tell(Tone::Danger, {tr("Not running: %1").arg(error.message)});
    });
    sourceChanged();
    session.refresh();
    updateLive();
}

void MainWindow::closeWorkspace()
{
    leave([this] {
        clearWorkspace();
        welcome();
    });
}

void MainWindow::clearWorkspace()
{
    m_run->follow(nullptr);
    if (m_workspace) {
        m_workspace->saveLayout(m_settings);
        m_alarms->setModel(nullptr);
        m_alarms->setActions(nullptr);
        m_events->setFeed(nullptr);
        m_search->setReader(nullptr);
        delete std::exchange(m_workspace, nullptr);
    }
    m_actorMenu->clear();
    m_actorMenu->addAction(tr("No folder is open"))->setEnabled(false);
    m_banner->tell(Tone::Calm, {});
    m_toolBar->showFolder({});
    m_toolBar->showLive();
    for (QLabel *label : {m_activity, m_summary, m_usage})
        label->clear();
    m_actions->refresh->setEnabled(false);
    setWindowTitle(QStringLiteral("Greenroom"));
    m_pages->setCurrentIndex(0);
}

WelcomePage &MainWindow::welcome()
{
    if (!m_welcome) {
        m_welcome = new WelcomePage;
        m_pages->addWidget(m_welcome);
        connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::chooseFolder);
        connect(m_welcome, &WelcomePage::folderChosen, this,
                [this](const QString &folder) { openFolder(folder); });
    }
    showRecent();
    m_pages->setCurrentWidget(m_welcome);
    return *m_welcome;
}

void MainWindow::showRecent()
{
    if (m_welcome)
        m_welcome->showRecent(m_recent.list());
}

void MainWindow::loseEdits(std::function<void()> then)
{
    EditDrafts *drafts = m_workspace ? &m_workspace->session().drafts() : nullptr;
    if (!drafts || drafts->pending() == 0) {
        then();
        return;
    }
    auto *question = new QMessageBox(
        QMessageBox::Question, tr("Edits are pending"),
        tr("Give up %1 of %2?")
            .arg(counted(drafts->pending(), tr("pending edit"), tr("pending edits")),
                 counted(drafts->actors().size(), tr("actor"), tr("actors"))),
        QMessageBox::Cancel, this);
    question->setInformativeText(tr("They have not been applied, and closing the folder loses "
                                    "them."));
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *give = question->addButton(tr("Give them up"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    // Later: what follows may close the window, and the question with it.
    connect(
        give, &QPushButton::clicked, this,
        [this, then] {
            if (m_workspace)
                m_workspace->session().drafts().discardAll();
            then();
        },
        Qt::QueuedConnection);
    question->open();
}

void MainWindow::leave(std::function<void()> then)
{
    if (m_workspace && m_workspace->session().drafts().pending() > 0) {
        loseEdits([this, then] { leave(then); });
        return;
    }
    if (!m_workspace || m_workspace->runSwitch().state() == RunSwitch::State::Looking) {
        then();
        return;
    }
    m_afterStop = std::move(then);
    m_banner->tell(Tone::Calm, {m_run->stoppingText()});
    m_workspace->runSwitch().stop();
}

void MainWindow::runStateChanged()
{
    if (!m_workspace)
        return;
    const RunSwitch::State state = m_workspace->runSwitch().state();
    if (state == RunSwitch::State::Running && !m_afterStop) {
        m_banner->tell(Tone::Calm, {});
        m_events->raise(); // that is where it can be seen
    } else if (state == RunSwitch::State::Looking && m_afterStop) {
        m_banner->tell(Tone::Calm, {});
        std::exchange(m_afterStop, nullptr)();
    }
}

void MainWindow::sourceChanged()
{
    const ActorSource &source = m_workspace->session().reader().source();
    for (const auto &[command, action] : {std::pair(ActorCommand::Create, m_actions->create),
                                          std::pair(ActorCommand::Import, m_actions->import)}) {
        const Capability capability = source.capability(command);
        const QString title = commandTitle(command).remove(u'&').remove(u'…');
        action->setEnabled(capability.available);
        action->setToolTip(capability.available
                               ? commandMeaning(command)
                               : tr("%1 is not possible: %2").arg(title, capability.reason));
    }
}

void MainWindow::updateLive()
{
    // A window that nobody sees reads nothing.
    const bool seen = isVisible() && !isMinimized();
    if (m_workspace)
        m_workspace->session().setInterval(m_actions->live->isChecked() && seen ? LivePause : 0s);
    showMissed(0);
}

void MainWindow::showMissed(quint64 events)
{
    if (m_actions->live->isChecked() || !m_workspace)
        m_toolBar->showLive();
    else
        m_toolBar->showPaused(events);
}

void MainWindow::folderRead(const QStringList &notices)
{
    FolderSession &session = m_workspace->session();
    m_summary->setText(summaryText(session.actors(), session.alarms()));
    m_usage->setText(session.isRunning() ? tr("Greenroom runs these actors")
                                         : usageText(session.actors()));
    if (notices.isEmpty())
        statusBar()->clearMessage();
    else
        statusBar()->showMessage(notices.join(QStringLiteral("  ·  ")));
    Q_EMIT refreshed();
}

void MainWindow::tick()
{
    if (!isVisible() || isMinimized())
        return;
    m_alarms->tick();
    if (m_workspace)
        m_workspace->tick();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_workspace && m_workspace->session().drafts().pending() > 0) {
        event->ignore();
        loseEdits([this] { close(); });
        return;
    }
    if (m_workspace && m_workspace->runSwitch().state() != RunSwitch::State::Looking) {
        event->ignore();
        leave([this] { close(); });
        return;
    }
    m_layout.save();
    if (m_workspace)
        m_workspace->saveLayout(m_settings);
    event->accept();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    updateLive();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        updateLive();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!folderOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString dropped = folderOf(*event->mimeData());
    if (dropped.isEmpty())
        return;
    event->acceptProposedAction();
    openFolder(dropped);
}

} // namespace greenroom
