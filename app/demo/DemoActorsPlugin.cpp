#include "DemoActors.h"

#include <greenroom/ActorPlugin.h>

#include <QObject>

namespace greenroom::demo {

class DemoActorsPlugin final : public QObject, public ActorPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GreenroomActorPluginId)
    Q_INTERFACES(greenroom::ActorPlugin)

public:
    [[nodiscard]] QList<ActorDefinition> definitions() override
    {
        return {chatty(), counter(), flaky(), napper(), reminder()};
    }
};

} // namespace greenroom::demo

#include "DemoActorsPlugin.moc"
