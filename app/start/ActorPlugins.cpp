#include "ActorPlugins.h"

#include "PluginLoader.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibrary>
#include <QSet>

namespace greenroom {

namespace {

/// Where plugins lie beside this program: installed, and in the build folder.
QStringList ownFolders()
{
    const QString program = QCoreApplication::applicationDirPath();
    QStringList folders;
    for (const char *path : {"/../" GREENROOM_LIBDIR "/greenroom/plugins",
                             "/../lib/greenroom/plugins", "/../../plugins/greenroom"}) {
        const QString folder = QFileInfo(program + QLatin1String(path)).canonicalFilePath();
        if (!folder.isEmpty() && !folders.contains(folder))
            folders << folder;
    }
    return folders;
}

QFileInfoList librariesIn(const QString &folder)
{
    QFileInfoList libraries = QDir(folder).entryInfoList(QDir::Files, QDir::Name);
    libraries.removeIf([](const QFileInfo &file) { return !QLibrary::isLibrary(file.fileName()); });
    return libraries;
}

bool isDemo(const QFileInfo &library)
{
    return library.completeBaseName() == QLatin1String("greenroom-demo-actors");
}

class Gathering
{
public:
    /// A library that was loaded already, under whatever name, is not loaded again.
    Result<void> load(const QString &library)
    {
        const QString path = QFileInfo(library).canonicalFilePath();
        if (!path.isEmpty() && m_loaded.contains(path))
            return {};
        const Result<void> loaded = loadPlugin(library, *m_definitions);
        if (loaded)
            m_loaded.insert(path);
        return loaded;
    }

    void loadOrNote(const QFileInfo &library)
    {
        if (const Result<void> loaded = load(library.filePath()); !loaded)
            m_notices << loaded.error().message;
    }

    [[nodiscard]] GatheredDefinitions result() const { return {m_definitions, m_notices}; }

private:
    std::shared_ptr<Definitions> m_definitions = std::make_shared<Definitions>();
    QStringList m_notices;
    QSet<QString> m_loaded;
};

Result<void> loadDemo(Gathering &gathering)
{
    if (const QString library = demoLibrary(); !library.isEmpty())
        return gathering.load(library);
    return fail(ErrorCode::NotFound,
                QStringLiteral("the plugin with the demo actors, greenroom-demo-actors, is missing "
                               "beside this program (lib/greenroom/plugins)"));
}

} // namespace

QString demoLibrary()
{
    for (const QString &folder : ownFolders()) {
        for (const QFileInfo &library : librariesIn(folder)) {
            if (isDemo(library))
                return library.filePath();
        }
    }
    return {};
}

Result<GatheredDefinitions> gatherDefinitions(const ActorPlugins &plugins)
{
    Gathering gathering;
    for (const QString &library : plugins.libraries) {
        if (const Result<void> loaded = gathering.load(library); !loaded)
            return fail(loaded.error());
    }
    for (const QString &folder : plugins.folders) {
        if (!QFileInfo(folder).isDir())
            return fail(ErrorCode::NotFound,
                        folder + QStringLiteral(": there is no such folder of plugins"));
        for (const QFileInfo &library : librariesIn(folder))
            gathering.loadOrNote(library);
    }
    if (plugins.demo == ActorPlugins::Demo::Included) {
        if (const Result<void> loaded = loadDemo(gathering); !loaded)
            return fail(loaded.error());
    }
    for (const QString &folder : ownFolders()) {
        for (const QFileInfo &library : librariesIn(folder)) {
            if (!isDemo(library))
                gathering.loadOrNote(library);
        }
    }
    return gathering.result();
}

} // namespace greenroom
