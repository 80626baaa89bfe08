#pragma once

#include <QMenu>

namespace greenroom {

class RecentFolders;

/// The folders that were opened lately.
class RecentMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit RecentMenu(RecentFolders &folders, QWidget *parent = nullptr);

Q_SIGNALS:
    void folderChosen(const QString &folder);
    void forgotten();

private:
    void fill();

    RecentFolders &m_folders;
};

} // namespace greenroom
