#include "Script.h"

#include <stdexcept>

using namespace greenroom;

class Script::Instance final : public Actor
{
public:
    Instance(Script &script, ActorContext &context) : m_script(script), m_context(context)
    {
        ++m_script.m_instances;
        m_script.m_context = &context;
    }

    ~Instance() override
    {
        --m_script.m_instances;
        m_script.log(QStringLiteral("gone"));
        if (m_script.m_context == &m_context)
            m_script.m_context = nullptr;
    }

    void start(Completion completion) override
    {
        run(QStringLiteral("start"), m_script.start, completion);
    }

    void onAlarm(Completion completion) override
    {
        run(QStringLiteral("onAlarm"), m_script.onAlarm, completion);
    }

    void onStop(StopReason reason, Completion completion) override
    {
        run(reason == StopReason::Sleep ? QStringLiteral("onStop sleep")
                                        : QStringLiteral("onStop destroy"),
            m_script.onStop, completion);
    }

private:
    void run(const QString &name, const Hook &hook, const Completion &completion)
    {
        m_script.log(name);
        // A copy: the hook may set what the next one does.
        if (const Hook copy = hook)
            copy(m_context, completion);
    }

    Script &m_script;
    ActorContext &m_context;
};

Script::Hook Script::held()
{
    return [this](ActorContext &, const Completion &completion) { m_held.push_back(completion); };
}

Script::Hook Script::failing(const QString &message)
{
    return [message](ActorContext &, const Completion &completion) { completion.fail(message); };
}

Script::Hook Script::throwing(const char *message)
{
    return [message](ActorContext &, const Completion &) { throw std::runtime_error(message); };
}

void Script::release()
{
    if (m_held.empty())
        qFatal("no hook is held");
    m_held.pop_front();
}

void Script::fail(const QString &message)
{
    if (m_held.empty())
        qFatal("no hook is held");
    m_held.front().fail(message);
    m_held.pop_front();
}

QString Script::takeLog()
{
    return std::exchange(m_log, {}).join(QLatin1String(", "));
}

ActorDefinition Script::definition(const QString &name)
{
    return {name, QString(), [this](ActorContext &context) {
                log(QStringLiteral("make"));
                if (make)
                    make(context);
                return std::make_unique<Instance>(*this, context);
            }};
}
