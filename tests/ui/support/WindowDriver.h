#pragma once

#include "DetailsTab.h"
#include "FakeClock.h"
#include "FakeSource.h"
#include "MainWindow.h"

#include <QLineEdit>
#include <QSettings>
#include <QTableView>

class QAction;
class QPushButton;

/// A window under test and the hands on it. Reads its folder only when told to: Live is off.
class WindowDriver
{
public:
    /// A window that opens real folders. It keeps its settings in @p settingsFile.
    explicit WindowDriver(const QString &settingsFile);

    /// A window for which every folder is @p source; that runs if it has events.
    WindowDriver(const QString &settingsFile, std::shared_ptr<FakeSource> source);

    WindowDriver(const QString &settingsFile, greenroom::SourceOpeners openers);

    Q_DISABLE_COPY_MOVE(WindowDriver)

    [[nodiscard]] greenroom::MainWindow &window() { return m_window; }
    [[nodiscard]] FakeClock &clock() { return *m_clock; }
    [[nodiscard]] QSettings &settings() { return m_settings; }

    /// Opens a folder and waits until it is read.
    [[nodiscard]] bool open(const QString &folder = QStringLiteral("/fake"));

    /// Reads the open folder again and waits for that.
    [[nodiscard]] bool refresh();

    [[nodiscard]] QTableView *actors() { return named<QTableView>("Actors"); }
    [[nodiscard]] QTableView *keyValues() { return named<QTableView>("Key-values"); }
    [[nodiscard]] QTableView *alarms() { return named<QTableView>("Pending alarms"); }
    [[nodiscard]] QLineEdit *filter() { return named<QLineEdit>("Filter actors"); }

    /// The widget with this accessible name.
    template <class Widget>
    [[nodiscard]] Widget *named(const char *accessibleName)
    {
        for (Widget *widget : m_window.findChildren<Widget *>()) {
            if (widget->accessibleName() == QString::fromUtf8(accessibleName))
                return widget;
        }
        qFatal("no widget is called %s", accessibleName);
    }

    /// The visible push button with this text, in whatever window.
    [[nodiscard]] static QPushButton *button(const char *text);

    /// The button or menu entry with this text, apart from its mnemonic.
    [[nodiscard]] QAction *action(const char *text);

    /// Makes an actor the current one, as a click does. False if it is not shown.
    [[nodiscard]] bool choose(const QString &fileName);

    /// The file name of the table's current row.
    [[nodiscard]] QString current();

    /// What all visible labels say.
    [[nodiscard]] QStringList visibleTexts();

    void showTab(greenroom::DetailsTab tab);

private:
    void start();

    QSettings m_settings;
    const std::shared_ptr<FakeClock> m_clock;
    greenroom::MainWindow m_window;
};

/// The row of the actor with this file name, or -1.
[[nodiscard]] int rowOf(const QTableView &table, const QString &fileName);
