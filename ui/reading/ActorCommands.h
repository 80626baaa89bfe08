#pragma once

#include "ActorBundle.h"
#include "SourceReader.h"

#include <QSet>

#include <map>

namespace greenroom {

/// An actor that something is to be done to.
struct CommandTarget
{
    ActorId id;
    QString name; ///< for people: NAME/KEY…, else its id
};

/// What came of a command for one actor.
struct CommandOutcome
{
    CommandTarget target;
    std::optional<Error> error; ///< none: it is done
};

/// What came of a command for all of them.
struct CommandReport
{
    ActorCommand command = ActorCommand::Wake;
    QList<CommandOutcome> outcomes;

    [[nodiscard]] qsizetype failures() const;
};

/// Carries out commands in the background, one actor after the other, and looks afterwards whether
/// what was to go is gone. Used from the window's thread.
class ActorCommands final : public QObject
{
    Q_OBJECT

public:
    explicit ActorCommands(SourceReader &reader, QObject *parent = nullptr)
        : QObject(parent), m_reader(reader)
    {}

    /// Wake, Sleep, Destroy, FireAlarm or CancelAlarm.
    void run(ActorCommand command, const QList<CommandTarget> &targets);
    void setAlarm(const QList<CommandTarget> &targets, Timestamp at);
    void create(const NewActor &actor);

    /// Writes an actor into a bundle; ends as any command.
    void exportActor(const CommandTarget &target, const QString &file, BundleHead::Secrets secrets);

    /// Reads what a bundle says of itself, and makes an actor of one.
    void readBundle(const QString &file);
    void importActor(const QString &file, const ImportOptions &options);

    /// Whether something is under way.
    [[nodiscard]] bool isBusy() const { return !m_questions.empty(); }

Q_SIGNALS:
    /// @p done of @p targets are done; the next one, if any, is under way.
    void progressed(ActorCommand command, const QList<CommandTarget> &targets, int done);
    void ended(const CommandReport &report);
    void created(const Result<ActorId> &id);
    void bundleRead(const Result<BundleHead> &bundle);
    void imported(const Result<ImportOutcome> &outcome);

private:
    using Step =
        std::function<Result<void>(ActorSource &, const ActorId &, const std::stop_token &)>;
    void start(ActorCommand command, const QList<CommandTarget> &targets, const Step &step);

    /// Asks for one answer and gives it to @p end.
    template <class Answer>
    void askOnce(std::function<Answer(ActorSource &, std::stop_token)> question,
                 std::function<void(const Answer &)> end);

    SourceReader &m_reader;
    std::map<quint64, Question> m_questions; // under way or waiting, by their number
    quint64 m_last = 0;
};

} // namespace greenroom
