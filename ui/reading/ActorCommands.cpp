#include "ActorCommands.h"

#include "ActorExport.h"

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
    start(command, targets,
          [command](ActorSource &source, const ActorId &id, const std::stop_token &) {
              const Result<void> done = source.run(command, id);
              return done && command == ActorCommand::Destroy ? verifyGone(source, id) : done;
          });
}

void ActorCommands::setAlarm(const QList<CommandTarget> &targets, Timestamp at)
{
    start(ActorCommand::SetAlarm, targets,
          [at](ActorSource &source, const ActorId &id, const std::stop_token &) {
              return source.setAlarm(id, at);
          });
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
                const Result<void> done = step(source, target.id, reply.stopToken());
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

template <class Answer>
void ActorCommands::askOnce(std::function<Answer(ActorSource &, std::stop_token)> question,
                            std::function<void(const Answer &)> end)
{
    const quint64 number = ++m_last;
    m_questions[number] =
        m_reader.ask(SourceReader::Lane::Commands, this,
                     [this, number, question = std::move(question),
                      end = std::move(end)](ActorSource &source, const Reply &reply) {
                         const Answer answer = question(source, reply.stopToken());
                         reply.tell([this, number, end, answer] {
                             m_questions.erase(number);
                             end(answer);
                         });
                     });
}

void ActorCommands::create(const NewActor &actor)
{
    askOnce<Result<ActorId>>(
        [actor](ActorSource &source, const std::stop_token &) { return source.create(actor); },
        [this](const Result<ActorId> &id) { Q_EMIT created(id); });
}

void ActorCommands::exportActor(const CommandTarget &target, const QString &file,
                                BundleHead::Secrets secrets)
{
    start(ActorCommand::Export, {target},
          [file, secrets](ActorSource &source, const ActorId &id,
                          const std::stop_token &stop) -> Result<void> {
              const Result<BundleSummary> exported =
                  greenroom::exportActor(source, id, file, secrets, stop);
              return exported ? Result<void>() : fail(exported.error());
          });
}

void ActorCommands::readBundle(const QString &file)
{
    askOnce<Result<BundleHead>>(
        [file](ActorSource &, const std::stop_token &) { return bundleHead(file); },
        [this](const Result<BundleHead> &bundle) { Q_EMIT bundleRead(bundle); });
}

void ActorCommands::importActor(const QString &file, const ImportOptions &options)
{
    askOnce<Result<ImportOutcome>>(
        [file, options](ActorSource &source, const std::stop_token &stop) {
            return source.importActor(file, options, stop);
        },
        [this](const Result<ImportOutcome> &outcome) { Q_EMIT imported(outcome); });
}

} // namespace greenroom
