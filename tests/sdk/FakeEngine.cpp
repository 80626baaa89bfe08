#include "FakeEngine.h"

#include <algorithm>
#include <exception>

using namespace greenroom;
using namespace std::chrono_literals;

namespace {

/// Calls a hook, a throwing one as one that fails.
void callHook(const std::function<void(const Completion &)> &hook, const Completion &completion)
{
    try {
        hook(completion);
    } catch (const std::exception &thrown) {
        completion.fail(QString::fromUtf8(thrown.what()));
    }
}

QString ended(const QString &hook, const Result<void> &outcome)
{
    return outcome ? hook : hook + QStringLiteral(" failed: ") + outcome.error().message;
}

} // namespace

FakeEngine::FakeEngine(ActorDefinition definition, QStringList key, std::optional<QByteArray> input)
    : context(definition.name, std::move(key), std::move(input)),
      m_definition(std::move(definition))
{}

/// For the hooks that end at once.
Result<void> FakeEngine::call(std::function<void(const Completion &)> hook)
{
    const auto outcome = std::make_shared<Result<void>>(
        fail(ErrorCode::TimedOut, QStringLiteral("it does not end")));
    callHook(hook, Completion([outcome](const Result<void> &result) { *outcome = result; }));
    return *outcome;
}

Result<void> FakeEngine::start()
{
    m_actor = m_definition.make(context);
    const auto outcome = call([&](const Completion &completion) { m_actor->start(completion); });
    log.append(ended(QStringLiteral("start"), outcome));
    if (!outcome)
        crash();
    return outcome;
}

Result<void> FakeEngine::stop(StopReason reason)
{
    context.stopping = true;
    const auto outcome =
        call([&](const Completion &completion) { m_actor->onStop(reason, completion); });
    context.stopping = false;
    log.append(
        ended(reason == StopReason::Sleep ? QStringLiteral("sleep") : QStringLiteral("destroy"),
              outcome));
    crash();
    return outcome;
}

void FakeEngine::crash()
{
    ++m_life;
    context.forgetTimers();
    context.firing = false;
    context.held.reset();
    context.sleepAsked = false;
    context.destroyAsked = false;
    m_actor.reset();
}

void FakeEngine::run(std::chrono::milliseconds span)
{
    const Timestamp end = context.time + span;
    for (;;) {
        const Timestamp never = end + 1ms;
        const Timestamp timer = context.nextTimer().value_or(never);
        const Timestamp alarm =
            context.firing ? never : m_retryAt.value_or(context.alarm.value_or(never));
        if (std::min(timer, alarm) > end)
            break;
        if (alarm <= timer) {
            context.time = std::max(context.time, alarm);
            fireAlarm();
        } else {
            context.runNextTimer();
        }
        stopIfAsked();
    }
    context.time = end;
}

void FakeEngine::fireAlarm()
{
    m_retryAt.reset();
    if (!m_actor && !start()) {
        m_retryAt = context.time + 2s;
        return;
    }
    context.firing = true;
    callHook([&](const Completion &completion) { m_actor->onAlarm(completion); },
             Completion([this, life = m_life](const Result<void> &outcome) {
                 if (life == m_life) // or the program has ended meanwhile
                     alarmEnded(outcome);
             }));
}

void FakeEngine::alarmEnded(const Result<void> &outcome)
{
    log.append(ended(QStringLiteral("alarm"), outcome));
    context.firing = false;
    if (outcome)
        context.alarm = context.held;
    else
        m_retryAt = context.time + 2s;
    context.held.reset();
}

void FakeEngine::stopIfAsked()
{
    if (!m_actor || context.firing)
        return;
    if (context.destroyAsked)
        static_cast<void>(stop(StopReason::Destroy));
    else if (context.sleepAsked)
        static_cast<void>(stop(StopReason::Sleep));
}
