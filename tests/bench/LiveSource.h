#pragma once

#include "ActorSource.h"

#include <QMutex>

#include <atomic>
#include <thread>

namespace greenroom::bench {

/// A folder of actors that seem to run: threads change them and tell of it, as many times a second
/// as asked for, in batches as an engine does. Any thread.
class LiveSource final : public ActorSource
{
public:
    LiveSource(int actors, int eventsPerSecond);
    ~LiveSource() override;

    /// Events told so far, and calls of listActors.
    [[nodiscard]] quint64 told() const { return m_told; }
    [[nodiscard]] int listings() const { return m_listings; }

    [[nodiscard]] QString location() const override { return QStringLiteral("/live"); }
    [[nodiscard]] Result<ActorListEnd> listActors(const ActorQuery &query,
                                                  const ActorBatchSink &sink,
                                                  std::stop_token stop) const override;
    [[nodiscard]] Result<ActorDetails> actor(const ActorId &id) const override;
    [[nodiscard]] Result<KvPage> kvPage(const ActorId &id, const KvQuery &query,
                                        std::stop_token stop) const override;
    [[nodiscard]] Result<std::optional<KvRow>> kvRow(const ActorId &id, const KvCursor &key,
                                                     qint64 maxBytes,
                                                     std::stop_token stop) const override;
    [[nodiscard]] Result<KvTotals> kvTotals(const ActorId &id, std::stop_token stop) const override;
    [[nodiscard]] QByteArray kvStamp(const ActorId &id) const override;
    [[nodiscard]] Result<QList<AlarmEntry>> alarms(std::stop_token stop) const override;
    [[nodiscard]] Capability capability(ActorCommand) const override { return {true, {}}; }
    [[nodiscard]] Result<void> run(ActorCommand command, const ActorId &id) override;
    [[nodiscard]] QStringList definitions() const override;
    [[nodiscard]] EventLog *events() override { return &m_log; }

private:
    void live(int lane, int eventsPerSecond, std::stop_token stop);
    [[nodiscard]] ActorEvent change(ActorEntry &actor, quint32 chance);

    mutable QMutex m_mutex; // guards the next
    ActorBatch m_actors;

    EventLog m_log;
    std::atomic<quint64> m_told = 0;
    mutable std::atomic<int> m_listings = 0;
    std::vector<std::jthread> m_lanes; // last: they end first
};

} // namespace greenroom::bench
