#include "MainWindow.h"

#include "AboutBox.h"
#include "AlarmsDock.h"
#include "FolderSummary.h"
#include "ShortcutSheet.h"
#include "SvgIcon.h"
#include "WelcomePage.h"
#include "Workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr auto LivePause = 2s;

QString geometryKey()
{
    return QStringLiteral("layout/geometry");
}

QString stateKey()
{
    return QStringLiteral("layout/window");
}

QString alarmColumnsKey()
{
    return QStringLiteral("layout/alarmColumns");
}

QString themeKey()
{
    return QStringLiteral("theme");
}

QString folderOf(const QMimeData &data)
{
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
    }
    return {};
}

/// The path with the user's own folder as "~".
QString shortPath(const QString &path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

} // namespace

MainWindow::MainWindow(SourceOpener opener, std::shared_ptr<const Clock> clock, QSettings &settings,
                       QWidget *parent)
    : QMainWindow(parent),
      m_opener(std::move(opener)),
      m_clock(clock),
      m_settings(settings),
      m_recent(settings),
      m_pages(new QStackedWidget),
      m_welcome(new WelcomePage),
      m_alarms(new AlarmsDock(clock)),
      m_recentMenu(new QMenu(tr("Open &recent"), this)),
      m_folderLabel(new QLabel),
      m_summary(new QLabel),
      m_usage(new QLabel)
{
    setWindowTitle(QStringLiteral("Greenroom"));
    setWindowIcon(QIcon(QStringLiteral(":/greenroom.svg")));
    setAcceptDrops(true);
    m_openingThread.setMaxThreadCount(1);

    m_pages->addWidget(m_welcome);
    setCentralWidget(m_pages);
    addDockWidget(Qt::BottomDockWidgetArea, m_alarms);
    statusBar()->addWidget(m_summary);
    statusBar()->addPermanentWidget(m_usage);
    for (QLabel *label : {m_summary, m_usage})
        label->setForegroundRole(QPalette::PlaceholderText);

    makeActions();
    makeMenus();
    makeToolBar();
    connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::chooseFolder);
    connect(m_welcome, &WelcomePage::folderChosen, this, &MainWindow::openFolder);
    connect(m_alarms, &AlarmsDock::actorChosen, this, [this](const QString &fileName) {
        if (m_workspace)
            m_workspace->chooseActor(fileName);
    });
    connect(&m_ticks, &QTimer::timeout, this, &MainWindow::tick);
    m_ticks.start(1s);
    restoreLayout();
    closeWorkspace();
}

MainWindow::~MainWindow()
{
    m_openingThread.waitForDone();
}

void MainWindow::makeActions()
{
    m_open = new QAction(svgIcon(QStringLiteral("open-folder")), tr("&Open folder…"), this);
    m_open->setShortcut(QKeySequence::Open);
    m_open->setToolTip(tr("Open a storage folder (Ctrl+O)"));
    connect(m_open, &QAction::triggered, this, &MainWindow::chooseFolder);

    m_refresh = new QAction(svgIcon(QStringLiteral("refresh")), tr("&Refresh"), this);
    m_refresh->setShortcuts({Qt::Key_F5, QKeySequence(Qt::CTRL | Qt::Key_R)});
    m_refresh->setToolTip(tr("Read the folder again (F5)"));
    connect(m_refresh, &QAction::triggered, this, [this] {
        if (m_workspace)
            m_workspace->session().refresh();
    });

    m_live = new QAction(svgIcon(QStringLiteral("live"), Tone::Accent), tr("&Live"), this);
    m_live->setCheckable(true);
    m_live->setChecked(true);
    m_live->setShortcut(Qt::CTRL | Qt::Key_L);
    m_live->setToolTip(tr("Read the folder again every few seconds (Ctrl+L)"));
    connect(m_live, &QAction::toggled, this, &MainWindow::updateLive);
}

void MainWindow::makeMenus()
{
    const auto inWorkspace = [this](auto what) {
        return [this, what] {
            if (m_workspace)
                what(*m_workspace);
        };
    };

    QMenu *file = menuBar()->addMenu(tr("&File"));
    file->addAction(m_open);
    file->addMenu(m_recentMenu);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->addAction(tr("&Close folder"), QKeySequence(Qt::CTRL | Qt::Key_W), this,
                    &MainWindow::closeWorkspace);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);

    QMenu *edit = menuBar()->addMenu(tr("&Edit"));
    edit->addAction(tr("&Find"), QKeySequence::Find, this,
                    inWorkspace([](Workspace &workspace) { workspace.find(); }));
    edit->addAction(tr("Filter &actors"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), this,
                    inWorkspace([](Workspace &workspace) { workspace.filter(); }));

    QMenu *view = menuBar()->addMenu(tr("&View"));
    view->addAction(m_refresh);
    view->addAction(m_live);
    view->addSeparator();
    const QString tabs[] = {tr("&Overview"), tr("&KV"), tr("&Alarm")};
    for (int i = 0; i < int(std::size(tabs)); ++i) {
        view->addAction(tabs[i], QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + i)), this,
                        inWorkspace([i](Workspace &workspace) { workspace.showTab(i); }));
    }
    view->addSeparator();
    QAction *alarms = m_alarms->toggleViewAction();
    alarms->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    view->addAction(alarms);
    makeThemeMenu(*view->addMenu(tr("&Theme")));
    view->addAction(tr("Restore &layout"), this, &MainWindow::resetLayout);

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keyboard shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_Slash), this,
                    [this] { showShortcutSheet(this); });
    help->addAction(tr("&About Greenroom"), this, [this] { showAboutBox(this); });
}

