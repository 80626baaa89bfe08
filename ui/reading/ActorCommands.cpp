#include "ActorCommands.h"

#include <algorithm>

namespace greenroom {

namespace {

/// Fails when there is anything left of an actor that was destroyed.
Result<void> verifyGone(const ActorSource &source, const ActorId &id)
{
    const Result<ActorDetails> left = source.actor(id);
    if (!left) {
        return left.error().code == ErrorCode::NotFound ? Result<void>()
                                                        : Result<void>(fail(left.error()));
    }
    const ActorEntry &actor = left->entry;
    const bool isMarked = actor.record && actor.record->destroyTs;
    const bool isGone = actor.live && actor.live->lifecycle == Lifecycle::Destroyed;
    if (isMarked || isGone)
        return {};
    return fail(ErrorCode::Io,
                QStringLiteral("it was said to be destroyed, but it is still there"));
}

} // namespace

qsizetype CommandReport::failures() const
{
    return std::count_if(outcomes.begin(), outcomes.end(),
                         [](const CommandOutcome &outcome) { return outcome.error.has_value(); });
}

void ActorCommands::run(ActorCommand command, const QList<CommandTarget> &targets)
{
    start(command, targets, [command](ActorSource &source, const ActorId &id) -> Result<void> {
        const Result<void> done = source.run(command, id);
        return done && command == ActorCommand::Destroy ? verifyGone(source, id) : done;
    });
}

void ActorCommands::setAlarm(const QList<CommandTarget> &targets, Timestamp at)
{
    start(ActorCommand::SetAlarm, targets,
          [at](ActorSource &source, const ActorId &id) { return source.setAlarm(id, at); });
}

void ActorCommands::start(ActorCommand command, const QList<CommandTarget> &targets,
                          const Step &step)
{
    if (targets.isEmpty())
        return;
    const quint64 number = ++m_last;
    Q_EMIT progressed(command, targets, 0);
    m_questions[number] = m_reader.ask(
        SourceReader::Lane::Commands, this,
        [this, number, command, targets, step](ActorSource &source, const Reply &reply) {
            CommandReport report{command, {}};
            for (const CommandTarget &target : targets) {
                if (reply.stopToken().stop_requested())
                    return;
                const Result<void> done = step(source, target.id);
                report.outcomes << CommandOutcome{target, done ? std::nullopt
                                                               : std::optional(done.error())};
                reply.tell([this, command, targets, count = int(report.outcomes.size())] {
                    Q_EMIT progressed(command, targets, count);
                });
            }
            reply.tell([this, number, report] {
                m_questions.erase(number);
                Q_EMIT ended(report);
            });
        });
}

void ActorCommands::create(const NewActor &actor)
{
    const quint64 number = ++m_last;
    m_questions[number] =
        m_reader.ask(SourceReader::Lane::Commands, this,
                     [this, number, actor](ActorSource &source, const Reply &reply) {
                         const Result<ActorId> id = source.create(actor);
                         reply.tell([this, number, id] {
                             m_questions.erase(number);
                             Q_EMIT created(id);
                         });
                     });
}

} // namespace greenroom
