#include "LegacyKv.h"

namespace greenroom {

namespace {

KvRow rowOf(const QByteArray &key, const QByteArray &value, qint64 previewBytes)
{
    return {.key = key,
            .keyClass = StorageClass::Blob,
            .value = value.first(std::min<qint64>(value.size(), previewBytes)),
            .valueClass = StorageClass::Blob,
            .valueSize = value.size()};
}

} // namespace

LegacyKv::LegacyKv(const KvEntries &entries)
{
    for (const KvEntry &entry : entries)
        m_values.insert(entry.key, entry.value);
}

KvPage LegacyKv::page(const KvQuery &query) const
{
    const bool ascending = query.order == KvOrder::Ascending;
    QList<QByteArray> keys = m_values.keys();
    if (!ascending)
        std::reverse(keys.begin(), keys.end());

    KvPage page;
    page.origin = m_values.isEmpty() ? KvOrigin::Nowhere : KvOrigin::Record;
    qint64 bytes = 0;
    for (const QByteArray &key : std::as_const(keys)) {
        const bool passed =
            query.after && (ascending ? key <= query.after->key : key >= query.after->key);
        if (passed || (query.range && !query.range->contains(key)))
            continue;
        const bool isFull =
            page.rows.size() >= query.limit || (!page.rows.isEmpty() && bytes >= query.pageBytes);
        if (isFull) {
            page.more = true;
            break;
        }
        page.rows.append(rowOf(key, m_values[key], query.previewBytes));
        bytes += key.size() + page.rows.last().value.size();
    }
    return page;
}

std::optional<KvRow> LegacyKv::row(const KvCursor &key, qint64 maxBytes) const
{
    const auto found = m_values.constFind(key.key);
    if (key.keyClass != StorageClass::Blob || found == m_values.constEnd())
        return std::nullopt;
    return rowOf(found.key(), *found, maxBytes);
}

KvTotals LegacyKv::totals() const
{
    KvTotals totals;
    totals.entries = m_values.size();
    for (auto entry = m_values.constBegin(); entry != m_values.constEnd(); ++entry)
        totals.bytes += entry.key().size() + entry->size();
    return totals;
}

} // namespace greenroom
