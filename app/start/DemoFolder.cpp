#include "DemoFolder.h"

#include <QCborMap>
#include <QStandardPaths>

namespace greenroom {

namespace {

NewActor actorOf(const char *name, const QStringList &key, const QCborMap &input)
{
    return {QString::fromLatin1(name), key, input.toCborValue().toCbor()};
}

/// What their inputs mean is said in app/demo.
QList<NewActor> demoActors()
{
    const QString every = QStringLiteral("everyMs");
    const QString stage = QStringLiteral("stage");
    return {
        actorOf("counter", {QStringLiteral("lobby")}, {{every, 1000}}),
        actorOf("counter", {stage, QStringLiteral("left")}, {{every, 2500}}),
        actorOf("counter", {stage, QStringLiteral("right")}, {{every, 4000}}),
        actorOf("reminder", {QStringLiteral("curtain call")}, {{every, 12'000}}),
        actorOf("reminder", {QStringLiteral("water the plants")}, {{every, 20'000}}),
        actorOf("napper", {QStringLiteral("dressing room"), QStringLiteral("1")},
                {{QStringLiteral("idleMs"), 6000}, {QStringLiteral("napMs"), 9000}}),
        actorOf("napper", {QStringLiteral("dressing room"), QStringLiteral("2")},
                {{QStringLiteral("idleMs"), 8000}, {QStringLiteral("napMs"), 20'000}}),
        actorOf("flaky", {QStringLiteral("fog machine")}, {{every, 5000}}),
        actorOf("flaky", {QStringLiteral("spotlight")}, {{every, 9000}}),
        actorOf("chatty", {QStringLiteral("prompter")},
                {{QStringLiteral("writesPerSecond"), 400}, {QStringLiteral("keys"), 500}}),
    };
}

} // namespace

QString DemoFolder::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/greenroom/demo");
}

QStringList DemoFolder::wakeActors(ActorSource &source)
{
    QStringList failures;
    for (const NewActor &actor : demoActors()) {
        const Result<ActorId> created = source.create(actor);
        if (created)
            continue;
        Result<void> woken = fail(created.error());
        if (created.error().code == ErrorCode::DuplicateKey)
            woken = source.run(ActorCommand::Wake, ActorId::of(actor.name, actor.key));
        if (!woken)
            failures << woken.error().message;
    }
    return failures;
}

} // namespace greenroom
