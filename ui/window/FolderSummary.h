#pragma once

#include <QString>

namespace greenroom {

class ActorTableModel;
class AlarmTableModel;

/// Who has the actors open, in a sentence; empty where that cannot be told.
[[nodiscard]] QString usageText(const ActorTableModel &actors);

/// How many actors and alarms there are, how many are damaged, and when that was read: now.
[[nodiscard]] QString summaryText(const ActorTableModel &actors, const AlarmTableModel &alarms);

} // namespace greenroom
