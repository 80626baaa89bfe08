#pragma once

#include "ActorSource.h"

#include <QRandomGenerator>

/// When the clocks of the tests start: 2026-11-30 UTC.
constexpr quint64 TestNow = 1'796'000'000'000;

/// An actor that was created and never started.
[[nodiscard]] greenroom::ActorEntry actorOf(const QString &fileName, const QString &name,
                                            const QStringList &key = {});

/// An actor whose record ends too early.
[[nodiscard]] greenroom::ActorEntry damagedActor(const QString &fileName);

/// What an engine tells of a running actor.
[[nodiscard]] greenroom::LiveStatus liveOf(greenroom::Lifecycle lifecycle);

/// An event a second after TestNow.
[[nodiscard]] greenroom::ActorEvent
eventOf(const QString &fileName, greenroom::ActorEvent::Kind kind, const QString &detail = {});

/// "0000000000000042", the file name of the actor with this number.
[[nodiscard]] QString fileNameOf(int number);

/// Actors 0 to before @p count: "worker" with their number as key, every fourth one sleeping.
[[nodiscard]] greenroom::ActorBatch manyActors(int count);

/// A handful of actors that come, go and change, the same ones for the same seed.
class ActorWorld
{
public:
    static constexpr int Numbers = 14; ///< so many actors can be there

    explicit ActorWorld(quint32 seed) : m_random(seed) {}

    /// Some of them come, go or change.
    void change();

    [[nodiscard]] const greenroom::ActorBatch &actors() const { return m_actors; }

    [[nodiscard]] int random(int below) { return m_random.bounded(below); }

private:
    [[nodiscard]] greenroom::ActorEntry fresh(int number);

    QRandomGenerator m_random;
    greenroom::ActorBatch m_actors; // in the order of their file names
};
