#pragma once

#include "KvEntry.h"
#include "KvPage.h"

#include <QMap>

namespace greenroom {

/// The key-values inside an older state record, as the driver's migration would store them: sorted
/// byte by byte, the last one of equal keys kept.
class LegacyKv
{
public:
    explicit LegacyKv(const KvEntries &entries);

    [[nodiscard]] KvPage page(const KvQuery &query) const;
    [[nodiscard]] std::optional<KvRow> row(const KvCursor &key, qint64 maxBytes) const;
    [[nodiscard]] KvTotals totals() const;

private:
    QMap<QByteArray, QByteArray> m_values;
};

} // namespace greenroom
