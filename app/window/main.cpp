#include "DemoFolder.h"
#include "DisplayWatch.h"
#include "EngineSettings.h"
#include "EngineSource.h"
#include "FirstInstance.h"
#include "FolderSource.h"
#include "Meeting.h"
#include "MeetingPlace.h"
#include "ProcessAge.h"
#include "QtArguments.h"
#include "SelfTest.h"
#include "SmokeTest.h"
#include "SqliteVersions.h"
#include "WindowDoor.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <cstdio>

using namespace greenroom;
using namespace std::chrono_literals;

namespace {

enum ExitCode {
    ExitOk = 0,
    ExitFailed = 1,
    ExitUsage = 2, ///< the command line was not understood
};

void complain(const QString &message)
{
    std::fprintf(stderr, "greenroom: %s\n", qUtf8Printable(message));
}

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
    if (!isDemo)
        plugins.demo = ActorPlugins::Demo::LeftOut;
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

/// What to open at the start: what was asked for, else this project's own folder if it has one.
QString folderToOpen(const StartOptions &options)
{
    if (!options.folder.isEmpty() || options.chooser == StartOptions::Chooser::Open)
        return options.folder;
    if (options.plugins.demo == ActorPlugins::Demo::Included)
        return DemoFolder::defaultPath();
    const QString ofProject = FolderSource::defaultFolder(QDir::currentPath());
    return QFileInfo::exists(ofProject) ? ofProject : QString();
}

HandOver handOverOf(const StartOptions &options, const QString &folder)
{
    QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN");
    if (token.isEmpty())
        token = qEnvironmentVariable("DESKTOP_STARTUP_ID");
    return {folder, options.mode, options.chooser, token};
}

/// A window with other actors than its own installation has does not stand in for others.
bool isApart(const StartOptions &options)
{
    return !options.plugins.libraries.isEmpty() ||
           options.plugins.demo == ActorPlugins::Demo::Included;
}

AboutFacts aboutFacts(const QSettings &settings)
{
    return {
        .sqliteVersion = sqliteVersion(),
        .homePage = QStringLiteral(GREENROOM_HOMEPAGE),
        .licencesFolder = QDir::cleanPath(QCoreApplication::applicationDirPath() +
                                          QStringLiteral("/../share/doc/greenroom/licences")),
        .settingsFile = settings.fileName(),
        .demoFolder = DemoFolder::defaultPath(),
    };
}

int tell(const QString &text)
{
    std::fputs(qUtf8Printable(text), stdout);
    return std::fflush(stdout) == 0 ? ExitOk : ExitFailed;
}

int runWindow(const StartOptions &options, const QString &folder, const QString &place,
              Meeting meeting)
{
    const bool isDemo = options.plugins.demo == ActorPlugins::Demo::Included;
    const auto run = [plugins = options.plugins, demoFolder = isDemo ? folder : QString()](
                         const QString &path) { return runFolder(path, plugins, demoFolder); };

    QSettings settings;
    MainWindow window({.look = openSource, .run = run}, std::make_shared<SystemClock>(), settings);
    window.setAboutFacts(aboutFacts(settings));
    std::unique_ptr<FirstInstance> first;
    if (meeting.outcome == Meeting::Outcome::First) {
        first = std::make_unique<FirstInstance>(
            place, std::move(meeting.listening),
            [&window](const HandOver &request) { return take(request, window); });
    }
    window.show();
    if (!folder.isEmpty())
        window.openFolder(folder, options.mode);
    if (options.chooser == StartOptions::Chooser::Open)
        QMetaObject::invokeMethod(&window, &MainWindow::chooseFolder, Qt::QueuedConnection);
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    (void)processAge();
    QCoreApplication::setOrganizationName(QStringLiteral("Greenroom"));
    QCoreApplication::setApplicationName(QStringLiteral("greenroom"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GREENROOM_VERSION));

    QtArguments arguments(argc, argv);
    const Result<StartOptions> options = readStartOptions(arguments.own());
    if (!options) {
        complain(options.error().message + QStringLiteral("; \"greenroom --help\" tells more"));
        return ExitUsage;
    }
    using Task = StartOptions::Task;
    if (options->task == Task::Version)
        return tell(QStringLiteral("greenroom " GREENROOM_VERSION "\n"));
    if (options->task == Task::Help || options->task == Task::SelfTest) {
        const QCoreApplication application(argc, argv);
        return options->task == Task::Help ? tell(startHelp()) : runSelfTest();
    }

    const QString folder = folderToOpen(*options);
    QString place;
    Meeting meeting;
    if (options->task == Task::Window && !isApart(*options)) {
        place = meetingPlace(arguments.platform());
        meeting = options->place == StartOptions::Place::OwnWindow
                      ? listenAlone(place)
                      : meet(place, handOverOf(*options, folder), 2s);
    }
    if (meeting.outcome == Meeting::Outcome::HandedOver)
        return ExitOk;
    if (meeting.outcome == Meeting::Outcome::NoAnswer)
        complain(QStringLiteral("the Greenroom that is running does not answer; here is another "
                                "window"));

    QGuiApplication::setDesktopFileName(QStringLiteral("dev.greenroom.Greenroom"));
    std::optional<DisplayWatch> watch(std::in_place, [&meeting, &place] {
        if (meeting.outcome == Meeting::Outcome::First)
            QFile::remove(place);
    });
    QApplication application(arguments.argc(), arguments.argv());
    watch.reset();
    if (options->task == Task::Smoke)
        return runSmokeTest(folder, openSource);
    return runWindow(*options, folder, place, std::move(meeting));
}
