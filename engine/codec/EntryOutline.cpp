#include "EntryOutline.h"

#include "ActorRecord.h"
#include "BareReader.h"
#include "CborReader.h"
#include "ConnectionRecord.h"
#include "PersistedActor.h"
#include "QueueRecords.h"
#include "TraceChunk.h"
#include "TupleKey.h"
#include "WorkflowRecords.h"

namespace greenroom {

namespace {

constexpr qsizetype WorkflowPrefix = 2; // 06 01

/// A record of these versions whose body @p read reads, given its version.
template <class Read>
EntryOutline outlineOfRecord(const QByteArray &bytes, quint16 oldest, quint16 newest, Read read)
{
    EntryOutline entry;
    OutlineBuilder out(bytes);
    const Result<VersionedBody> split = splitVersion(bytes, oldest, newest);
    if (split) {
        BareReader in(out, {0, bytes.size()});
        in.u16("version");
        read(in, split->version);
        if (const Result<void> end = in.finish(); !end)
            entry.error = end.error();
    } else {
        entry.error = split.error();
        out.fail(split.error(), {0, bytes.size()});
    }
    if (out.isFull()) {
        out.fail({ErrorCode::TooComplex,
                  QStringLiteral("only the first %1 parts are unfolded").arg(Outline::MaxNodes)},
                 {bytes.size(), 0});
    }
    entry.outline = out.finish(bytes.size());
    if (!entry.error && !entry.outline.failures().isEmpty())
        entry.error = entry.outline.failures().first();
    return entry;
}

template <class Read>
EntryOutline outlineOfVersion(const QByteArray &bytes, quint16 version, Read read)
{
    return outlineOfRecord(bytes, version, version, [read](BareReader &in, quint16) { read(in); });
}

EntryOutline outlineOfText(const QByteArray &bytes, const char *field)
{
    OutlineBuilder out(bytes);
    out.leaf(bytes.isValidUtf8() ? NodeKind::Text : NodeKind::Bytes, {0, bytes.size()}, {field});
    return {KeyKind::Other, out.finish(bytes.size()), std::nullopt};
}

EntryOutline outlineOfState(const QByteArray &bytes)
{
    EntryOutline entry = outlineOfText(bytes, "state");
    if (!isWorkflowState(bytes)) {
        entry.error = Error{ErrorCode::BadWorkflowState,
                            QStringLiteral("this word is none of a workflow's states")};
    }
    return entry;
}

EntryOutline outlineOfBareCbor(const QByteArray &bytes, const char *field)
{
    OutlineBuilder out(bytes);
    decodeCbor(out, {0, bytes.size()}, {field});
    EntryOutline entry{KeyKind::Other, out.finish(bytes.size()), std::nullopt};
    if (!entry.outline.failures().isEmpty())
        entry.error = entry.outline.failures().first();
    return entry;
}

EntryOutline outlineOfWorkflow(QByteArrayView key, const QByteArray &value)
{
    switch (workflowPart(key)) {
    case WorkflowPart::Name:
        return outlineOfText(value, "name");
    case WorkflowPart::History:
        return outlineOfVersion(value, 1, readWorkflowEntry);
    case WorkflowPart::State:
        return outlineOfState(value);
    case WorkflowPart::Output:
        return outlineOfBareCbor(value, "output");
    case WorkflowPart::Failure:
        return outlineOfBareCbor(value, "error");
    case WorkflowPart::Input:
        return outlineOfBareCbor(value, "input");
    case WorkflowPart::Metadata:
        return outlineOfVersion(value, 1, readWorkflowMetadata);
    case WorkflowPart::Unknown:
        break;
    }
    EntryOutline entry = outlineOfText(value, nullptr);
    if (!unpackTuple(key.sliced(WorkflowPrefix)))
        entry.error = Error{ErrorCode::BadKey, QStringLiteral("its key is no tuple")};
    return entry;
}

EntryOutline outlineOfKind(KeyKind kind, QByteArrayView key, const QByteArray &value)
{
    switch (kind) {
    case KeyKind::PersistData:
        return outlineOfRecord(
            value, 1, PersistedActor::CurrentVersion,
            [](BareReader &in, quint16 version) { (void)readPersistedActor(in, version); });
    case KeyKind::Connection:
        return outlineOfRecord(value, 3, 4, [](BareReader &in, quint16) { readConnection(in); });
    case KeyKind::QueueMetadata:
        return outlineOfVersion(value, 4, readQueueMetadata);
    case KeyKind::QueueMessage:
        return outlineOfVersion(value, 4, readQueueMessage);
    case KeyKind::Workflow:
        return outlineOfWorkflow(key, value);
    case KeyKind::Trace:
        return outlineOfVersion(value, 1, readTraceChunk);
    case KeyKind::SqliteMeta:
        return outlineOfVersion(value, 1, [](BareReader &in) { in.u64("size"); });
    case KeyKind::InspectorToken:
        return outlineOfText(value, "token");
    case KeyKind::UserKv:
    case KeyKind::SqliteChunk:
    case KeyKind::Other:
        break;
    }
    return outlineOfText(value, nullptr);
}

} // namespace

WorkflowPart workflowPart(QByteArrayView key)
{
    const std::optional<Tuple> tuple = unpackTuple(key.sliced(WorkflowPrefix));
    if (!tuple || tuple->isEmpty() || !tuple->first().integer())
        return WorkflowPart::Unknown;
    switch (*tuple->first().integer()) {
    case 1:
        return tuple->size() == 2 ? WorkflowPart::Name : WorkflowPart::Unknown;
    case 2:
        return WorkflowPart::History;
    case 3: {
        const qint64 *part = tuple->size() == 2 ? tuple->at(1).integer() : nullptr;
        constexpr WorkflowPart Parts[] = {WorkflowPart::State, WorkflowPart::Output,
                                          WorkflowPart::Failure, WorkflowPart::Input};
        return part && *part >= 1 && *part <= 4 ? Parts[*part - 1] : WorkflowPart::Unknown;
    }
    case 4:
        return tuple->size() == 2 ? WorkflowPart::Metadata : WorkflowPart::Unknown;
    default:
        return WorkflowPart::Unknown;
    }
}

EntryOutline outlineOfEntry(QByteArrayView key, const QByteArray &value)
{
    const KeyKind kind = kindOf(key);
    EntryOutline entry = outlineOfKind(kind, key, value);
    entry.kind = kind;
    return entry;
}

EntryOutline outlineOfActorRecord(const QByteArray &bytes)
{
    return outlineOfRecord(
        bytes, 1, ActorRecord::CurrentVersion,
        [](BareReader &in, quint16 version) { (void)readActorRecord(in, version); });
}

} // namespace greenroom
