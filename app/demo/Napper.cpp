#include "DemoActors.h"
#include "Recall.h"
#include "TimeWords.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace greenroom::demo {

namespace {

/// Sleeps when it has been idle for a while, and is woken by its alarm to work a little. Its work
/// takes longer than the hook that begins it, which shows what a Completion is for.
/// Input: {"idleMs": 8000, "napMs": 20000}.
class Napper final : public Actor
{
public:
    explicit Napper(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override { completion.failIf(begin()); }

    void onAlarm(Completion completion) override
    {
        m_context.stopTimer(m_idleTimer);
        m_context.report(QStringLiteral("Up for %1 pieces of work").arg(PiecesPerAlarm));
        work(completion, PiecesPerAlarm);
    }

    void onStop(StopReason reason, Completion) override
    {
        if (reason == StopReason::Sleep)
            m_context.report(QStringLiteral("Good night"));
    }

private:
    static constexpr int PiecesPerAlarm = 3;

    Result<void> begin()
    {
        const auto recalled = recall(m_context);
        if (!recalled)
            return fail(recalled.error());

        m_idle = durationIn(recalled->input, "idleMs"_L1, 8s);
        m_nap = durationIn(recalled->input, "napMs"_L1, 20s);
        m_pieces = recalled->state.value("pieces"_L1).toInteger(0);
        m_naps = recalled->state.value("naps"_L1).toInteger(0);
        idle();
        return {};
    }

    /// The alarm is not over before the last copy of @p completion is gone, with the last piece.
    void work(const Completion &completion, int pieces)
    {
        if (pieces == 0) {
            idle();
            return;
        }
        m_context.after(500ms, [this, completion, pieces] {
            if (const auto done = workOnePiece(); !done) {
                completion.fail(done.error());
                idle();
                return;
            }
            work(completion, pieces - 1);
        });
    }

    Result<void> workOnePiece()
    {
        ++m_pieces;
        const KvEntries entries{{"work/latest", isoTime(m_context.now()).toUtf8()},
                                {"work/pieces", QByteArray::number(m_pieces)}};
        if (const auto put = m_context.kv().put(entries); !put)
            return put;
        return save();
    }

    void idle()
    {
        m_idleTimer = m_context.after(m_idle, [this] {
            if (const auto asleep = nap(); !asleep) {
                m_context.report(QStringLiteral("Cannot sleep: ") + asleep.error().message);
                idle();
            }
        });
    }

    Result<void> nap()
    {
        // The alarm first: without one nothing would wake it.
        if (const auto alarm = m_context.setAlarm(m_context.now() + m_nap); !alarm)
            return fail(alarm.error());
        ++m_naps;
        if (const auto saved = save(); !saved)
            return saved;
        m_context.report(QStringLiteral("Idle for %1: nap %2").arg(spanText(m_idle)).arg(m_naps));
        m_context.sleep();
        return {};
    }

    Result<void> save()
    {
        return m_context.saveState(toCbor({{"pieces"_L1, m_pieces}, {"naps"_L1, m_naps}}));
    }

    ActorContext &m_context;
    std::chrono::milliseconds m_idle{};
    std::chrono::milliseconds m_nap{};
    qint64 m_pieces = 0;
    qint64 m_naps = 0;
    int m_idleTimer = 0;
};

} // namespace

ActorDefinition napper()
{
    return defineActor<Napper>(
        QStringLiteral("napper"),
        QStringLiteral("Sleeps when it has been idle, and is woken to work a little"));
}

} // namespace greenroom::demo
