#pragma once

#include "ActorPlugins.h"
#include "MainWindow.h"

#include <QStringList>

class QCommandLineParser;

namespace greenroom {

/// What a start of the program was asked for.
struct StartOptions
{
    enum class Task { Window, Help, Version, SelfTest, Smoke };
    Task task = Task::Window;

    QString folder; ///< absolute; empty when none was named
    MainWindow::Mode mode = MainWindow::Mode::Look;
    ActorPlugins plugins;

    /// Whose window: that of a Greenroom that is running already, or one of its own.
    enum class Place { AnyWindow, OwnWindow };
    Place place = Place::AnyWindow;

    /// Whether the folder chooser is to be shown.
    enum class Chooser { Closed, Open };
    Chooser chooser = Chooser::Closed;
};

/// Reads the command line without Qt's own options, the program's name first. Folders are resolved
/// against the current one. Fails with a sentence for people.
[[nodiscard]] Result<StartOptions> readStartOptions(const QStringList &arguments);

/// What --help prints. Needs a QCoreApplication.
[[nodiscard]] QString startHelp();

} // namespace greenroom
