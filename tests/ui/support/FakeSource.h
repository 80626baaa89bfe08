#pragma once

#include "ActorSource.h"
#include "Gate.h"

#include <QHash>
#include <QMutex>

#include <atomic>

/// A source that answers what a test tells it to, when the test lets it. Any thread.
class FakeSource final : public greenroom::ActorSource
{
public:
    // What the next answers are.
    void setActors(const greenroom::ActorBatch &actors);
    void setAlarms(const QList<greenroom::AlarmEntry> &alarms);
    void setRows(const QString &id, const QList<greenroom::KvRow> &rows);
    [[nodiscard]] QList<greenroom::KvRow> rows(const QString &id) const;
    void setStamp(const QString &id, const QByteArray &stamp);

    /// From now on every listing, or every page and row, fails; none: they work again.
    void failListing(const std::optional<greenroom::Error> &error);
    void failKv(const std::optional<greenroom::Error> &error);

    /// From now on it runs its actors: it has events, can do everything and knows these names.
    void startRunning(const QStringList &definitions = {QStringLiteral("worker")});

    /// What the engine tells of an actor.
    void setLive(const QString &id, const std::optional<greenroom::LiveStatus> &live);

    /// Takes an actor out, as a destroy does.
    void removeActor(const QString &id);

    /// Every command for this actor fails; none: it succeeds again.
    void failCommands(const QString &id, const std::optional<greenroom::Error> &error);

    /// A destroy says that it is done and does nothing.
    void destroyNothing() { m_destroysNothing = true; }

    /// What was asked to be made so far.
    [[nodiscard]] QList<greenroom::NewActor> created() const;

    /// Something has happened to an actor.
    void tell(const QString &id, greenroom::ActorEvent::Kind kind, const QString &detail = {});

    // What answers of a kind wait at.
    mutable Gate listing;
    mutable Gate details;
    mutable Gate pages;
    mutable Gate counting;
    mutable Gate commands;
    mutable Gate stopping;

    /// All calls so far, such as "list" or "page 0000000000000001".
    [[nodiscard]] QStringList calls() const;
    void forgetCalls();

    [[nodiscard]] QString location() const override { return QStringLiteral("/fake/folder"); }
    [[nodiscard]] greenroom::Result<greenroom::ActorListEnd>
    listActors(const greenroom::ActorQuery &query, const greenroom::ActorBatchSink &sink,
               std::stop_token stop) const override;
    [[nodiscard]] greenroom::Result<greenroom::ActorDetails>
    actor(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<greenroom::KvPage> kvPage(const greenroom::ActorId &id,
                                                              const greenroom::KvQuery &query,
                                                              std::stop_token stop) const override;
    [[nodiscard]] greenroom::Result<std::optional<greenroom::KvRow>>
    kvRow(const greenroom::ActorId &id, const greenroom::KvCursor &key, qint64 maxBytes,
          std::stop_token stop) const override;
    [[nodiscard]] greenroom::Result<greenroom::KvTotals>
    kvTotals(const greenroom::ActorId &id, std::stop_token stop) const override;
    [[nodiscard]] QByteArray kvStamp(const greenroom::ActorId &id) const override;
    [[nodiscard]] greenroom::Result<QList<greenroom::AlarmEntry>>
    alarms(std::stop_token stop) const override;
    [[nodiscard]] greenroom::Capability capability(greenroom::ActorCommand command) const override;
    [[nodiscard]] greenroom::Result<void> run(greenroom::ActorCommand command,
                                              const greenroom::ActorId &id) override;

    [[nodiscard]] greenroom::Result<void> setAlarm(const greenroom::ActorId &id,
                                                   greenroom::Timestamp at) override;
    [[nodiscard]] greenroom::Result<greenroom::ActorId>
    create(const greenroom::NewActor &actor) override;
    [[nodiscard]] greenroom::Result<greenroom::EditOutcome>
    edit(const greenroom::ActorId &id, const greenroom::KvEdit &edit) override;
    [[nodiscard]] QStringList definitions() const override;
    [[nodiscard]] greenroom::EventLog *events() override;
    void stopRunning() override;

private:
    [[nodiscard]] greenroom::Result<void> failureOf(const greenroom::ActorId &id) const;
    void note(const QString &call) const;

    mutable QMutex m_mutex; // guards the rest
    mutable QStringList m_calls;
    greenroom::ActorBatch m_actors;
    QList<greenroom::AlarmEntry> m_alarms;
    QHash<QString, QList<greenroom::KvRow>> m_rows;
    QHash<QString, QByteArray> m_stamps;
    std::optional<greenroom::Error> m_listingError;
    std::optional<greenroom::Error> m_kvError;
    QHash<QString, greenroom::Error> m_commandErrors;
    QList<greenroom::NewActor> m_created;
    QStringList m_definitions;
    bool m_runs = false;
    bool m_stopped = false;

    std::atomic<bool> m_destroysNothing = false;
    greenroom::EventLog m_log;
};
