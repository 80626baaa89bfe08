#pragma once

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

    /// Whether something is under way.
    [[nodiscard]] bool isBusy() const { return !m_questions.empty(); }

Q_SIGNALS:
    /// @p done of @p targets are done; the next one, if any, is under way.
    void progressed(ActorCommand command, const QList<CommandTarget> &targets, int done);
    void ended(const CommandReport &report);
    void created(const Result<ActorId> &id);

private:
    using Step = std::function<Result<void>(ActorSource &, const ActorId &)>;
    void start(ActorCommand command, const QList<CommandTarget> &targets, const Step &step);

    SourceReader &m_reader;
    std::map<quint64, Question> m_questions; // under way or waiting, by their number
    quint64 m_last = 0;
};

} // namespace greenroom
