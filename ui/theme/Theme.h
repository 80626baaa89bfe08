#pragma once

#include <QString>

namespace greenroom {

enum class ThemeChoice { System, Light, Dark };

/// Dresses the whole application: the Fusion style, which looks alike everywhere, and a palette.
/// System takes the palette that the desktop gave the program when it started.
void applyTheme(ThemeChoice choice);

/// The style sheet that a window has besides, in the application's palette. It belongs to windows
/// that are complete: with one on the application, all that is in a widget is styled anew whenever
/// that is put into another, which took longer than all else that a start does.
[[nodiscard]] QString themeSheet();

/// The name under which a choice is kept in the settings, and back; System for anything unknown.
[[nodiscard]] QString themeName(ThemeChoice choice);
[[nodiscard]] ThemeChoice themeFromName(const QString &name);

} // namespace greenroom
