#pragma once

#include "ActorContext.h"
#include "Clock.h"
#include "Generation.h"
#include "Mailbox.h"

#include <memory>

namespace greenroom {

class Lane;
class LiveActor;

/// The context of one instance: passes its calls on to the actor it belongs to, as long as it
/// does, and keeps every other thread out.
class LiveContext final : public ActorContext, private KeyValues
{
public:
    LiveContext(LiveActor &actor, Lane &lane, Generation generation);
    Q_DISABLE_COPY_MOVE(LiveContext)

    /// The instance has stopped: every call fails from now on. On the lane's thread.
    void close() { m_actor = nullptr; }

    [[nodiscard]] const ActorId &id() const override { return m_id; }
    [[nodiscard]] const QString &name() const override { return m_name; }
    [[nodiscard]] const QStringList &key() const override { return m_key; }
    [[nodiscard]] Result<std::optional<QByteArray>> input() override;
    [[nodiscard]] Result<std::optional<QByteArray>> state() override;
    [[nodiscard]] Result<void> saveState(const QByteArray &cbor) override;
    [[nodiscard]] KeyValues &kv() override { return *this; }
    [[nodiscard]] Timestamp now() const override;
    [[nodiscard]] Result<AlarmOutcome> setAlarm(Timestamp at) override;
    [[nodiscard]] Result<void> cancelAlarm() override;
    int after(std::chrono::milliseconds delay, std::function<void()> task) override;
    int every(std::chrono::milliseconds period, std::function<void()> task) override;
    void stopTimer(int timer) override;
    void sleep() override;
    void destroy() override;
    void report(const QString &message) override;
    void post(std::function<void()> task) override;

private:
    [[nodiscard]] Result<void> put(const KvEntries &entries) override;
    [[nodiscard]] Result<QList<std::optional<QByteArray>>>
    get(const QList<QByteArray> &keys) override;
    [[nodiscard]] Result<void> remove(const QList<QByteArray> &keys) override;
    [[nodiscard]] Result<void> removeRange(const KvRange &range) override;
    [[nodiscard]] Result<KvEntries> list(const KvRange &range, KvOrder order,
                                         std::optional<qint64> limit) override;

    template <class T, class Call>
    [[nodiscard]] Result<T> ask(Call call);

    const ActorId m_id;
    const QString m_name;
    const QStringList m_key;
    const Generation m_generation;
    const std::shared_ptr<const Clock> m_clock; // an actor left behind may outlive the lane
    Lane *const m_lane;                         // touched on its own thread only
    const std::shared_ptr<Mailbox> m_mailbox;
    LiveActor *m_actor; // none once closed
};

} // namespace greenroom
