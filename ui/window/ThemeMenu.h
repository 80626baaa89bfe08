#pragma once

#include <QMenu>

class QSettings;

namespace greenroom {

/// Chooses the theme, which is kept in the settings.
class ThemeMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit ThemeMenu(QSettings &settings, QWidget *parent = nullptr);
};

} // namespace greenroom
