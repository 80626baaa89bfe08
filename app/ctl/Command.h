#pragma once

#include "ActorSource.h"

#include <QCommandLineParser>

#include <memory>
#include <variant>

namespace greenroom::ctl {

/// One command of the program: what it takes and what it does.
struct Command
{
    /// Sees a folder that was opened for looking, and leaves it as it is.
    using Look = int (*)(const ActorSource &source, const QCommandLineParser &arguments);
    /// Opens the folder itself, once it has understood its arguments.
    using Act = int (*)(const QCommandLineParser &arguments);

    QStringList words;       ///< {"kv", "list"}
    QString summary;         ///< one line
    QStringList positionals; ///< {"DIR", "ACTOR"}; the last may be "[VALUE]", or "KEY…" for several
    QList<QCommandLineOption> options;
    std::variant<Look, Act> run;
    QString remarks{}; ///< more for --help, in lines

    [[nodiscard]] QString usage() const;
    [[nodiscard]] bool takes(qsizetype count) const;
};

// Looking.
[[nodiscard]] Command listCommand();
[[nodiscard]] Command showCommand();
[[nodiscard]] Command alarmsCommand();
[[nodiscard]] Command kvListCommand();
[[nodiscard]] Command kvGetCommand();
[[nodiscard]] Command stateCommand();
[[nodiscard]] Command connectionsCommand();
[[nodiscard]] Command queueCommand();
[[nodiscard]] Command workflowCommand();
[[nodiscard]] Command tracesCommand();
[[nodiscard]] Command findCommand();
[[nodiscard]] Command dbTablesCommand();
[[nodiscard]] Command dbRowsCommand();
[[nodiscard]] Command dbQueryCommand();
[[nodiscard]] Command dbExportCommand();
[[nodiscard]] Command kvExportCommand();
[[nodiscard]] Command exportCommand();

// Acting.
[[nodiscard]] Command runCommand();
[[nodiscard]] Command createCommand();
[[nodiscard]] Command wakeCommand();
[[nodiscard]] Command sleepCommand();
[[nodiscard]] Command destroyCommand();
[[nodiscard]] Command alarmSetCommand();
[[nodiscard]] Command alarmCancelCommand();
[[nodiscard]] Command alarmFireCommand();
[[nodiscard]] Command kvPutCommand();
[[nodiscard]] Command kvDeleteCommand();
[[nodiscard]] Command stateSetCommand();
[[nodiscard]] Command importCommand();

[[nodiscard]] QCommandLineOption jsonOption();
[[nodiscard]] QCommandLineOption limitOption(const QString &what);

/// --with-secrets.
[[nodiscard]] QCommandLineOption withSecretsOption();

/// The value of --limit, none when it is not given. Complains and fails for anything but a whole
/// number of 0 or more.
struct Limit
{
    bool ok = true;
    std::optional<qint64> value;
};
[[nodiscard]] Limit limitOf(const QCommandLineParser &arguments);

/// A usage error: complains and gives ExitUsage.
[[nodiscard]] int misuse(const QString &message);

} // namespace greenroom::ctl
