#include "RunControl.h"

#include "ActorStatus.h"
#include "Badge.h"
#include "Counted.h"
#include "SvgIcon.h"
#include "Workspace.h"

#include <QAction>

namespace greenroom {

RunControl::RunControl(QObject *parent)
    : QObject(parent), m_action(new QAction(this)), m_badge(new Badge)
{
    m_action->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    connect(m_action, &QAction::triggered, this, &RunControl::press);
    update();
}

void RunControl::follow(Workspace *workspace)
{
    if (m_workspace)
        m_workspace->runSwitch().disconnect(this);
    m_workspace = workspace;
    if (workspace)
        connect(&workspace->runSwitch(), &RunSwitch::stateChanged, this, &RunControl::update);
    update();
}

void RunControl::press()
{
    if (!m_workspace)
        return;
    if (m_workspace->runSwitch().state() == RunSwitch::State::Running)
        m_workspace->runSwitch().stop();
    else
        m_workspace->runSwitch().run();
}

QString RunControl::stoppingText() const
{
    qint64 running = 0;
    if (m_workspace) {
        const ActorTableModel &actors = m_workspace->session().actors();
        for (int row = 0; row < actors.rowCount(); ++row) {
            const ActorStatus status = statusOf(actors.row(row));
            if (status == ActorStatus::Running || status == ActorStatus::Starting ||
                status == ActorStatus::GoingToSleep)
                ++running;
        }
    }
    return running == 0 ? tr("Stopping…")
                        : tr("Stopping %1…").arg(counted(running, tr("actor"), tr("actors")));
}

void RunControl::show(const QString &icon, const QString &text, const QString &toolTip,
                      bool enabled)
{
    m_action->setIcon(svgIcon(icon, Tone::Accent));
    m_action->setText(text);
    m_action->setToolTip(toolTip);
    m_action->setEnabled(enabled);
}

void RunControl::update()
{
    const QString run = QStringLiteral("run");
    const QString stop = QStringLiteral("stop");
    if (!m_workspace) {
        show(run, tr("R&un"), tr("Open a folder to run its actors"), false);
        m_badge->tell(Tone::Good, {});
        return;
    }
    switch (m_workspace->runSwitch().state()) {
    case RunSwitch::State::Looking:
        if (m_workspace->runSwitch().canRun())
            show(run, tr("R&un"), tr("Run this folder's actors (Ctrl+Shift+R)"), true);
        else
            show(run, tr("R&un"), tr("This Greenroom can only look at folders"), false);
        m_badge->tell(Tone::Good, {});
        break;
    case RunSwitch::State::Starting:
        show(run, tr("R&un"), tr("The actors are being started"), false);
        m_badge->tell(Tone::Calm, tr("Starting…"));
        break;
    case RunSwitch::State::Running:
        show(stop, tr("Sto&p"),
             tr("Put this folder's actors to sleep and only look at it (Ctrl+Shift+R)"), true);
        m_badge->tell(Tone::Good, tr("Running"));
        break;
    case RunSwitch::State::Stopping:
        show(stop, tr("Sto&p"), tr("The actors are being stopped"), false);
        m_badge->tell(Tone::Calm, stoppingText());
        break;
    }
}

} // namespace greenroom
