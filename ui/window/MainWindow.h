#pragma once

#include "ActorSource.h"
#include "Clock.h"
#include "RecentFolders.h"
#include "Theme.h"

#include <QMainWindow>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>

class QLabel;
class QSettings;
class QStackedWidget;

namespace greenroom {

class AlarmsDock;
class WelcomePage;
class Workspace;

/// Opens a folder as a source. Called on a background thread.
using SourceOpener = std::function<Result<std::shared_ptr<ActorSource>>(const QString &folder)>;

/// The program's window.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// @p settings must outlive the window.
    MainWindow(SourceOpener opener, std::shared_ptr<const Clock> clock, QSettings &settings,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a folder in place of the one that is open. If that fails, what was open stays, and
    /// the reason is shown.
    void openFolder(const QString &folder);

    /// The open folder, or nothing.
    [[nodiscard]] Workspace *workspace() const { return m_workspace; }

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
    void makeActions();
    void makeMenus();
    void makeToolBar();
    void makeThemeMenu(QMenu &menu);
    void chooseFolder();
    void openingDone(const Result<std::shared_ptr<ActorSource>> &source);
    void showWorkspace(std::shared_ptr<ActorSource> source);
    void closeWorkspace();
    void fillRecentMenu();
    void updateLive();
    void folderRead(const QStringList &notices);
    void tick();
    void setTheme(ThemeChoice choice);
    void restoreLayout();
    void saveLayout();
    void resetLayout();

    const SourceOpener m_opener;
    const std::shared_ptr<const Clock> m_clock;
    QSettings &m_settings;
    RecentFolders m_recent;
    QThreadPool m_openingThread;
    quint64 m_opening = 0; // the last attempt; answers of earlier ones are dropped
    QTimer m_ticks;

    QStackedWidget *m_pages;
    WelcomePage *m_welcome;
    Workspace *m_workspace = nullptr;
    AlarmsDock *m_alarms;
    QMenu *m_recentMenu;
    QLabel *m_folderLabel;
    QLabel *m_summary;
    QLabel *m_usage;

    QAction *m_open;
    QAction *m_refresh;
    QAction *m_live;
    QByteArray m_defaultState;
    QByteArray m_defaultAlarmColumns;
};

} // namespace greenroom
