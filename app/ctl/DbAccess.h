#pragma once

#include "ActorSql.h"

#include <QCommandLineParser>

namespace greenroom::ctl {

/// The SQL database of the actor that the second positional names. What is odd about it is
/// complained of.
[[nodiscard]] Result<std::shared_ptr<const ActorSql>>
openDatabase(const ActorSource &source, const QCommandLineParser &arguments);

/// How values of SQL look as JSON and CSV, for help.
[[nodiscard]] QString sqlFormRemarks();

} // namespace greenroom::ctl
