#pragma once

#include "ActorDefinition.h"

#include <QtPlugin>

namespace greenroom {

/// What a Qt plugin with actors has as its root object:
///
///   class MyActors : public QObject, public greenroom::ActorPlugin
///   {
///       Q_OBJECT
///       Q_PLUGIN_METADATA(IID GreenroomActorPluginId)
///       Q_INTERFACES(greenroom::ActorPlugin)
///   public:
///       QList<greenroom::ActorDefinition> definitions() override;
///   };
///
/// The number at the identifier's end is that of the interface: it changes with any header that a
/// plugin sees, and a plugin of another number is refused. Classes of Qt and of the standard
/// library go back and forth, so a plugin is built by the program's compiler and with its Qt.
class ActorPlugin
{
public:
    virtual ~ActorPlugin() = default;

    /// Called once, when the plugin is loaded. A plugin is never unloaded.
    [[nodiscard]] virtual QList<ActorDefinition> definitions() = 0;
};

} // namespace greenroom

#define GreenroomActorPluginId "dev.greenroom.ActorPlugin/1"
Q_DECLARE_INTERFACE(greenroom::ActorPlugin, GreenroomActorPluginId)
