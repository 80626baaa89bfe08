#include "WindowDoor.h"

#include "Workspace.h"

#include <QApplication>

namespace greenroom {

namespace {

/// Opens the folder, or runs the one that is open already.
void show(const HandOver &request, MainWindow &window)
{
    if (!window.shows(request.folder)) {
        window.openFolder(request.folder, request.mode);
        return;
    }
    Workspace *workspace = window.workspace();
    if (request.mode == MainWindow::Mode::Run && workspace &&
        workspace->runSwitch().state() == RunSwitch::State::Looking)
        workspace->runSwitch().run();
}

} // namespace

HandOver::Answer take(const HandOver &request, MainWindow &window)
{
    const bool isOther = !request.folder.isEmpty() && !window.shows(request.folder);
    const bool asks = request.chooser == StartOptions::Chooser::Open;
    if ((isOther || asks) && QApplication::activeModalWidget())
        return HandOver::Answer::Busy;
    if (isOther && !window.canLeaveAtOnce())
        return HandOver::Answer::Busy;

    // By this Wayland knows that the user wants it.
    if (!request.activationToken.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", request.activationToken.toUtf8());
    window.bringToFront();
    // Later: the answer is awaited, and the chooser has a loop of its own.
    QMetaObject::invokeMethod(
        &window,
        [request, asks, &window] {
            if (asks)
                window.chooseFolder();
            else if (!request.folder.isEmpty())
                show(request, window);
        },
        Qt::QueuedConnection);
    return HandOver::Answer::Taken;
}

} // namespace greenroom
