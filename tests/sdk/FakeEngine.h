#pragma once

#include "ActorDefinition.h"
#include "FakeContext.h"

/// The life of one actor, played as the engine would: it starts, sleeps when it asks to, is woken
/// by its alarm, and a failed alarm comes again two seconds later. Nothing happens but in run(),
/// start(), and stop().
class FakeEngine
{
public:
    explicit FakeEngine(greenroom::ActorDefinition definition, QStringList key = {},
                        std::optional<QByteArray> input = std::nullopt);

    /// Makes an instance; on failure there is none.
    greenroom::Result<void> start();

    /// As a command would, whatever the actor asks for.
    greenroom::Result<void> stop(greenroom::StopReason reason);

    /// The instance is gone with no word to it, as in a crash.
    void crash();

    /// Lets @p span pass, with all that falls due in it.
    void run(std::chrono::milliseconds span);

    [[nodiscard]] bool isAwake() const { return m_actor != nullptr; }

    FakeContext context;

    /// "start", "start failed: …", "alarm", "alarm failed: …", "sleep", "destroy".
    QStringList log;

private:
    greenroom::Result<void> call(std::function<void(const greenroom::Completion &)> hook);
    void fireAlarm();
    void alarmEnded(const greenroom::Result<void> &outcome);
    void stopIfAsked();

    const greenroom::ActorDefinition m_definition;
    std::unique_ptr<greenroom::Actor> m_actor;
    std::optional<greenroom::Timestamp> m_retryAt;
    int m_life = 0;
};
