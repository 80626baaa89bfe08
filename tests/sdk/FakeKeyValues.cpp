#include "FakeKeyValues.h"

#include "KvLimits.h"

#include <algorithm>

using namespace greenroom;

namespace {

QByteArray stored(const QByteArray &key)
{
    return '\x04' + key;
}

QList<QByteArray> stored(const QList<QByteArray> &keys)
{
    QList<QByteArray> all;
    for (const QByteArray &key : keys)
        all.append(stored(key));
    return all;
}

} // namespace

Result<void> FakeKeyValues::put(const KvEntries &entries)
{
    if (failure)
        return fail(*failure);
    KvEntries all;
    for (const KvEntry &entry : entries)
        all.append({stored(entry.key), entry.value});
    if (const auto checked = KvLimits::checkBatch(all); !checked)
        return checked;
    for (const KvEntry &entry : entries)
        m_entries.insert_or_assign(entry.key, entry.value);
    puts += entries.size();
    ++batches;
    return {};
}

Result<QList<std::optional<QByteArray>>> FakeKeyValues::get(const QList<QByteArray> &keys)
{
    if (failure)
        return fail(*failure);
    if (const auto checked = KvLimits::checkKeys(stored(keys)); !checked)
        return fail(checked.error());
    QList<std::optional<QByteArray>> values;
    for (const QByteArray &key : keys) {
        const auto found = m_entries.find(key);
        values.append(found == m_entries.end() ? std::nullopt : std::optional(found->second));
    }
    return values;
}

Result<void> FakeKeyValues::remove(const QList<QByteArray> &keys)
{
    if (failure)
        return fail(*failure);
    if (const auto checked = KvLimits::checkKeys(stored(keys)); !checked)
        return checked;
    for (const QByteArray &key : keys)
        m_entries.erase(key);
    return {};
}

Result<void> FakeKeyValues::removeRange(const KvRange &range)
{
    if (failure)
        return fail(*failure);
    std::erase_if(m_entries, [&](const auto &entry) { return range.contains(entry.first); });
    return {};
}

Result<KvEntries> FakeKeyValues::list(const KvRange &range, KvOrder order,
                                      std::optional<qint64> limit)
{
    if (failure)
        return fail(*failure);
    KvEntries found;
    for (const auto &[key, value] : m_entries) {
        if (range.contains(key))
            found.append({key, value});
    }
    if (order == KvOrder::Descending)
        std::reverse(found.begin(), found.end());
    found.resize(std::min<qint64>(found.size(), limit.value_or(KvLimits::DefaultListLimit)));
    return found;
}

QByteArray FakeKeyValues::value(const QByteArray &key) const
{
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? QByteArray() : found->second;
}

QList<QByteArray> FakeKeyValues::keys(const QByteArray &prefix) const
{
    QList<QByteArray> found;
    for (const auto &[key, value] : m_entries) {
        if (key.startsWith(prefix))
            found.append(key);
    }
    return found;
}
