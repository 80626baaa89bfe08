#include "WindowDriver.h"

#include "Actors.h"
#include "FolderSession.h"
#include "FolderSource.h"
#include "KeyedTableModel.h"
#include "Workspace.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace greenroom;

namespace {

constexpr int PatienceMs = 10'000;

Result<std::shared_ptr<ActorSource>> openReal(const QString &folder)
{
    Result<std::unique_ptr<FolderSource>> source = FolderSource::open(folder);
    if (!source)
        return fail(source.error());
    return std::shared_ptr<ActorSource>(std::move(*source));
}

} // namespace

WindowDriver::WindowDriver(const QString &settingsFile)
    : WindowDriver(settingsFile, SourceOpeners{.look = openReal, .run = nullptr})
{}

WindowDriver::WindowDriver(const QString &settingsFile, std::shared_ptr<FakeSource> source)
    : WindowDriver(
          settingsFile,
          SourceOpeners{.look = [source](const QString &) -> Result<std::shared_ptr<ActorSource>> {
                            return source;
                        },
                        .run = nullptr})
{}

WindowDriver::WindowDriver(const QString &settingsFile, SourceOpeners openers)
    : m_settings(settingsFile, QSettings::IniFormat),
      m_clock(std::make_shared<FakeClock>(TestNow)),
      m_window(std::move(openers), m_clock, m_settings)
{
    start();
}

void WindowDriver::start()
{
    action("Live")->setChecked(false);
    m_window.show();
    if (!QTest::qWaitForWindowExposed(&m_window))
        qFatal("the window does not show up");
}

bool WindowDriver::open(const QString &folder)
{
    QSignalSpy refreshed(&m_window, &MainWindow::refreshed);
    m_window.openFolder(folder);
    return refreshed.wait(PatienceMs);
}

bool WindowDriver::refresh()
{
    QSignalSpy refreshed(&m_window, &MainWindow::refreshed);
    m_window.workspace()->session().refresh();
    return refreshed.wait(PatienceMs);
}

QPushButton *WindowDriver::button(const char *text)
{
    const QString wanted = QString::fromUtf8(text);
    for (QWidget *widget : QApplication::allWidgets()) {
        auto *button = qobject_cast<QPushButton *>(widget);
        if (button && button->isVisible() && button->text().remove(u'&') == wanted)
            return button;
    }
    qFatal("no button says %s", text);
}

QAction *WindowDriver::action(const char *text)
{
    const QString wanted = QString::fromUtf8(text);
    for (QAction *action : m_window.findChildren<QAction *>()) {
        if (action->text().remove(u'&') == wanted)
            return action;
    }
    qFatal("no action is called %s", text);
}

bool WindowDriver::choose(const QString &fileName)
{
    QTableView *table = actors();
    const int row = rowOf(*table, fileName);
    if (row < 0)
        return false;
    table->selectRow(row);
    return current() == fileName;
}

QString WindowDriver::current()
{
    return actors()->currentIndex().data(FileNameRole).toString();
}

QStringList WindowDriver::visibleTexts()
{
    QStringList texts;
    for (const QLabel *label : m_window.findChildren<QLabel *>()) {
        if (label->isVisible() && !label->text().isEmpty())
            texts << label->text();
    }
    return texts;
}

void WindowDriver::showTab(DetailsTab tab)
{
    m_window.workspace()->showTab(tab);
}

int rowOf(const QTableView &table, const QString &fileName)
{
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (table.model()->index(row, 0).data(FileNameRole).toString() == fileName)
            return row;
    }
    return -1;
}
