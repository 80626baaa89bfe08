#include "ShortcutSheet.h"

#include "FieldGrid.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QVBoxLayout>

namespace greenroom {

namespace {

struct Shortcut
{
    const char *what;
    const char *keys;
};

constexpr Shortcut Shortcuts[] = {
    {"Open a storage folder", "Ctrl+O"},
    {"Read the folder again", "F5 or Ctrl+R"},
    {"Live or paused", "Ctrl+L"},
    {"Run the folder's actors, or stop them", "Ctrl+Shift+R"},
    {"Create an actor", "Ctrl+N"},
    {"Destroy the selected actors (asks)", "Del"},
    {"Find in the current view", "Ctrl+F"},
    {"Filter the actors", "Ctrl+Shift+F"},
    {"Clear the filter", "Esc"},
    {"Copy the current cell, or events", "Ctrl+C"},
    {"Copy rows with headers", "Ctrl+Shift+C"},
    {"Edit the selected value, or the state", "F2"},
    {"Delete the selected key, once applied", "Del"},
    {"Apply the pending edits", "Ctrl+Return"},
    {"Search for actors", "Ctrl+K"},
    {"Overview, State, KV … Events", "Ctrl+1, Ctrl+2, Ctrl+3 … Ctrl+0"},
    {"Show or hide the alarms", "Ctrl+Shift+A"},
    {"Show or hide the events of all actors", "Ctrl+Shift+E"},
    {"These shortcuts", "Ctrl+/"},
    {"Quit", "Ctrl+Q"},
};

} // namespace

void showShortcutSheet(QWidget *parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(QCoreApplication::translate("ShortcutSheet", "Keyboard shortcuts"));
    auto *grid = new FieldGrid(dialog.windowTitle());
    for (const Shortcut &shortcut : Shortcuts) {
        grid->set(QCoreApplication::translate("ShortcutSheet", shortcut.what),
                  QString::fromLatin1(shortcut.keys));
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(16);
    layout->addWidget(grid);
    layout->addWidget(buttons);
    dialog.exec();
}

} // namespace greenroom
