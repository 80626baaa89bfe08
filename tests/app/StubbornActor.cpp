#include <greenroom/ActorPlugin.h>

#include <QObject>

using namespace greenroom;

/// Does not end its onStop.
class StubbornActor final : public Actor
{
public:
    explicit StubbornActor(ActorContext &) {}

    void start(Completion) override {}
    void onStop(StopReason, Completion completion) override { m_kept = completion; }

private:
    std::optional<Completion> m_kept;
};

class StubbornActorPlugin final : public QObject, public ActorPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GreenroomActorPluginId)
    Q_INTERFACES(greenroom::ActorPlugin)

public:
    [[nodiscard]] QList<ActorDefinition> definitions() override
    {
        return {defineActor<StubbornActor>(QStringLiteral("stubborn"),
                                           QStringLiteral("Does not stop"))};
    }
};

#include "StubbornActor.moc"
