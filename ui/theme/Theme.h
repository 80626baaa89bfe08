#pragma once

#include <QString>

class QWidget;

namespace greenroom {

enum class ThemeChoice { System, Light, Dark };

/// Dresses the application in the Fusion style, which looks alike everywhere, and a palette; and the
/// window with all in it and its dialogs in a style sheet. System takes the palette that the desktop
/// gave the program when it started.
///
/// The sheet is not the application's: every widget would be looked at again, with all in it, each
/// time it is put into another while a page is built.
void applyTheme(QWidget &window, ThemeChoice choice);

/// The name under which a choice is kept in the settings, and back; System for anything unknown.
[[nodiscard]] QString themeName(ThemeChoice choice);
[[nodiscard]] ThemeChoice themeFromName(const QString &name);

} // namespace greenroom
