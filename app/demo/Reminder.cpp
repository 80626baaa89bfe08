#include "DemoActors.h"
#include "Recall.h"
#include "TimeWords.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace greenroom::demo {

namespace {

/// Lives by its alarm: sleeps, is woken when it is time, sets the next alarm and sleeps again.
/// Input: {"everyMs": 10000, "text": "water the plants"}; without a text, its key is one.
class Reminder final : public Actor
{
public:
    explicit Reminder(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(begin()); }

    void onAlarm(Completion completion) override { completion.failIf(remind()); }

private:
    static constexpr qint64 Kept = 20;

    Result<void> begin()
    {
        const auto recalled = recall(m_context);
        if (!recalled)
            return fail(recalled.error());

        const QString key = m_context.key().join(u'/');
        m_text = recalled->input.value("text"_L1).toString(key.isEmpty() ? QStringLiteral("stretch")
                                                                         : key);
        m_period = durationIn(recalled->input, "everyMs"_L1, 10s);
        m_reminders = recalled->state.value("reminders"_L1).toInteger(0);

        // An alarm that is pending, or due and the reason of this start, comes first and stays.
        const auto alarm = m_context.setAlarm(m_context.now() + m_period);
        if (!alarm)
            return fail(alarm.error());
        if (*alarm == AlarmOutcome::Armed)
            m_context.report(
                QStringLiteral("Will say \"%1\" in %2").arg(m_text, spanText(m_period)));

        // Not at once, for onAlarm may be about to be called.
        m_context.after(2s, [this] { m_context.sleep(); });
        return {};
    }

    /// May be called again for the same alarm, if the program ends halfway: it then says it twice.
    Result<void> remind()
    {
        const qint64 number = m_reminders + 1;
        const QString line = isoTime(m_context.now()) + u' ' + m_text;
        const KvEntries entries{{"latest", line.toUtf8()}, {reminderKey(number), line.toUtf8()}};
        if (const auto put = m_context.kv().put(entries); !put)
            return put;
        const KvRange old{reminderKey(0), reminderKey(std::max<qint64>(0, number - Kept + 1))};
        if (const auto removed = m_context.kv().removeRange(old); !removed)
            return removed;
        if (const auto saved = m_context.saveState(toCbor({{"reminders"_L1, number}})); !saved)
            return saved;
        m_reminders = number;

        if (const auto alarm = m_context.setAlarm(m_context.now() + m_period); !alarm)
            return fail(alarm.error());
        m_context.report(QStringLiteral("%1! (reminder %2, the next in %3)")
                             .arg(m_text, QString::number(number), spanText(m_period)));
        m_context.sleep();
        return {};
    }

    static QByteArray reminderKey(qint64 number)
    {
        return "reminder/" + QByteArray::number(number).rightJustified(6, '0');
    }

    ActorContext &m_context;
    QString m_text;
    std::chrono::milliseconds m_period{};
    qint64 m_reminders = 0;
};

} // namespace

ActorDefinition reminder()
{
    return defineActor<Reminder>(
        QStringLiteral("reminder"),
        QStringLiteral("Lives by its alarm: wakes, reminds of something, sleeps until the next"));
}

} // namespace greenroom::demo
