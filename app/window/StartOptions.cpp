#include "StartOptions.h"

#include "DemoFolder.h"

#include <QCommandLineParser>
#include <QDir>

namespace greenroom {

namespace {

void setUp(QCommandLineParser &parser)
{
    parser.setApplicationDescription(QStringLiteral(
        "A desktop inspector and runtime for local actors: shows rivetkit's storage folders as "
        "they are, and runs their actors when told to."));
    parser.addOptions({
        {{QStringLiteral("h"), QStringLiteral("help")},
         QStringLiteral("Print this help. Needs no display.")},
        {{QStringLiteral("v"), QStringLiteral("version")},
         QStringLiteral("Print the version. Needs no display.")},
        {QStringLiteral("run"),
         QStringLiteral("Run the folder's actors instead of only looking at it.")},
        {QStringLiteral("plugin"),
         QStringLiteral("Load a library with actors, to run them. May be repeated. Opens a window "
                        "of its own."),
         QStringLiteral("LIB")},
        {QStringLiteral("demo"),
         QStringLiteral("Run actors made for watching, in FOLDER or a folder of their own. Opens a "
                        "window of its own.")},
        {QStringLiteral("open"),
         QStringLiteral("Ask for the folder, with the folder chooser open at once.")},
        {QStringLiteral("new-window"),
         QStringLiteral("Open a window of its own, also where Greenroom is running already.")},
        {QStringLiteral("selftest"),
         QStringLiteral("Check that everything Greenroom needs is here and works, print a line for "
                        "each check, and end. Needs no display.")},
        {QStringLiteral("smoke"),
         QStringLiteral("Open the window on FOLDER, paint it, print how long that took, and end. "
                        "Leaves the settings alone.")},
    });
    parser.addPositionalArgument(
        QStringLiteral("FOLDER"),
        QStringLiteral("The storage folder to open. Without one: that of the project in the "
                       "current folder, if it has any."),
        QStringLiteral("[FOLDER]"));
}

tl::unexpected<Error> misuse(const QString &message)
{
    return fail(ErrorCode::NotSupported, message);
}

/// The tasks that need nothing of the rest of the command line.
std::optional<StartOptions::Task> telling(const QCommandLineParser &parser)
{
    if (parser.isSet(QStringLiteral("help")))
        return StartOptions::Task::Help;
    if (parser.isSet(QStringLiteral("version")))
        return StartOptions::Task::Version;
    return {};
}

Result<void> checkTask(const StartOptions &options, const QStringList &set)
{
    using Task = StartOptions::Task;
    if (options.task == Task::SelfTest && set != QStringList{QStringLiteral("selftest")})
        return misuse(QStringLiteral("--selftest stands alone, without other options"));
    if (options.task == Task::SelfTest && !options.folder.isEmpty())
        return misuse(QStringLiteral("--selftest takes no folder: it makes one of its own"));
    if (options.task == Task::Smoke && set != QStringList{QStringLiteral("smoke")})
        return misuse(QStringLiteral("--smoke stands alone, without other options"));
    if (options.task == Task::Smoke && options.folder.isEmpty())
        return misuse(QStringLiteral("--smoke needs the FOLDER to open"));
    if (options.chooser == StartOptions::Chooser::Open && !options.folder.isEmpty())
        return misuse(QStringLiteral("--open asks for the folder: name none, or leave it out"));
    return {};
}

} // namespace

Result<StartOptions> readStartOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    setUp(parser);
    const bool parsed = parser.parse(arguments);
    StartOptions options;
    if (const auto task = telling(parser)) {
        options.task = *task;
        return options;
    }
    if (!parsed)
        return misuse(parser.errorText().chopped(parser.errorText().endsWith(u'.') ? 1 : 0));

    const QStringList folders = parser.positionalArguments();
    if (folders.size() > 1)
        return misuse(
            QStringLiteral("one window shows one folder, and %1 were named").arg(folders.size()));
    if (folders.size() == 1 && folders.first().isEmpty())
        return misuse(QStringLiteral("the name of the folder is empty"));
    if (!folders.isEmpty())
        options.folder = QDir::cleanPath(QDir().absoluteFilePath(folders.first()));

    const bool isDemo = parser.isSet(QStringLiteral("demo"));
    if (isDemo || parser.isSet(QStringLiteral("run")))
        options.mode = MainWindow::Mode::Run;
    options.plugins.libraries = parser.values(QStringLiteral("plugin"));
    if (isDemo)
        options.plugins.demo = ActorPlugins::Demo::Included;
    // Another process has neither these libraries nor the demo's actors.
    if (isDemo || !options.plugins.libraries.isEmpty() ||
        parser.isSet(QStringLiteral("new-window")))
        options.place = StartOptions::Place::OwnWindow;
    if (parser.isSet(QStringLiteral("open")))
        options.chooser = StartOptions::Chooser::Open;
    if (parser.isSet(QStringLiteral("selftest")))
        options.task = StartOptions::Task::SelfTest;
    else if (parser.isSet(QStringLiteral("smoke")))
        options.task = StartOptions::Task::Smoke;
    if (const Result<void> fits = checkTask(options, parser.optionNames()); !fits)
        return fail(fits.error());
    return options;
}

QString startHelp()
{
    QCommandLineParser parser;
    setUp(parser);
    QString options = parser.helpText();
    options.remove(0, options.indexOf(u'\n')); // its first line has the program's path
    return QStringLiteral("Usage: greenroom [options] [FOLDER]") + options +
           QStringLiteral(
               "\nA second start raises the window that is open and hands FOLDER over to it. Where "
               "that window\nruns actors, has edits that are not applied or asks something, it is "
               "left alone and another one\nopens.\n\n"
               "Qt's own options, such as -platform NAME and -style NAME, are understood as well.\n"
               "Exit codes: 0 done, 1 failed, 2 the command line is wrong.\n"
               "For scripts and machines without a display there is greenroomctl.\n");
}

} // namespace greenroom
