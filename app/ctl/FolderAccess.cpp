#include "FolderAccess.h"

#include "ActorPlugins.h"
#include "EngineSettings.h"
#include "FolderSource.h"
#include "Output.h"

#include <QDir>
#include <QFileInfo>

namespace greenroom::ctl {

namespace {

Result<std::unique_ptr<EngineSource>> takeOver(const QString &folder,
                                               std::shared_ptr<const Definitions> definitions)
{
    EngineSettings settings;
    settings.alarms = EngineSettings::Alarms::Hold;
    auto source = EngineSource::open(folder, std::move(definitions), settings);
    if (source) {
        for (const QString &notice : (*source)->startNotices())
            complain(notice);
    }
    return source;
}

std::shared_ptr<const Definitions> nothing()
{
    return std::make_shared<const Definitions>();
}

} // namespace

Result<void> checkFolderToMake(const QString &folder)
{
    const auto found = FolderSource::open(folder);
    const QFileInfo info(folder);
    const bool mayBeMade = !info.exists() || (info.isDir() && QDir(folder).isEmpty());
    if (found || mayBeMade)
        return {};
    Error error = found.error();
    error.message += QStringLiteral("; a new one is made in a missing or empty folder only");
    return fail(error);
}

Result<std::unique_ptr<EngineSource>> openToChange(const QString &folder)
{
    // The engine would make what is missing.
    const auto found = FolderSource::open(folder);
    return found ? takeOver(folder, nothing()) : fail(found.error());
}

Result<std::unique_ptr<EngineSource>> openToMake(const QString &folder)
{
    const Result<void> checked = checkFolderToMake(folder);
    return checked ? takeOver(folder, nothing()) : fail(checked.error());
}

Result<std::unique_ptr<EngineSource>> openToStart(const QCommandLineParser &arguments)
{
    const QString folder = arguments.positionalArguments().first();
    if (const auto found = FolderSource::open(folder); !found)
        return fail(found.error());
    const auto definitions = definitionsFrom(arguments);
    return definitions ? takeOver(folder, *definitions) : fail(definitions.error());
}

QList<QCommandLineOption> pluginOptions()
{
    return {{QStringLiteral("plugin"),
             QStringLiteral("Load this library of actors; may be repeated."),
             QStringLiteral("LIB")},
            {QStringLiteral("plugins"),
             QStringLiteral("Load all libraries in this folder; may be repeated."),
             QStringLiteral("FOLDER")}};
}

QString pluginRemarks()
{
    return QStringLiteral(
        "An actor can only be started if a plugin defines what actors of its name "
        "do. Libraries in\nlib/greenroom/plugins beside this program are loaded "
        "without being asked for, but for the demo actors.");
}

Result<std::shared_ptr<const Definitions>> definitionsFrom(const QCommandLineParser &arguments,
                                                           DemoWanted demo)
{
    ActorPlugins plugins;
    plugins.libraries = arguments.values(QStringLiteral("plugin"));
    plugins.folders = arguments.values(QStringLiteral("plugins"));
    if (demo == DemoWanted::Yes)
        plugins.demo = ActorPlugins::Demo::Included;
    const Result<GatheredDefinitions> gathered = gatherDefinitions(plugins);
    if (!gathered)
        return fail(gathered.error());
    for (const QString &notice : gathered->notices)
        complain(notice);
    return gathered->definitions;
}

} // namespace greenroom::ctl
