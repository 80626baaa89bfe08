#include "ActorSearch.h"

#include "ActorPath.h"
#include "ActorState.h"
#include "Clock.h"
#include "EntryOutline.h"
#include "NodeText.h"
#include "RecordFields.h"

namespace greenroom {

namespace {

/// Whether all texts are contained in @p text, whatever the case.
bool hasAll(const QString &text, const QStringList &parts)
{
    return std::all_of(parts.begin(), parts.end(), [&text](const QString &part) {
        return text.contains(part, Qt::CaseInsensitive);
    });
}

bool alarmFits(const SearchQuery::AlarmTerm &term, const std::optional<Timestamp> &alarm,
               Timestamp now)
{
    using Term = SearchQuery::AlarmTerm;
    switch (term.is) {
    case Term::Any:
        return alarm.has_value();
    case Term::None:
        return !alarm;
    case Term::Overdue:
        return alarm && *alarm < now;
    case Term::Before:
        return alarm && *alarm < term.moment;
    case Term::After:
        return alarm && *alarm > term.moment;
    }
    Q_UNREACHABLE();
}

bool recordFits(const SearchQuery &query, const ActorEntry &actor, Timestamp now)
{
    const QString name = actor.record ? actor.record->name : QString();
    const QString key = actor.record ? keyPath(actor.record->key) : QString();
    const auto wordFits = [&](const QString &word) {
        const QStringList parts{word};
        return hasAll(name, parts) || hasAll(key, parts) || hasAll(actor.fileName, parts) ||
               (actor.record && hasAll(actorPath(name, actor.record->key), parts));
    };
    return std::all_of(query.words.begin(), query.words.end(), wordFits) &&
           hasAll(name, query.names) && hasAll(key, query.keys) &&
           hasAll(actor.fileName, query.ids) &&
           std::all_of(query.statuses.begin(), query.statuses.end(),
                       [&](const QString &word) {
                           return statusWord(statusOf(actor)).toLower() == word;
                       }) &&
           std::all_of(query.alarms.begin(), query.alarms.end(),
                       [&](const SearchQuery::AlarmTerm &term) {
                           return alarmFits(term, actor.alarmAt, now);
                       });
}

bool keyFits(const SearchQuery::KeyTerm &term, const QByteArray &key)
{
    if (term.where == SearchQuery::KeyTerm::Whole)
        return key.contains(term.bytes);
    const KeyKind kind = kindOf(key);
    return (kind == KeyKind::UserKv || kind == KeyKind::Connection) &&
           QByteArrayView(key).sliced(1).contains(term.bytes);
}

/// Looks for what the query wants among one actor's key-values. True when all is there.
class ActorProbe
{
public:
    ActorProbe(const ActorSource &source, const ActorId &id, const SearchQuery &query,
               std::stop_token stop)
        : m_source(source), m_id(id), m_query(query), m_stop(std::move(stop))
    {}

    Result<bool> run(SearchHit &hit) const
    {
        if (!m_query.kvKeys.isEmpty()) {
            const Result<bool> fits = keysFit(hit);
            if (!fits || !*fits)
                return fits;
        }
        return m_query.state.isEmpty() ? Result<bool>(true) : stateFits(hit);
    }

private:
    /// Reads keys alone, a page at a time.
    Result<bool> keysFit(SearchHit &hit) const
    {
        QList<SearchQuery::KeyTerm> missing = m_query.kvKeys;
        KvQuery query;
        query.previewBytes = 0;
        query.limit = 2000;
        for (;;) {
            const Result<KvPage> page = m_source.kvPage(m_id, query, m_stop);
            if (!page)
                return fail(page.error());
            for (const KvRow &row : page->rows) {
                const auto fits = [&row](const SearchQuery::KeyTerm &term) {
                    return row.keyClass == StorageClass::Blob && keyFits(term, row.key);
                };
                if (missing.removeIf(fits) && !hit.kvKey)
                    hit.kvKey = row.key;
                if (missing.isEmpty())
                    return true;
            }
            if (!page->more)
                return false;
            query.after = page->end();
        }
    }

    Result<bool> stateFits(SearchHit &hit) const
    {
        const Result<std::optional<KvRow>> row =
            m_source.kvRow(m_id, {stateKey(), StorageClass::Blob}, WholeValue, m_stop);
        if (!row)
            return fail(row.error());
        if (!*row)
            return false;
        const EntryOutline record = outlineOfEntry((*row)->key, (*row)->value);
        const RecordFields fields(record.outline);
        const NodeId state = fields.has("state") ? fields.find("state") : NoNode;
        for (const ValueTerm &term : m_query.state) {
            const NodeId found = findValue(record.outline, state, term);
            if (found == NoNode) {
                // In what was not decoded it may stand all the same.
                return record.error ? Result<bool>(fail(*record.error)) : false;
            }
            if (hit.path.isEmpty()) {
                hit.kvKey = stateKey();
                hit.path = nodePath(record.outline, Outline::Root, found);
                hit.value = nodeValue(record.outline, found);
            }
        }
        return true;
    }

    const ActorSource &m_source;
    const ActorId m_id;
    const SearchQuery &m_query;
    const std::stop_token m_stop;
};

Error cancelled()
{
    return {ErrorCode::Cancelled, QStringLiteral("the search was cancelled")};
}

} // namespace

Result<SearchProgress> searchActors(const ActorSource &source, const SearchQuery &query,
                                    const SearchSink &sink, std::stop_token stop)
{
    const Timestamp now = SystemClock().now();
    const bool needsKv = !query.kvKeys.isEmpty() || !query.state.isEmpty();
    SearchProgress progress;
    const auto look = [&](const ActorEntry &actor) {
        ++progress.actors;
        if (!recordFits(query, actor, now))
            return;
        SearchHit hit{actor};
        if (needsKv) {
            const Result<ActorId> id = ActorId::fromText(actor.fileName);
            const Result<bool> fits =
                id ? ActorProbe(source, *id, query, stop).run(hit) : fail(id.error());
            if (!fits) {
                if (fits.error().code != ErrorCode::Cancelled)
                    ++progress.unreadable;
                return;
            }
            if (!*fits)
                return;
        }
        ++progress.hits;
        sink.hit(std::move(hit));
    };
    const Result<ActorListEnd> listed = source.listActors(
        {},
        [&](const ActorBatch &batch) {
            for (const ActorEntry &actor : batch) {
                if (stop.stop_requested())
                    return;
                look(actor);
            }
            sink.progress(progress);
        },
        stop);
    if (!listed)
        return fail(listed.error());
    if (stop.stop_requested())
        return fail(cancelled());
    return progress;
}

} // namespace greenroom
