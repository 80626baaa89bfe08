// Opens the real window on sample folders and saves what it shows: greenroom_screenshots OUT
// The folders lie where rivetkit keeps them, below the home folder. One of them is run, with the
// demo's actors.

#include "ActorPlugins.h"
#include "DemoFolder.h"
#include "EngineSettings.h"
#include "EngineSource.h"
#include "FolderSource.h"
#include "MainWindow.h"
#include "Theme.h"
#include "Workspace.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace greenroom;

namespace {

struct Shot
{
    const char *file;
    const char *project; ///< the folder below ~/.local/share/rivetkit
    ThemeChoice theme;
    const char *actor; ///< its file's name
    DetailsTab tab;
    int kvRow; ///< the row to select in the KV tab, -1 for none
    MainWindow::Mode mode = MainWindow::Mode::Look;
};

constexpr Shot Shots[] = {
    // flaky/fog machine, whose alarm fails one time in three
    {"window-running", "theatre-3f1a9c20", ThemeChoice::Light, "c6b983fba9247e16",
     DetailsTab::Events, -1, MainWindow::Mode::Run},
    {"window-light", "workshop-91b7d04c", ThemeChoice::Light, "268648ebff16f39b", DetailsTab::State,
     -1},
    {"window-dark", "workshop-91b7d04c", ThemeChoice::Dark, "93e0f20ef47d8793", DetailsTab::Alarm,
     -1},
};

Result<std::shared_ptr<ActorSource>> openSource(const QString &folder)
{
    auto source = FolderSource::open(folder);
    if (!source)
        return fail(source.error());
    return std::shared_ptr<ActorSource>(std::move(*source));
}

Result<std::shared_ptr<ActorSource>> runDemo(const QString &folder)
{
    ActorPlugins plugins;
    plugins.demo = ActorPlugins::Demo::Included;
    const Result<GatheredDefinitions> gathered = gatherDefinitions(plugins);
    if (!gathered)
        return fail(gathered.error());
    auto source = EngineSource::open(folder, gathered->definitions, EngineSettings());
    if (!source)
        return fail(source.error());
    (void)DemoFolder::wakeActors(**source);
    return std::shared_ptr<ActorSource>(std::move(*source));
}

/// Lets the actors live until there is something to see, with the events in front.
void watch(MainWindow &window)
{
    for (QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        if (dock->windowTitle().contains(QLatin1String("events")))
            dock->raise();
    }
    QTest::qWait(24'000);
}

void take(const Shot &shot, const QString &out)
{
    const QTemporaryDir config;
    QSettings settings(config.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    settings.setValue(QStringLiteral("theme"), themeName(shot.theme));
    MainWindow window({.look = openSource, .run = runDemo}, std::make_shared<SystemClock>(),
                      settings);
    window.show();
    window.openFolder(QDir::homePath() + QStringLiteral("/.local/share/rivetkit/") +
                          QString::fromLatin1(shot.project),
                      shot.mode);
    (void)QTest::qWaitFor(
        [&] { return window.workspace() && window.workspace()->session().isRead(); });
    window.workspace()->chooseActor(QString::fromLatin1(shot.actor));
    window.workspace()->showTab(shot.tab);
    if (shot.mode == MainWindow::Mode::Run)
        watch(window);
    QTest::qWait(600);
    for (QTableView *table : window.findChildren<QTableView *>()) {
        if (shot.kvRow >= 0 && table->accessibleName() == QLatin1String("Key-values"))
            table->selectRow(shot.kvRow);
    }
    QTest::qWait(600);
    const QString file = QStringLiteral("%1/%2.png").arg(out, QString::fromLatin1(shot.file));
    if (!window.grab().save(file))
        qFatal("cannot write %s", qPrintable(file));
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    if (argc != 2)
        qFatal("usage: greenroom_screenshots OUT");
    for (const Shot &shot : Shots)
        take(shot, QFile::decodeName(argv[1]));
    return 0;
}
