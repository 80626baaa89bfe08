#pragma once

#include <QMenu>

class QSettings;

namespace greenroom {

/// Chooses the theme, which is kept in the settings, and applies it to the application, also when
/// this is made. The style sheet is up to the window.
class ThemeMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit ThemeMenu(QSettings &settings, QWidget *parent = nullptr);

Q_SIGNALS:
    void themeChanged();
};

} // namespace greenroom
