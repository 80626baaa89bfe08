#pragma once

#include <QString>

class QApplication;

namespace greenroom {

enum class ThemeChoice { System, Light, Dark };

/// Dresses the whole application: the Fusion style, which looks alike everywhere, and a palette.
/// System takes the palette that the desktop gave the program when it started.
void applyTheme(QApplication &application, ThemeChoice choice);

/// The name under which a choice is kept in the settings, and back; System for anything unknown.
[[nodiscard]] QString themeName(ThemeChoice choice);
[[nodiscard]] ThemeChoice themeFromName(const QString &name);

} // namespace greenroom
