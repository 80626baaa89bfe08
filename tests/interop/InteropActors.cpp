#include <greenroom/ActorPlugin.h>

#include <QCborMap>
#include <QCborValue>
#include <QObject>

using namespace greenroom;

/// What rivetkit-session.mjs defines in JavaScript under the same name: state {input, count,
/// ticks}, and an alarm that leaves a key-value.
class Ledger final : public Actor
{
public:
    explicit Ledger(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(m_context.state()); }

    void onAlarm(Completion completion) override { completion.failIf(tick()); }

private:
    Result<void> tick()
    {
        const auto kept = m_context.state();
        if (!kept)
            return fail(kept.error());
        QCborMap state;
        if (*kept)
            state = QCborValue::fromCbor(**kept).toMap();
        // As createState over there, for an actor that was never started there.
        if (state.isEmpty())
            state = {{QLatin1String("input"), nullptr}, {QLatin1String("count"), 0}};
        const qint64 ticks = state.value(QLatin1String("ticks")).toInteger(0) + 1;
        state.insert(QLatin1String("ticks"), ticks);
        const QByteArray key = "greenroom-tick/" + QByteArray::number(ticks);
        if (const auto put = m_context.kv().put(key, QByteArray::number(m_context.now().ms)); !put)
            return put;
        return m_context.saveState(state.toCborValue().toCbor());
    }

    ActorContext &m_context;
};

class InteropActorsPlugin final : public QObject, public ActorPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GreenroomActorPluginId)
    Q_INTERFACES(greenroom::ActorPlugin)

public:
    [[nodiscard]] QList<ActorDefinition> definitions() override
    {
        return {defineActor<Ledger>(QStringLiteral("ledger"), QStringLiteral("Keeps entries"))};
    }
};

#include "InteropActors.moc"
