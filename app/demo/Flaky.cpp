#include "DemoActors.h"
#include "Recall.h"
#include "TimeWords.h"

#include <stdexcept>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace greenroom::demo {

namespace {

/// Fails on schedule: each third alarm and each fourth start, by counters that it saves before it
/// fails, so that the attempt after a failure succeeds. Alarms fail in both ways there are, turn
/// about: a failed Completion, and an exception.
/// Input: {"everyMs": 5000, "alarmFailsEvery": 3, "startFailsEvery": 4}.
class Flaky final : public Actor
{
public:
    explicit Flaky(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(begin()); }

    void onAlarm(Completion completion) override { completion.failIf(attempt()); }

private:
    static constexpr qint64 Kept = 20;

    Result<void> begin()
    {
        const auto recalled = recall(m_context);
        if (!recalled)
            return fail(recalled.error());

        m_period = durationIn(recalled->input, "everyMs"_L1, 5s);
        m_alarmFailsEvery = numberIn(recalled->input, "alarmFailsEvery"_L1, 3, 1, 1000);
        const qint64 startFailsEvery = numberIn(recalled->input, "startFailsEvery"_L1, 4, 1, 1000);
        m_attempts = recalled->state.value("attempts"_L1).toInteger(0);
        m_starts = recalled->state.value("starts"_L1).toInteger(0) + 1;
        if (const auto saved = save(); !saved)
            return saved;

        if (m_starts % startFailsEvery == 0)
            return fail(ErrorCode::ActorFailed, QStringLiteral("start %1 fails, as one in %2 does")
                                                    .arg(m_starts)
                                                    .arg(startFailsEvery));
        m_context.report(QStringLiteral("Start %1 went well").arg(m_starts));
        return setNextAlarm();
    }

    Result<void> attempt()
    {
        ++m_attempts;
        if (const auto saved = save(); !saved)
            return saved;
        const bool fails = m_attempts % m_alarmFailsEvery == 0;
        if (const auto noted = note(fails ? "failed" : "done"); !noted)
            return noted;

        const auto words = QStringLiteral("attempt %1 fails, as one in %2 does")
                               .arg(m_attempts)
                               .arg(m_alarmFailsEvery);
        if (fails && m_attempts / m_alarmFailsEvery % 2 == 0)
            throw std::runtime_error(words.toStdString());
        if (fails)
            return fail(ErrorCode::ActorFailed, words);

        if (const auto alarm = setNextAlarm(); !alarm)
            return alarm;
        m_context.report(QStringLiteral("Attempt %1 went well").arg(m_attempts));
        // Now and then, so that there are starts which can fail.
        if (m_attempts % m_alarmFailsEvery == 1)
            m_context.sleep();
        return {};
    }

    Result<void> note(const QByteArray &outcome)
    {
        const QByteArray line = isoTime(m_context.now()).toUtf8() + ' ' + outcome;
        if (const auto put = m_context.kv().put(attemptKey(m_attempts), line); !put)
            return put;
        return m_context.kv().removeRange(
            {attemptKey(0), attemptKey(std::max<qint64>(0, m_attempts - Kept + 1))});
    }

    Result<void> setNextAlarm()
    {
        if (const auto alarm = m_context.setAlarm(m_context.now() + m_period); !alarm)
            return fail(alarm.error());
        return {};
    }

    Result<void> save()
    {
        return m_context.saveState(toCbor({{"attempts"_L1, m_attempts}, {"starts"_L1, m_starts}}));
    }

    static QByteArray attemptKey(qint64 number)
    {
        return "attempt/" + QByteArray::number(number).rightJustified(6, '0');
    }

    ActorContext &m_context;
    std::chrono::milliseconds m_period{};
    qint64 m_alarmFailsEvery = 0;
    qint64 m_attempts = 0;
    qint64 m_starts = 0;
};

} // namespace

ActorDefinition flaky()
{
    return defineActor<Flaky>(
        QStringLiteral("flaky"),
        QStringLiteral("Fails now and then, at starts and at alarms, and recovers"));
}

} // namespace greenroom::demo
