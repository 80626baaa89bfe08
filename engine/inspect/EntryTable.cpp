#include "EntryTable.h"

#include "Printable.h"
#include "TaggedJson.h"

namespace greenroom {

namespace {

constexpr qsizetype LongestLine = 160;

} // namespace

QString valueLine(const Outline &outline, NodeId node)
{
    if (node == NoNode)
        return {};
    const OutlineNode &value = outline.at(node);
    if (value.kind == NodeKind::Failure)
        return outline.failures().at(qsizetype(value.number)).message;
    if (value.kind == NodeKind::Absent)
        return {};
    // What is far larger than a line is not written out for it.
    constexpr quint32 Large = 16 * 1024;
    if (value.size > Large && value.childCount)
        return QStringLiteral("%1 parts, %2 bytes").arg(value.childCount).arg(value.size);
    QString line = printable(QString::fromUtf8(taggedJson(outline, node, TaggedForm::Brief)));
    if (line.size() > LongestLine)
        line = line.first(LongestLine) + u'…';
    return line;
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
