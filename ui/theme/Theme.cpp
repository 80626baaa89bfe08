#include "Theme.h"

#include "Colors.h"

#include <QApplication>
#include <QProxyStyle>

namespace greenroom {

namespace {

struct Shades
{
    QColor window, base, alternate, text, faint, button, mid, highlight, highlightedText, tip;
};

/// Fusion without pictures on the buttons of dialogs. No style sheet can say that: the buttons are
/// made before they are in a window that has one.
class ThemeStyle final : public QProxyStyle
{
public:
    ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returned) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, returned);
    }
};

QPalette paletteOf(const Shades &shades)
{
    QPalette palette;
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::WindowText, shades.text);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::Text, shades.text);
    palette.setColor(QPalette::PlaceholderText, shades.faint);
    palette.setColor(QPalette::Button, shades.button);
    palette.setColor(QPalette::ButtonText, shades.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, shades.highlightedText);
    palette.setColor(QPalette::ToolTipBase, shades.tip);
    palette.setColor(QPalette::ToolTipText, shades.text);
    palette.setColor(QPalette::Link, toneColor(Tone::Accent, palette));
    palette.setColor(QPalette::Light, shades.base);
    palette.setColor(QPalette::Midlight, shades.alternate);
    palette.setColor(QPalette::Mid, shades.mid);
    palette.setColor(QPalette::Dark, shades.mid.darker(115));
    palette.setColor(QPalette::Shadow, shades.mid.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, shades.faint);
    return palette;
}

QPalette lightPalette()
{
    return paletteOf({.window = {0xf4, 0xf6, 0xf5},
                      .base = {0xff, 0xff, 0xff},
                      .alternate = {0xf8, 0xfa, 0xf9},
                      .text = {0x1c, 0x22, 0x20},
                      .faint = {0x8b, 0x96, 0x91},
                      .button = {0xf4, 0xf6, 0xf5},
                      .mid = {0xd3, 0xd9, 0xd6},
                      .highlight = {0xcf, 0xea, 0xdc},
                      .highlightedText = {0x10, 0x2a, 0x1e},
                      .tip = {0xff, 0xff, 0xff}});
}

QPalette darkPalette()
{
    return paletteOf({.window = {0x1d, 0x22, 0x20},
                      .base = {0x16, 0x1a, 0x19},
                      .alternate = {0x1a, 0x1f, 0x1d},
                      .text = {0xe3, 0xe8, 0xe5},
                      .faint = {0x78, 0x83, 0x7e},
                      .button = {0x28, 0x2e, 0x2b},
                      .mid = {0x38, 0x40, 0x3c},
                      .highlight = {0x1f, 0x4d, 0x38},
                      .highlightedText = {0xee, 0xf7, 0xf2},
                      .tip = {0x28, 0x2e, 0x2b}});
}

} // namespace

QString themeSheet()
{
    const QPalette palette = QApplication::palette();
    return QStringLiteral(
               "QTabWidget::pane { border: none; border-top: 1px solid %1; }"
               "QTabBar::tab { padding: 7px 14px; border: none;"
               "  border-bottom: 2px solid transparent; color: %2; background: transparent; }"
               "QTabBar::tab:selected { color: %3; border-bottom-color: %4; }"
               "QTabBar::tab:hover:!selected { color: %3; }"
               "QHeaderView::section { background: %5; color: %2; border: none;"
               "  border-bottom: 1px solid %1; padding: 5px 9px; }"
               "QTableView { border: none; gridline-color: transparent; }"
               "QToolBar { border: none; border-bottom: 1px solid %1; padding: 4px 6px;"
               "  spacing: 4px; background: %5; }"
               "QStatusBar { border-top: 1px solid %1; }"
               "QStatusBar::item { border: none; }"
               "QMainWindow::separator { background: %1; width: 1px; height: 1px; }"
               "QSplitter::handle { background: %1; }"
               "QSplitter::handle:horizontal { width: 1px; }"
               "QSplitter::handle:vertical { height: 1px; }"
               "QScrollBar { background: transparent; border: none; margin: 0; }"
               "QScrollBar:vertical { width: 12px; }"
               "QScrollBar:horizontal { height: 12px; }"
               "QScrollBar::handle { background: %1; border-radius: 4px; margin: 2px; }"
               "QScrollBar::handle:hover { background: %2; }"
               "QScrollBar::handle:vertical { min-height: 32px; }"
               "QScrollBar::handle:horizontal { min-width: 32px; }"
               "QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }"
               "QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }"
               "QToolTip { padding: 4px 6px; border: 1px solid %1; }")
        .arg(palette.color(QPalette::Mid).name(), toneColor(Tone::Muted, palette).name(),
             palette.color(QPalette::Text).name(), toneColor(Tone::Accent, palette).name(),
             palette.color(QPalette::Window).name());
}

void applyTheme(ThemeChoice choice)
{
    static const bool systemIsDark = isDark(QApplication::palette());
    const bool dark =
        choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark);
    QApplication::setStyle(new ThemeStyle);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

QString themeName(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System:
        return QStringLiteral("system");
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    }
    Q_UNREACHABLE();
}

ThemeChoice themeFromName(const QString &name)
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        if (name == themeName(choice))
            return choice;
    }
    return ThemeChoice::System;
}

} // namespace greenroom