void MainWindow::makeThemeMenu(QMenu &menu)
{
    const ThemeChoice current = themeFromName(m_settings.value(themeKey()).toString());
    auto *group = new QActionGroup(this);
    const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::System, tr("&System")},
                                                       {ThemeChoice::Light, tr("&Light")},
                                                       {ThemeChoice::Dark, tr("&Dark")}};
    for (const auto &[choice, text] : choices) {
        QAction *action = menu.addAction(text, this, [this, choice = choice] { setTheme(choice); });
        action->setCheckable(true);
        action->setChecked(choice == current);
        group->addAction(action);
    }
}

void MainWindow::makeToolBar()
{
    QToolBar *bar = addToolBar(tr("Toolbar"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_open);
    auto *open = qobject_cast<QToolButton *>(bar->widgetForAction(m_open));
    open->setMenu(m_recentMenu);
    open->setPopupMode(QToolButton::MenuButtonPopup);
    m_folderLabel->setTextFormat(Qt::PlainText);
    m_folderLabel->setAccessibleName(tr("The open folder"));
    m_folderLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_folderLabel->setContentsMargins(8, 0, 8, 0);
    m_folderLabel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_folderLabel->setMinimumWidth(1);
    bar->addWidget(m_folderLabel);
    bar->addAction(m_live);
    bar->addAction(m_refresh);
    qobject_cast<QToolButton *>(bar->widgetForAction(m_live))
        ->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
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

void MainWindow::openFolder(const QString &folder)
{
    const quint64 opening = ++m_opening;
    m_openingThread.start([this, opening, folder, opener = m_opener] {
        const Result<std::shared_ptr<ActorSource>> source = opener(folder);
        QMetaObject::invokeMethod(this, [this, opening, source] {
            if (opening == m_opening)
                openingDone(source);
        });
    });
}

void MainWindow::openingDone(const Result<std::shared_ptr<ActorSource>> &source)
{
    if (source) {
        m_recent.add((*source)->location());
        m_welcome->showProblem({});
        showWorkspace(*source);
    } else if (m_workspace) {
        QMessageBox::warning(this, tr("Cannot open the folder"), source.error().message);
    } else {
        m_welcome->showProblem(source.error().message);
    }
    m_welcome->showRecent(m_recent.list());
    Q_EMIT openingEnded();
}

void MainWindow::showWorkspace(std::shared_ptr<ActorSource> source)
{
    closeWorkspace();
    m_workspace = new Workspace(std::move(source), m_clock);
    m_workspace->restoreLayout(m_settings);
    m_pages->addWidget(m_workspace);
    m_pages->setCurrentWidget(m_workspace);

    FolderSession &session = m_workspace->session();
    m_alarms->setModel(&session.alarms());
    m_folderLabel->setText(shortPath(session.location()));
    m_folderLabel->setToolTip(session.location().toHtmlEscaped());
    setWindowTitle(tr("%1 – Greenroom").arg(QFileInfo(session.location()).fileName()));
    m_refresh->setEnabled(true);
    connect(&session, &FolderSession::refreshed, this, &MainWindow::folderRead);
    connect(&session, &FolderSession::failed, this,
            [this](const Error &error) { statusBar()->showMessage(error.message); });
    session.refresh();
    updateLive();
}

void MainWindow::closeWorkspace()
{
    if (m_workspace) {
        m_workspace->saveLayout(m_settings);
        m_alarms->setModel(nullptr);
        delete std::exchange(m_workspace, nullptr);
    }
    m_folderLabel->clear();
    m_summary->clear();
    m_usage->clear();
    m_refresh->setEnabled(false);
    setWindowTitle(QStringLiteral("Greenroom"));
    m_welcome->showRecent(m_recent.list());
    m_pages->setCurrentWidget(m_welcome);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList folders = m_recent.list();
    for (const QString &folder : folders)
        m_recentMenu->addAction(folder, this, [this, folder] { openFolder(folder); });
    if (folders.isEmpty()) {
        m_recentMenu->addAction(tr("Nothing opened yet"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Forget these"), this, [this] {
        m_recent.clear();
        m_welcome->showRecent({});
    });
}

void MainWindow::updateLive()
{
    // A window that nobody sees reads nothing.
    const bool seen = isVisible() && !isMinimized();
    if (m_workspace)
        m_workspace->session().setInterval(m_live->isChecked() && seen ? LivePause : 0s);
}

void MainWindow::folderRead(const QStringList &notices)
{
    FolderSession &session = m_workspace->session();
    m_summary->setText(summaryText(session.actors(), session.alarms()));
    m_usage->setText(usageText(session.actors()));
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

void MainWindow::setTheme(ThemeChoice choice)
{
    m_settings.setValue(themeKey(), themeName(choice));
    applyTheme(*qApp, choice);
}

void MainWindow::restoreLayout()
{
    applyTheme(*qApp, themeFromName(m_settings.value(themeKey()).toString()));
    resize(1400, 860);
    resizeDocks({m_alarms}, {170}, Qt::Vertical);
    m_defaultState = saveState();
    m_defaultAlarmColumns = m_alarms->saveColumns();
    restoreGeometry(m_settings.value(geometryKey()).toByteArray());
    restoreState(m_settings.value(stateKey()).toByteArray());
    m_alarms->restoreColumns(m_settings.value(alarmColumnsKey()).toByteArray());
}

void MainWindow::saveLayout()
{
    m_settings.setValue(geometryKey(), saveGeometry());
    m_settings.setValue(stateKey(), saveState());
    m_settings.setValue(alarmColumnsKey(), m_alarms->saveColumns());
    if (m_workspace)
        m_workspace->saveLayout(m_settings);
}

void MainWindow::resetLayout()
{
    restoreState(m_defaultState);
    m_alarms->restoreColumns(m_defaultAlarmColumns);
    if (m_workspace)
        m_workspace->resetLayout();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveLayout();
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
