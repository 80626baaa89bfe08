#include "DecodedRows.h"

namespace greenroom {

namespace {

template <class Each>
Result<void> forEachRow(const ActorSource &source, const ActorId &id, const QByteArray &prefix,
                        std::stop_token stop, Each each)
{
    KvQuery query;
    query.range = KvRange::ofPrefix(prefix);
    for (;;) {
        const Result<KvPage> page = source.kvPage(id, query, stop);
        if (!page)
            return fail(page.error());
        for (const KvRow &row : page->rows) {
            if (stop.stop_requested())
                return fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
            each(row);
        }
        if (!page->more)
            return {};
        query.after = page->end();
    }
}

} // namespace

Result<DecodedRows> readDecodedRows(const ActorSource &source, const ActorId &id,
                                    const QByteArray &prefix, std::stop_token stop)
{
    DecodedRows rows;
    const Result<void> read = forEachRow(source, id, prefix, stop, [&rows](const KvRow &row) {
        if (row.keyClass == StorageClass::Blob)
            rows.push_back({row.key, outlineOfEntry(row.key, row.value)});
    });
    if (!read)
        return fail(read.error());
    return rows;
}

Result<WorkflowNames> readWorkflowNames(const ActorSource &source, const ActorId &id,
                                        std::stop_token stop)
{
    WorkflowNames names;
    const Result<void> read =
        forEachRow(source, id, WorkflowNames::keyPrefix(), stop,
                   [&names](const KvRow &row) { names.add(row.key, row.value); });
    if (!read)
        return fail(read.error());
    return names;
}

} // namespace greenroom
