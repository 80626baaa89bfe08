#include "ActorParts.h"

#include "EntryTable.h"

namespace greenroom {

namespace {

// storage-format §5.1
QByteArray queueMessages()
{
    return QByteArray("\x05\x01\x02", 3);
}

QByteArray sqliteFiles()
{
    return QByteArray("\x08\x01", 2);
}

} // namespace

Result<ActorParts> readActorParts(const ActorSource &source, const ActorId &id,
                                  std::stop_token stop)
{
    ActorParts parts;
    const std::pair<QByteArray, bool ActorParts::*> places[] = {
        {prefixOf(ActorPart::Connections), &ActorParts::connections},
        {queueMessages(), &ActorParts::queue},
        {prefixOf(ActorPart::Workflow), &ActorParts::workflow},
        {prefixOf(ActorPart::Traces), &ActorParts::traces},
        {sqliteFiles(), &ActorParts::database},
    };
    for (const auto &[prefix, isThere] : places) {
        KvQuery query;
        query.range = KvRange::ofPrefix(prefix);
        query.limit = 1;
        query.previewBytes = 0;
        const Result<KvPage> page = source.kvPage(id, query, stop);
        if (!page)
            return fail(page.error());
        parts.*isThere = !page->rows.isEmpty();
    }
    return parts;
}

} // namespace greenroom
