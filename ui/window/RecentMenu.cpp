#include "RecentMenu.h"

#include "RecentFolders.h"

namespace greenroom {

RecentMenu::RecentMenu(RecentFolders &folders, QWidget *parent)
    : QMenu(tr("Open &recent"), parent), m_folders(folders)
{
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

void RecentMenu::fill()
{
    clear();
    const QStringList folders = m_folders.list();
    for (const QString &folder : folders)
        addAction(folder, this, [this, folder] { Q_EMIT folderChosen(folder); });
    if (folders.isEmpty()) {
        addAction(tr("Nothing opened yet"))->setEnabled(false);
        return;
    }
    addSeparator();
    addAction(tr("&Forget these"), this, [this] {
        m_folders.clear();
        Q_EMIT forgotten();
    });
}

} // namespace greenroom
