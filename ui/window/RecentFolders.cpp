#include "RecentFolders.h"

#include <QSettings>

namespace greenroom {

namespace {

QString settingsKey()
{
    return QStringLiteral("recentFolders");
}

} // namespace

QStringList RecentFolders::list() const
{
    return m_settings.value(settingsKey()).toStringList();
}

void RecentFolders::add(const QString &folder)
{
    QStringList folders = list();
    folders.removeAll(folder);
    folders.prepend(folder);
    m_settings.setValue(settingsKey(), folders.first(std::min(Kept, folders.size())));
}

void RecentFolders::clear()
{
    m_settings.remove(settingsKey());
}

} // namespace greenroom
