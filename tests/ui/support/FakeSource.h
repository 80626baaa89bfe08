#pragma once

#include "ActorSource.h"
#include "Gate.h"

#include <QHash>
#include <QMutex>

/// A source that answers what a test tells it to, when the test lets it. Any thread.
class FakeSource final : public greenroom::ActorSource
{
public:
    // What the next answers are.
    void setActors(const greenroom::ActorBatch &actors);
    void setAlarms(const QList<greenroom::AlarmEntry> &alarms);
    void setRows(const QString &id, const QList<greenroom::KvRow> &rows);
    void setStamp(const QString &id, const QByteArray &stamp);

    /// From now on every listing, or every page and row, fails; none: they work again.
    void failListing(const std::optional<greenroom::Error> &error);
    void failKv(const std::optional<greenroom::Error> &error);

    // What answers of a kind wait at.
    mutable Gate listing;
    mutable Gate details;
    mutable Gate pages;
    mutable Gate counting;

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

private:
    void note(const QString &call) const;

    mutable QMutex m_mutex; // guards the rest
    mutable QStringList m_calls;
    greenroom::ActorBatch m_actors;
    QList<greenroom::AlarmEntry> m_alarms;
    QHash<QString, QList<greenroom::KvRow>> m_rows;
    QHash<QString, QByteArray> m_stamps;
    std::optional<greenroom::Error> m_listingError;
    std::optional<greenroom::Error> m_kvError;
};
