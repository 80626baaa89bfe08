#include "ActorPlugins.h"
#include "DemoFolder.h"
#include "EngineSettings.h"
#include "EngineSource.h"
#include "FolderSource.h"
#include "MainWindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <cstdio>
#include <cstring>

using namespace greenroom;

namespace {

Result<std::shared_ptr<ActorSource>> openSource(const QString &folder)
{
    Result<std::unique_ptr<FolderSource>> source = FolderSource::open(folder);
    if (!source)
        return fail(source.error());
    return std::shared_ptr<ActorSource>(std::move(*source));
}

/// Runs a folder with the actors that the plugins define; the demo's folder with the demo's own,
/// which are woken.
Result<std::shared_ptr<ActorSource>> runFolder(const QString &folder, ActorPlugins plugins,
                                               const QString &demoFolder)
{
    const bool isDemo = !demoFolder.isEmpty() && folder == demoFolder;
    if (isDemo)
        plugins.demo = ActorPlugins::Demo::Included;
    const Result<GatheredDefinitions> gathered = gatherDefinitions(plugins);
    if (!gathered)
        return fail(gathered.error());
    Result<std::unique_ptr<EngineSource>> source =
        EngineSource::open(folder, gathered->definitions, EngineSettings());
    if (!source)
        return fail(source.error());
    if (isDemo)
        (void)DemoFolder::wakeActors(**source); // what fails is among the events
    return std::shared_ptr<ActorSource>(std::move(*source));
}

/// Whether a window can be opened. Without a display Qt ends the process with a core dump.
bool hasDisplay(int argc, char *argv[])
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "-platform") == 0)
            return true;
    }
    return !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
    Q_UNUSED(argc);
    Q_UNUSED(argv);
    return true;
#endif
}

void setUpParser(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        QStringLiteral("A desktop inspector and runtime for local actors: shows rivetkit's storage "
                       "folders as they "
                       "are, and runs their actors when told to."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption({QStringLiteral("run"),
                      QStringLiteral("Run the folder's actors instead of only looking at it.")});
    parser.addOption({QStringLiteral("plugin"),
                      QStringLiteral("Load a library with actors, to run them. May be repeated."),
                      QStringLiteral("LIB")});
    parser.addOption({QStringLiteral("demo"),
                      QStringLiteral("Run actors made for watching, in FOLDER or a folder of their "
                                     "own.")});
    parser.addPositionalArgument(
        QStringLiteral("FOLDER"),
        QStringLiteral("The storage folder to open. Without one: that of the project in the "
                       "current folder, if it has any."),
        QStringLiteral("[FOLDER]"));
}

/// What to open at the start: what was asked for, else this project's own folder if it has one.
QString folderToOpen(const QCommandLineParser &parser)
{
    if (!parser.positionalArguments().isEmpty())
        return QDir::cleanPath(QDir().absoluteFilePath(parser.positionalArguments().first()));
    if (parser.isSet(QStringLiteral("demo")))
        return DemoFolder::defaultPath();
    const QString ofProject = FolderSource::defaultFolder(QDir::currentPath());
    return QFileInfo::exists(ofProject) ? ofProject : QString();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setOrganizationName(QStringLiteral("Greenroom"));
    QCoreApplication::setApplicationName(QStringLiteral("greenroom"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GREENROOM_VERSION));

    QCommandLineParser parser;
    setUpParser(parser);
    if (!hasDisplay(argc, argv)) {
        // --help and --version need none.
        QCoreApplication application(argc, argv);
        parser.process(application);
        std::fputs("greenroom: there is no display to open a window on. Start it in a graphical "
                   "session, set DISPLAY or WAYLAND_DISPLAY, or use greenroomctl, which needs "
                   "none.\n",
                   stderr);
        return 1;
    }

    QApplication application(argc, argv);
    parser.process(application);

    const QString folder = folderToOpen(parser);
    const bool isDemo = parser.isSet(QStringLiteral("demo"));
    ActorPlugins plugins;
    plugins.libraries = parser.values(QStringLiteral("plugin"));
    const auto run = [plugins, demoFolder = isDemo ? folder : QString()](const QString &path) {
        return runFolder(path, plugins, demoFolder);
    };

    QSettings settings;
    MainWindow window({.look = openSource, .run = run}, std::make_shared<SystemClock>(), settings);
    window.show();
    const bool runs = isDemo || parser.isSet(QStringLiteral("run"));
    if (!folder.isEmpty())
        window.openFolder(folder, runs ? MainWindow::Mode::Run : MainWindow::Mode::Look);
    return QApplication::exec();
}
