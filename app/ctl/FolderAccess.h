#pragma once

#include "EngineSource.h"

#include <QCommandLineParser>

namespace greenroom::ctl {

/// Takes a storage folder over, to change what is in it. Alarms are held and no actor starts by
/// itself. Fails with NotFound when it is no storage folder, without making it one, and with
/// FolderHeld while another program runs it.
[[nodiscard]] Result<std::unique_ptr<EngineSource>> openToChange(const QString &folder);

/// Whether @p folder is a storage folder or may become one: it is missing, or empty. The engine
/// would make one of any folder.
[[nodiscard]] Result<void> checkFolderToMake(const QString &folder);

/// The same for such a folder.
[[nodiscard]] Result<std::unique_ptr<EngineSource>> openToMake(const QString &folder);

/// As openToChange(), with the definitions of the plugins that the options name, so that actors can
/// start.
[[nodiscard]] Result<std::unique_ptr<EngineSource>>
openToStart(const QCommandLineParser &arguments);

/// --plugin and --plugins.
[[nodiscard]] QList<QCommandLineOption> pluginOptions();

/// What --help says of plugins.
[[nodiscard]] QString pluginRemarks();

/// What these options name, loaded; what nobody asked for and cannot be used is complained of.
enum class DemoWanted { No, Yes };
[[nodiscard]] Result<std::shared_ptr<const Definitions>>
definitionsFrom(const QCommandLineParser &arguments, DemoWanted demo = DemoWanted::No);

} // namespace greenroom::ctl
