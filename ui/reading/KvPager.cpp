#include "KvPager.h"

#include <algorithm>

namespace greenroom {

KvPager::KvPager(SourceReader &reader, QObject *parent) : QObject(parent), m_reader(reader) {}

void KvPager::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_question = {};
    m_page = {};
    m_newKeys.clear();
    m_isRead = false;
    m_isTurning = false;
    m_model.startOver({});
}

void KvPager::setRange(const std::optional<KvRange> &range)
{
    m_range = range;
    m_isRead = false;
}

void KvPager::first()
{
    read({}, Arrival::Fresh);
}

void KvPager::last()
{
    read({KvOrder::Descending, std::nullopt}, Arrival::Fresh);
}

void KvPager::previous()
{
    if (m_model.rowCount() == 0) {
        first();
        return;
    }
    const KvRow &firstRow = m_model.row(0);
    read({KvOrder::Descending, KvCursor{firstRow.key, firstRow.keyClass}}, Arrival::Fresh);
}

void KvPager::next()
{
    if (m_model.rowCount() == 0) {
        first();
        return;
    }
    const KvRow &lastRow = m_model.row(m_model.rowCount() - 1);
    read({KvOrder::Ascending, KvCursor{lastRow.key, lastRow.keyClass}}, Arrival::Fresh);
}

void KvPager::reload()
{
    if (!m_isTurning)
        read({KvOrder::Ascending, m_page.begin}, Arrival::Same);
}

Result<KvPager::Page> KvPager::readPage(const ActorSource &source, const ActorId &actor,
                                        KvQuery query, const Place &place, std::stop_token stop)
{
    query.order = place.order;
    query.after = place.edge;
    const Result<KvPage> found = source.kvPage(actor, query, stop);
    if (!found)
        return fail(found.error());

    Page page;
    page.origin = found->origin;
    page.rows = found->rows;
    if (place.order == KvOrder::Ascending) {
        page.begin = place.edge;
        page.hasNext = found->more;
        return page;
    }
    std::reverse(page.rows.begin(), page.rows.end());
    page.hasNext = place.edge.has_value();
    if (found->more) {
        query.after = found->end();
        query.limit = 1;
        const Result<KvPage> before = source.kvPage(actor, query, stop);
        if (before && !before->rows.isEmpty())
            page.begin = before->end();
    }
    return page;
}

void KvPager::read(const Place &place, Arrival arrival)
{
    if (!m_actor)
        return;
    m_isTurning = arrival == Arrival::Fresh;
    KvQuery query;
    query.range = m_range;
    query.limit = RowsPerPage;
    query.previewBytes = PreviewBytes;
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, query, place, arrival, actor = *m_actor](ActorSource &source, const Reply &reply) {
            const Result<Page> page = readPage(source, actor, query, place, reply.stopToken());
            reply.tell([this, page, arrival] {
                m_isTurning = false;
                if (page)
                    show(*page, arrival);
                else
                    Q_EMIT failed(page.error());
            });
        });
}

void KvPager::show(const Page &page, Arrival arrival)
{
    if (page.rows.isEmpty() && page.begin) { // all rows from here on are gone
        last();
        return;
    }
    m_isRead = true;
    m_page = page;
    if (arrival == Arrival::Same)
        m_model.replaceAll(rowsWithStaged());
    else
        m_model.startOver(rowsWithStaged());
    Q_EMIT turned();
}

void KvPager::showStaged(const QList<KvChange> &changes)
{
    QList<KvChange> newKeys;
    for (const KvChange &change : changes) {
        if (!change.before)
            newKeys.append(change);
    }
    if (newKeys == m_newKeys)
        return;
    m_newKeys = newKeys;
    if (!m_isRead)
        return;
    m_model.replaceAll(rowsWithStaged());
    Q_EMIT turned();
}

/// The page's rows and those new keys that would be on it.
QList<KvRow> KvPager::rowsWithStaged() const
{
    QList<KvRow> rows = m_page.rows;
    for (const KvChange &change : m_newKeys) {
        const KvPlace place{StorageClass::Blob, change.key};
        const bool isInRange = !m_range || m_range->contains(change.key);
        const bool isBefore =
            m_page.begin && !(KvPlace{m_page.begin->keyClass, m_page.begin->key} < place);
        const bool isBehind =
            m_page.hasNext && !m_page.rows.isEmpty() && keyOf(m_page.rows.last()) < place;
        if (!change.after || !isInRange || isBefore || isBehind)
            continue;
        const auto at = std::lower_bound(
            rows.begin(), rows.end(), place,
            [](const KvRow &row, const KvPlace &sought) { return keyOf(row) < sought; });
        if (at != rows.end() && keyOf(*at) == place)
            continue; // there is one meanwhile
        KvRow row;
        row.key = change.key;
        row.value = change.after->first(std::min<qsizetype>(PreviewBytes, change.after->size()));
        row.valueSize = change.after->size();
        rows.insert(at, row);
    }
    return rows;
}

} // namespace greenroom
