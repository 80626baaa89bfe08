#pragma once

#include <QMenu>

class QSettings;

namespace greenroom {

/// Chooses the theme of a window, which is kept in the settings.
class ThemeMenu final : public QMenu
{
    Q_OBJECT

public:
    /// @p window, which it is in, must outlive it.
    ThemeMenu(QSettings &settings, QWidget &window);
};

} // namespace greenroom
