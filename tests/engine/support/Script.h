#pragma once

#include "ActorDefinition.h"

#include <deque>

/// What the actors of one name do in a test, and a log of what was asked of them: "make", "start",
/// "onAlarm", "onStop sleep", "onStop destroy", "gone". Used by one thread.
class Script
{
public:
    using Hook = std::function<void(greenroom::ActorContext &, const greenroom::Completion &)>;

    // What a hook does besides being logged; none ends at once. They may be set at any time.
    std::function<void(greenroom::ActorContext &)> make;
    Hook start;
    Hook onAlarm;
    Hook onStop;

    /// A hook that goes on until release() or fail().
    [[nodiscard]] Hook held();

    /// A hook that fails at once, or throws.
    [[nodiscard]] static Hook failing(const QString &message);
    [[nodiscard]] static Hook throwing(const char *message);

    /// Ends the hook that is held longest.
    void release();
    void fail(const QString &message);
    [[nodiscard]] qsizetype heldHooks() const { return qsizetype(m_held.size()); }

    /// What has been logged since the last time, with ", " in between.
    [[nodiscard]] QString takeLog();
    void log(const QString &what) { m_log << what; }

    /// The context of the instance made last; none once that is gone.
    [[nodiscard]] greenroom::ActorContext *context() const { return m_context; }

    [[nodiscard]] int instances() const { return m_instances; }

    [[nodiscard]] greenroom::ActorDefinition definition(const QString &name);

private:
    class Instance;

    QStringList m_log;
    std::deque<greenroom::Completion> m_held;
    greenroom::ActorContext *m_context = nullptr;
    int m_instances = 0;
};
