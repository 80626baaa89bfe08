#include "WindowActions.h"

#include "CommandText.h"
#include "SvgIcon.h"

namespace greenroom {

WindowActions::WindowActions(QObject *parent)
    : QObject(parent),
      open(new QAction(svgIcon(QStringLiteral("open-folder")), tr("&Open folder…"), this)),
      closeFolder(new QAction(tr("&Close folder"), this)),
      quit(new QAction(tr("&Quit"), this)),
      find(new QAction(tr("&Find"), this)),
      filter(new QAction(tr("Filter &actors"), this)),
      search(new QAction(svgIcon(QStringLiteral("search")), tr("&Search for actors…"), this)),
      refresh(new QAction(svgIcon(QStringLiteral("refresh")), tr("&Refresh"), this)),
      live(new QAction(svgIcon(QStringLiteral("live"), Tone::Accent), tr("&Live"), this)),
      create(new QAction(svgIcon(commandIcon(ActorCommand::Create)),
                         commandTitle(ActorCommand::Create), this)),
      import(new QAction(svgIcon(commandIcon(ActorCommand::Import)),
                         commandTitle(ActorCommand::Import), this)),
      resetLayout(new QAction(tr("Restore &layout"), this)),
      shortcuts(new QAction(tr("&Keyboard shortcuts"), this)),
      about(new QAction(tr("&About Greenroom"), this))
{
    open->setShortcut(QKeySequence::Open);
    open->setToolTip(tr("Open a storage folder (Ctrl+O)"));
    closeFolder->setShortcut(Qt::CTRL | Qt::Key_W);
    quit->setShortcut(Qt::CTRL | Qt::Key_Q);
    find->setShortcut(QKeySequence::Find);
    filter->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    search->setShortcut(Qt::CTRL | Qt::Key_K);
    search->setToolTip(tr("Find actors by name, key, state and more (Ctrl+K)"));
    refresh->setShortcuts({Qt::Key_F5, QKeySequence(Qt::CTRL | Qt::Key_R)});
    refresh->setToolTip(tr("Read the folder again (F5)"));
    live->setCheckable(true);
    live->setChecked(true);
    live->setShortcut(Qt::CTRL | Qt::Key_L);
    live->setToolTip(tr("Show changes as they happen (Ctrl+L)"));
    create->setShortcut(Qt::CTRL | Qt::Key_N);
    shortcuts->setShortcut(Qt::CTRL | Qt::Key_Slash);

    for (int i = 0; i < DetailsTabs; ++i) {
        tabs[size_t(i)] = new QAction(detailsTabTitle(DetailsTab(i)), this);
        tabs[size_t(i)]->setShortcut(Qt::CTRL | Qt::Key(i < 9 ? Qt::Key_1 + i : Qt::Key_0));
    }
}

} // namespace greenroom
