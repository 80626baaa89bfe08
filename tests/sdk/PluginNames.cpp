#include "ActorPlugin.h"

#include <QCoreApplication>
#include <QPluginLoader>

#include <cstdio>

/// greenroom_plugin_names PLUGIN: the names of the actors it defines, one a line.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QPluginLoader loader(QCoreApplication::arguments().value(1));
    auto *plugin = qobject_cast<greenroom::ActorPlugin *>(loader.instance());
    if (!plugin) {
        std::fprintf(stderr, "%s\n", qPrintable(loader.errorString()));
        return 1;
    }
    for (const greenroom::ActorDefinition &each : plugin->definitions())
        std::printf("%s\n", qPrintable(each.name));
}
