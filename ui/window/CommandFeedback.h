#pragma once

#include "ActorCommands.h"

#include <QTimer>

class QLabel;

namespace greenroom {

class Banner;

/// Tells what becomes of commands: what is under way and what was done in a line of the status
/// bar, one failure in a banner, several outcomes in a dialog.
class CommandFeedback final : public QObject
{
    Q_OBJECT

public:
    CommandFeedback(QLabel &line, Banner &banner, QWidget &window);

    void follow(const ActorCommands &commands);

private:
    void ended(const CommandReport &report);

    QLabel &m_line;
    Banner &m_banner;
    QWidget &m_window;
    QTimer m_fading;
};

} // namespace greenroom
