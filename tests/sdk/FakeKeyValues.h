#pragma once

#include "ActorContext.h"

#include <map>

/// Key-values in memory, with the real ones' order, limits and all-or-nothing.
class FakeKeyValues final : public greenroom::KeyValues
{
public:
    using KeyValues::put;

    greenroom::Result<void> put(const greenroom::KvEntries &entries) override;
    greenroom::Result<QList<std::optional<QByteArray>>> get(const QList<QByteArray> &keys) override;
    greenroom::Result<void> remove(const QList<QByteArray> &keys) override;
    greenroom::Result<void> removeRange(const greenroom::KvRange &range) override;
    greenroom::Result<greenroom::KvEntries> list(const greenroom::KvRange &range,
                                                 greenroom::KvOrder order,
                                                 std::optional<qint64> limit) override;

    /// Every call fails with this while it is set.
    std::optional<greenroom::Error> failure;

    /// How many entries were put, and in how many calls.
    qint64 puts = 0;
    qint64 batches = 0;

    [[nodiscard]] QByteArray value(const QByteArray &key) const;
    [[nodiscard]] QList<QByteArray> keys(const QByteArray &prefix = {}) const;

private:
    std::map<QByteArray, QByteArray> m_entries;
};
