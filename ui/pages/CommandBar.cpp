#include "CommandBar.h"

#include "SvgIcon.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace greenroom {

CommandBar::CommandBar(const ActorSource &source, QWidget *parent) : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    add(source, ActorCommand::Wake, QStringLiteral("wake"), tr("Wake"));
    add(source, ActorCommand::Sleep, QStringLiteral("sleep"), tr("Sleep"));
    layout->addSpacing(12); // what destroys stands apart
    add(source, ActorCommand::Destroy, QStringLiteral("destroy"), tr("Destroy"));
}

void CommandBar::add(const ActorSource &source, ActorCommand command, const QString &icon,
                     const QString &text)
{
    const Capability capability = source.capability(command);
    auto *button = new QToolButton;
    button->setIcon(svgIcon(icon, command == ActorCommand::Destroy ? Tone::Danger : Tone::Plain));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setEnabled(capability.available);
    button->setToolTip(
        capability.available ? text : tr("%1 is not possible: %2").arg(text, capability.reason));
    connect(button, &QToolButton::clicked, this, [this, command] { Q_EMIT requested(command); });
    layout()->addWidget(button);
}

} // namespace greenroom
