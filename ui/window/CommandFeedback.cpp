#include "CommandFeedback.h"

#include "Banner.h"
#include "CommandText.h"
#include "OutcomesDialog.h"

#include <QLabel>

namespace greenroom {

using namespace std::chrono_literals;

CommandFeedback::CommandFeedback(QLabel &line, Banner &banner, QWidget &window)
    : QObject(&window), m_line(line), m_banner(banner), m_window(window)
{
    m_line.setTextFormat(Qt::PlainText);
    m_fading.setSingleShot(true);
    m_fading.setInterval(8s);
    connect(&m_fading, &QTimer::timeout, &m_line, &QLabel::clear);
}

void CommandFeedback::follow(const ActorCommands &commands)
{
    m_line.clear();
    connect(&commands, &ActorCommands::progressed, this,
            [this](ActorCommand command, const QList<CommandTarget> &targets, int done) {
                m_fading.stop();
                m_line.setText(progressText(command, targets, done));
            });
    connect(&commands, &ActorCommands::ended, this, &CommandFeedback::ended);
}

void CommandFeedback::ended(const CommandReport &report)
{
    QList<CommandTarget> done;
    for (const CommandOutcome &outcome : report.outcomes) {
        if (!outcome.error)
            done << outcome.target;
    }
    m_line.setText(done.isEmpty() ? QString() : doneText(report.command, done));
    m_fading.start();
    if (report.failures() == 0)
        return;
    if (report.outcomes.size() == 1) {
        const CommandOutcome &outcome = report.outcomes.first();
        m_banner.tell(Tone::Danger, {tr("%1: %2: %3")
                                         .arg(failedText(report.command), outcome.target.name,
                                              outcome.error->message)});
        return;
    }
    (new OutcomesDialog(report, &m_window))->open();
}

} // namespace greenroom
