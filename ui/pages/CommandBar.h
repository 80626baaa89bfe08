#pragma once

#include <QWidget>

class QLabel;

namespace greenroom {

class ActorActions;

/// Wake, Sleep and Destroy for the selected actors, and how many those are if several.
class CommandBar final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandBar(ActorActions &actions, QWidget *parent = nullptr);

private:
    void showCount();

    ActorActions &m_actions;
    QLabel *m_count;
};

} // namespace greenroom
