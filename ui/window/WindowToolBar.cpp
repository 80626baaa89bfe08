#include "WindowToolBar.h"

#include "Badge.h"
#include "Counted.h"
#include "RecentMenu.h"
#include "RunControl.h"
#include "WindowActions.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace greenroom {

namespace {

/// The path with the user's own folder as "~".
QString shortPath(const QString &path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

} // namespace

WindowToolBar::WindowToolBar(const WindowActions &actions, const RunControl &run,
                             RecentMenu &recent, QWidget *parent)
    : QToolBar(tr("Toolbar"), parent), m_folder(new QLabel), m_paused(new Badge)
{
    setObjectName(QStringLiteral("toolbar")); // under which its place is remembered
    setMovable(false);
    setIconSize(QSize(18, 18));
    setContextMenuPolicy(Qt::PreventContextMenu);
    addAction(actions.open);
    auto *open = qobject_cast<QToolButton *>(widgetForAction(actions.open));
    open->setMenu(&recent);
    open->setPopupMode(QToolButton::MenuButtonPopup);

    m_folder->setTextFormat(Qt::PlainText);
    m_folder->setAccessibleName(tr("The open folder"));
    m_folder->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_folder->setContentsMargins(8, 0, 8, 0);
    m_folder->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_folder->setMinimumWidth(1);
    addWidget(m_folder);

    // Badges hide themselves, which a tool bar's own widgets may not.
    auto *badges = new QWidget;
    auto *layout = new QHBoxLayout(badges);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->addWidget(m_paused);
    layout->addWidget(run.badge());
    addWidget(badges);
    addAction(run.action());
    addAction(actions.live);
    addAction(actions.refresh);
    for (QAction *action : {run.action(), actions.live}) {
        qobject_cast<QToolButton *>(widgetForAction(action))
            ->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
}

void WindowToolBar::showFolder(const QString &folder)
{
    m_folder->setText(shortPath(folder));
    m_folder->setToolTip(folder.toHtmlEscaped());
}

void WindowToolBar::showPaused(quint64 missed)
{
    m_paused->tell(
        Tone::Warning,
        missed == 0
            ? tr("Paused")
            : tr("Paused  ·  %1").arg(counted(qint64(missed), tr("change"), tr("changes"))));
}

void WindowToolBar::showLive()
{
    m_paused->tell(Tone::Warning, {});
}

} // namespace greenroom
