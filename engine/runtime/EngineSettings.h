#pragma once

#include "Durability.h"

#include <chrono>

namespace greenroom {

/// How an engine runs its actors.
struct EngineSettings
{
    Durability durability = Durability::Process;

    /// Threads that actors live on; 0: by the machine.
    int lanes = 0;

    /// Databases that are open at once over all lanes; 0: by the system's limit for open files.
    int openDatabases = 0;

    /// Whether alarms fire at their time. Held ones stay on disk as they are, and fire only when
    /// they are told to.
    enum class Alarms { Fire, Hold };
    Alarms alarms = Alarms::Fire;

    /// Alarms of one lane that are being answered at once; the others wait their turn, a second
    /// at most for each that hangs.
    int alarmsAtOnce = 8;

    /// A failed alarm is tried again after this long, then after twice that, and so on.
    std::chrono::milliseconds alarmRetry{2000};
    int alarmRetries = 6;

    /// How long the hooks start and onAlarm may take, and the hook onStop.
    std::chrono::milliseconds hookLimit{30'000};
    std::chrono::milliseconds stopLimit{10'000};

    /// How long an actor may keep its thread for itself before it is left behind.
    std::chrono::milliseconds blockedLimit{10'000};

    /// How long all actors together may take to stop when the engine is closed.
    std::chrono::milliseconds shutdownLimit{15'000};

    /// Changes are told in batches this far apart.
    std::chrono::milliseconds batchPause{40};
};

} // namespace greenroom
