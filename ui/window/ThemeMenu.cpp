#include "ThemeMenu.h"

#include "Theme.h"

#include <QActionGroup>
#include <QSettings>

namespace greenroom {

namespace {

QString themeKey()
{
    return QStringLiteral("theme");
}

} // namespace

ThemeMenu::ThemeMenu(QSettings &settings, QWidget *parent) : QMenu(tr("&Theme"), parent)
{
    const ThemeChoice current = themeFromName(settings.value(themeKey()).toString());
    applyTheme(current);
    auto *group = new QActionGroup(this);
    const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::System, tr("&System")},
                                                       {ThemeChoice::Light, tr("&Light")},
                                                       {ThemeChoice::Dark, tr("&Dark")}};
    for (const auto &[choice, text] : choices) {
        QAction *action = addAction(text, this, [this, &settings, choice = choice] {
            settings.setValue(themeKey(), themeName(choice));
            applyTheme(choice);
            Q_EMIT themeChanged();
        });
        action->setCheckable(true);
        action->setChecked(choice == current);
        group->addAction(action);
    }
}

} // namespace greenroom
