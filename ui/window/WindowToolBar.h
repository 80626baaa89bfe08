#pragma once

#include <QToolBar>

class QLabel;

namespace greenroom {

class Badge;
class RecentMenu;
class RunControl;
class WindowActions;

/// The tool bar: which folder is open, whether it runs, whether the window follows it.
class WindowToolBar final : public QToolBar
{
    Q_OBJECT

public:
    WindowToolBar(const WindowActions &actions, const RunControl &run, RecentMenu &recent,
                  QWidget *parent = nullptr);

    /// An empty one: none is open.
    void showFolder(const QString &folder);

    /// That the window does not follow the folder, and how much it has missed.
    void showPaused(quint64 missed);
    void showLive();

private:
    QLabel *m_folder;
    Badge *m_paused;
};

} // namespace greenroom
