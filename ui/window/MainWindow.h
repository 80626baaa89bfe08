#pragma once

#include "AboutFacts.h"
#include "Clock.h"
#include "FolderOpener.h"
#include "RecentFolders.h"
#include "WindowLayout.h"

#include <QMainWindow>
#include <QTimer>

class QLabel;
class QStackedWidget;

namespace greenroom {

class AlarmsDock;
class Banner;
class CommandFeedback;
class EventsDock;
class RecentMenu;
class RunControl;
class SearchDock;
class ThemeMenu;
class WelcomePage;
class WindowActions;
class WindowToolBar;
class Workspace;

/// The program's window.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    using Mode = FolderOpener::Mode;

    /// @p settings must outlive the window.
    MainWindow(SourceOpeners openers, std::shared_ptr<const Clock> clock, QSettings &settings,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a folder in place of the one that is open. If that fails, what was open stays, and
    /// the reason is shown; so is why a folder that was to run is only looked at.
    void openFolder(const QString &folder, Mode mode = Mode::Look);

    /// Asks for a folder and opens it. Returns when that is answered.
    void chooseFolder();

    /// The open folder, or nothing.
    [[nodiscard]] Workspace *workspace() const { return m_workspace; }

    /// Whether @p folder is open, or being opened.
    [[nodiscard]] bool shows(const QString &folder) const;

    /// Whether the open folder can be left without a question and without stopping anything: it is
    /// not run, has no pending edits, and nothing else is being opened.
    [[nodiscard]] bool canLeaveAtOnce() const;

    /// Shows the window before all others, as far as the desktop allows it, whatever it was before.
    void bringToFront();

    /// What the About box tells besides the versions it knows.
    void setAboutFacts(AboutFacts facts);

Q_SIGNALS:
    /// An attempt to open a folder has ended, well or not.
    void openingEnded();

    /// The open folder was read again.
    void refreshed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void connectActions();
    void makeMenus();
    void makeStatusBar();
    void opened(const FolderOpener::Opening &opening);
    void openingDone(const FolderOpener::Opening &opening);
    void showWorkspace(std::shared_ptr<ActorSource> source);
    void closeWorkspace();
    void clearWorkspace();

    /// Turns to the welcome page.
    WelcomePage &welcome();
    void showRecent();

    /// Calls @p then once the open folder is not run any more: at once if it is not.
    void leave(std::function<void()> then);

    /// Calls @p then at once where no edits are pending; else once they were given up.
    void loseEdits(std::function<void()> then);
    void runStateChanged();
    void sourceChanged();
    void updateLive();
    void showMissed(quint64 events);
    void folderRead(const QStringList &notices);
    void tick();

    FolderOpener m_opener;
    const std::shared_ptr<const Clock> m_clock;
    QSettings &m_settings;
    RecentFolders m_recent;
    std::function<void()> m_afterStop; // what waits for the actors to be stopped
    QTimer m_ticks;
    AboutFacts m_aboutFacts;

    ThemeMenu *m_theme; // before all that has a style
    WindowActions *m_actions;
    RunControl *m_run;
    QStackedWidget *m_pages;
    WelcomePage *m_welcome = nullptr; // once there was need of it
    Workspace *m_workspace = nullptr;
    AlarmsDock *m_alarms;
    EventsDock *m_events;
    SearchDock *m_search;
    WindowLayout m_layout;
    Banner *m_banner;
    RecentMenu *m_recentMenu;
    QMenu *m_actorMenu;
    WindowToolBar *m_toolBar;
    QLabel *m_activity;
    QLabel *m_summary;
    QLabel *m_usage;
    CommandFeedback *m_feedback;
};

} // namespace greenroom
