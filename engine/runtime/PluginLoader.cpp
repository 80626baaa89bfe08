#include "PluginLoader.h"

#include "ActorPlugin.h"

#include <QDir>
#include <QFileInfo>
#include <QLibrary>
#include <QPluginLoader>

namespace greenroom {

Result<void> loadPlugin(const QString &path, Definitions &definitions)
{
    const auto bad = [&](const QString &reason) {
        return fail(ErrorCode::BadPlugin, QStringLiteral("%1: %2").arg(path, reason));
    };
    if (!QFileInfo::exists(path))
        return bad(QStringLiteral("there is no such file"));

    // The interface is told from the file before any of its code runs.
    QPluginLoader loader(QFileInfo(path).absoluteFilePath());
    const QString interface = loader.metaData().value(QLatin1String("IID")).toString();
    if (interface.isEmpty())
        return bad(QStringLiteral("it is no Qt plugin: %1").arg(loader.errorString()));
    if (interface != QLatin1String(GreenroomActorPluginId)) {
        return bad(
            QStringLiteral("it is a plugin for \"%1\", this Greenroom takes \"%2\"; build it "
                           "against this Greenroom's SDK")
                .arg(interface, QLatin1String(GreenroomActorPluginId)));
    }
    loader.setLoadHints(QLibrary::PreventUnloadHint);
    QObject *root = loader.instance();
    if (!root)
        return bad(loader.errorString());
    auto *plugin = qobject_cast<ActorPlugin *>(root);
    if (!plugin)
        return bad(QStringLiteral("its root object is no ActorPlugin"));

    try {
        for (ActorDefinition &definition : plugin->definitions()) {
            if (const Result<void> added = definitions.add(std::move(definition)); !added)
                return fail(added.error().of(path));
        }
    } catch (const std::exception &error) {
        return bad(QStringLiteral("its definitions threw \"%1\"")
                       .arg(QString::fromLocal8Bit(error.what())));
    } catch (...) {
        return bad(QStringLiteral("its definitions threw"));
    }
    return {};
}

QStringList loadPlugins(const QString &folder, Definitions &definitions)
{
    QStringList problems;
    const QFileInfoList files = QDir(folder).entryInfoList(QDir::Files, QDir::Name);
    for (const QFileInfo &file : files) {
        if (!QLibrary::isLibrary(file.fileName()))
            continue;
        if (const Result<void> loaded = loadPlugin(file.filePath(), definitions); !loaded)
            problems << loaded.error().message;
    }
    return problems;
}

} // namespace greenroom
