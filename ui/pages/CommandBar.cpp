#include "CommandBar.h"

#include "ActorActions.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

namespace greenroom {

CommandBar::CommandBar(ActorActions &actions, QWidget *parent)
    : QWidget(parent), m_actions(actions), m_count(new QLabel)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_count);
    layout->addSpacing(6);
    for (const ActorCommand command :
         {ActorCommand::Wake, ActorCommand::Sleep, ActorCommand::Destroy}) {
        if (command == ActorCommand::Destroy)
            layout->addSpacing(12); // what destroys stands apart
        auto *button = new QToolButton;
        button->setDefaultAction(actions.action(command));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    connect(&actions, &ActorActions::selectionChanged, this, &CommandBar::showCount);
    showCount();
}

void CommandBar::showCount()
{
    const qsizetype count = m_actions.selected().size();
    m_count->setText(count > 1 ? tr("%1 selected:").arg(QLocale().toString(count)) : QString());
}

} // namespace greenroom
