#pragma once

#include "ActorSource.h"

#include <QWidget>

namespace greenroom {

/// Wake, Sleep and Destroy for one actor. A command that the source cannot carry out is disabled,
/// and its tooltip says why.
class CommandBar final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandBar(const ActorSource &source, QWidget *parent = nullptr);

Q_SIGNALS:
    void requested(ActorCommand command);

private:
    void add(const ActorSource &source, ActorCommand command, const QString &icon,
             const QString &text);
};

} // namespace greenroom
