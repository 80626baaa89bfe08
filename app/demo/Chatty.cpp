#include "DemoActors.h"
#include "Recall.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace greenroom::demo {

namespace {

/// Writes as much as it is told to while it is awake, over and over the same keys, in batches. What
/// is worth keeping of it, it saves once a second and when it goes to sleep.
/// Input: {"writesPerSecond": 2000, "keys": 1000}.
class Chatty final : public Actor
{
public:
    explicit Chatty(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(begin()); }

    void onStop(StopReason reason, Completion completion) override
    {
        m_context.report(QStringLiteral("Has written %1 entries").arg(m_written));
        if (reason == StopReason::Sleep)
            completion.failIf(save());
    }

private:
    static constexpr auto Tick = 50ms;
    static constexpr qint64 TicksPerSecond = 1s / Tick;
    static constexpr qint64 LargestBatch = 128;

    Result<void> begin()
    {
        const auto recalled = recall(m_context);
        if (!recalled)
            return fail(recalled.error());

        m_writesPerSecond = numberIn(recalled->input, "writesPerSecond"_L1, 2000, 1, 1'000'000);
        m_keys = numberIn(recalled->input, "keys"_L1, 1000, 1, 1'000'000);
        m_written = recalled->state.value("written"_L1).toInteger(0);
        m_context.every(Tick, [this] { reportFailure(write()); });
        m_context.every(1s, [this] { reportFailure(save()); });
        m_context.report(QStringLiteral("Writes %1 entries a second to %2 keys")
                             .arg(m_writesPerSecond)
                             .arg(m_keys));
        return {};
    }

    Result<void> write()
    {
        // What a tick leaves over when it is divided is for the next.
        m_owed += m_writesPerSecond;
        qint64 left = m_owed / TicksPerSecond;
        m_owed %= TicksPerSecond;
        while (left > 0) {
            const qint64 size = std::min(left, LargestBatch);
            if (const auto put = m_context.kv().put(batch(size)); !put)
                return put;
            m_written += size;
            left -= size;
        }
        return {};
    }

    [[nodiscard]] KvEntries batch(qint64 size) const
    {
        KvEntries entries;
        entries.reserve(size);
        for (qint64 number = m_written; number < m_written + size; ++number) {
            const QByteArray key = QByteArray::number(number % m_keys).rightJustified(6, '0');
            entries.append({"line/" + key, "line " + QByteArray::number(number)});
        }
        return entries;
    }

    Result<void> save() { return m_context.saveState(toCbor({{"written"_L1, m_written}})); }

    void reportFailure(const Result<void> &outcome)
    {
        if (!outcome)
            m_context.report(QStringLiteral("Cannot write: ") + outcome.error().message);
    }

    ActorContext &m_context;
    qint64 m_writesPerSecond = 0;
    qint64 m_keys = 0;
    qint64 m_written = 0;
    qint64 m_owed = 0; ///< in entries a second, less than TicksPerSecond between ticks
};

} // namespace

ActorDefinition chatty()
{
    return defineActor<Chatty>(
        QStringLiteral("chatty"),
        QStringLiteral("Writes thousands of key-values a second while it is awake"));
}

} // namespace greenroom::demo
