#pragma once

#include <QStringList>

class QSettings;

namespace greenroom {

/// The folders that were opened lately, the last one first, kept in the settings.
class RecentFolders
{
public:
    static constexpr qsizetype Kept = 10;

    explicit RecentFolders(QSettings &settings) : m_settings(settings) {}

    [[nodiscard]] QStringList list() const;
    void add(const QString &folder);
    void clear();

private:
    QSettings &m_settings;
};

} // namespace greenroom
