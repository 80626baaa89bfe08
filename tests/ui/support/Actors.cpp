#include "Actors.h"

#include <algorithm>

using namespace greenroom;

ActorEntry actorOf(const QString &fileName, const QString &name, const QStringList &key)
{
    ActorEntry actor;
    actor.fileName = fileName;
    actor.record = ActorRecord();
    actor.record->actorId = fileName;
    actor.record->name = name;
    actor.record->key = key;
    actor.record->createdAt = {TestNow - 60'000};
    return actor;
}

ActorEntry damagedActor(const QString &fileName)
{
    ActorEntry actor;
    actor.fileName = fileName;
    actor.error = Error{ErrorCode::Truncated, QStringLiteral("the record ends inside its name")};
    return actor;
}

LiveStatus liveOf(Lifecycle lifecycle)
{
    LiveStatus live;
    live.lifecycle = lifecycle;
    live.since = {TestNow - 5'000};
    live.generation = QStringLiteral("11111111-2222-3333-4444-555555555555");
    live.lane = 2;
    return live;
}

ActorEvent eventOf(const QString &fileName, ActorEvent::Kind kind, const QString &detail)
{
    ActorEvent event{.sequence = 0,
                     .at = {TestNow + 1000},
                     .actor = *ActorId::fromText(fileName),
                     .kind = kind,
                     .detail = detail,
                     .took = std::nullopt,
                     .alarmAt = std::nullopt,
                     .count = 0,
                     .bytes = 0,
                     .error = std::nullopt};
    if (isFailure(kind))
        event.error = Error{ErrorCode::ActorFailed, QStringLiteral("it threw: ") + detail};
    return event;
}

QString fileNameOf(int number)
{
    return QStringLiteral("%1").arg(number, 16, 10, QLatin1Char('0'));
}

ActorBatch manyActors(int count)
{
    ActorBatch actors;
    actors.reserve(count);
    for (int number = 0; number < count; ++number) {
        ActorEntry actor =
            actorOf(fileNameOf(number), QStringLiteral("worker"), {QString::number(number)});
        if (number % 4 == 0) {
            actor.record->startTs = Timestamp{TestNow - 50'000};
            actor.record->sleepTs = Timestamp{TestNow - 40'000};
        }
        actors << actor;
    }
    return actors;
}

void ActorWorld::change()
{
    for (int changes = random(4); changes >= 0; --changes) {
        const int number = random(Numbers);
        const QString name = fileNameOf(number);
        const auto at = std::lower_bound(
            m_actors.begin(), m_actors.end(), name,
            [](const ActorEntry &actor, const QString &key) { return actor.fileName < key; });
        const bool exists = at != m_actors.end() && at->fileName == name;
        if (!exists)
            m_actors.insert(at, fresh(number));
        else if (random(2) == 0)
            m_actors.erase(at);
        else
            *at = fresh(number);
    }
}

ActorEntry ActorWorld::fresh(int number)
{
    if (random(6) == 0)
        return damagedActor(fileNameOf(number));
    ActorEntry actor = actorOf(fileNameOf(number), QStringLiteral("name-%1").arg(random(3)),
                               {QString::number(random(12))});
    if (random(2) == 0)
        actor.alarmAt = Timestamp{TestNow + quint64(random(1000)) * 1000 - 500'000};
    if (random(2) == 0)
        actor.record->startTs = Timestamp{TestNow - quint64(random(5)) * 1000};
    return actor;
}
