#include "DemoActors.h"
#include "Recall.h"
#include "TimeWords.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace greenroom::demo {

namespace {

/// The simplest life: a timer while it is awake, and a state that outlives it.
/// Input: {"everyMs": 1000}.
class Counter final : public Actor
{
public:
    explicit Counter(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(begin()); }

private:
    static constexpr qint64 Kept = 25;

    Result<void> begin()
    {
        const auto recalled = recall(m_context);
        if (!recalled)
            return fail(recalled.error());

        m_count = recalled->state.value("count"_L1).toInteger(0);
        const auto period = durationIn(recalled->input, "everyMs"_L1, 1s);
        m_context.every(period, [this] {
            if (const auto counted = count(); !counted)
                m_context.report(QStringLiteral("Cannot count: ") + counted.error().message);
        });
        m_context.report(
            QStringLiteral("Counts on from %1, every %2").arg(m_count).arg(spanText(period)));
        return {};
    }

    Result<void> count()
    {
        const qint64 count = m_count + 1;
        const KvEntries entries{{"count", QByteArray::number(count)},
                                {historyKey(count), isoTime(m_context.now()).toUtf8()}};
        if (const auto put = m_context.kv().put(entries); !put)
            return put;
        if (const auto saved = m_context.saveState(toCbor({{"count"_L1, count}})); !saved)
            return saved;
        m_count = count;
        return m_count % Kept == 0 ? forgetOldHistory() : Result<void>();
    }

    Result<void> forgetOldHistory()
    {
        m_context.report(
            QStringLiteral("Has counted to %1, and keeps the last %2").arg(m_count).arg(Kept));
        return m_context.kv().removeRange({historyKey(0), historyKey(m_count - Kept + 1)});
    }

    /// Padded, so that keys sort as their numbers do.
    static QByteArray historyKey(qint64 count)
    {
        return "history/" + QByteArray::number(count).rightJustified(10, '0');
    }

    ActorContext &m_context;
    qint64 m_count = 0;
};

} // namespace

ActorDefinition counter()
{
    return defineActor<Counter>(
        QStringLiteral("counter"),
        QStringLiteral("Counts up every second, and remembers when it came to the last numbers"));
}

} // namespace greenroom::demo
