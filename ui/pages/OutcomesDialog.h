#pragma once

#include "ActorCommands.h"

#include <QDialog>

namespace greenroom {

/// What came of a command for several actors, each with its own outcome, failures first. Goes away
/// by itself.
class OutcomesDialog final : public QDialog
{
    Q_OBJECT

public:
    OutcomesDialog(const CommandReport &report, QWidget *parent);
};

} // namespace greenroom
