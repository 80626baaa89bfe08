#include "EntryTable.h"

#include "NodeText.h"

namespace greenroom {

QString valueLine(const Outline &outline, NodeId node)
{
    return node == NoNode || outline.at(node).kind == NodeKind::Absent ? QString()
                                                                       : nodeValue(outline, node);
}

QByteArray prefixOf(ActorPart part)
{
    switch (part) {
    case ActorPart::Connections:
        return QByteArray("\x02", 1);
    case ActorPart::Queue:
        return QByteArray("\x05\x01", 2);
    case ActorPart::Workflow:
        return QByteArray("\x06\x01", 2);
    case ActorPart::Traces:
        return QByteArray("\x07\x01", 2);
    }
    Q_UNREACHABLE();
}

Result<EntryTable> readPart(const ActorSource &source, const ActorId &id, ActorPart part,
                            std::stop_token stop)
{
    const Result<DecodedRows> rows = readDecodedRows(source, id, prefixOf(part), stop);
    if (!rows)
        return fail(rows.error());
    switch (part) {
    case ActorPart::Connections:
        return connectionTable(*rows);
    case ActorPart::Queue:
        return queueTable(*rows);
    case ActorPart::Workflow:
        return workflowTable(*rows);
    case ActorPart::Traces:
        return traceTable(*rows);
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
