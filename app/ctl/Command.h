#pragma once

#include "ActorSource.h"

#include <QCommandLineParser>

#include <memory>

namespace greenroom::ctl {

/// One command of the program: what it takes and what it does.
struct Command
{
    QStringList words;       ///< {"kv", "list"}
    QString summary;         ///< one line
    QStringList positionals; ///< {"DIR", "ACTOR"}
    QList<QCommandLineOption> options;
    int (*run)(ActorSource &source, const QCommandLineParser &arguments);

    [[nodiscard]] QString usage() const;
};

[[nodiscard]] Command listCommand();
[[nodiscard]] Command showCommand();
[[nodiscard]] Command alarmsCommand();
[[nodiscard]] Command kvListCommand();
[[nodiscard]] Command kvGetCommand();

[[nodiscard]] QCommandLineOption jsonOption();
[[nodiscard]] QCommandLineOption limitOption(const QString &what);

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
