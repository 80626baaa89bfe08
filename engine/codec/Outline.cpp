#include "Outline.h"

#include <algorithm>
#include <cstring>

namespace greenroom {

Outline::Outline(QByteArray bytes) : m_bytes(std::move(bytes))
{
    OutlineNode root;
    root.size = quint32(m_bytes.size());
    m_nodes.push_back(root);
}

NodeId Outline::find(NodeId record, const char *field) const
{
    for (quint32 row = 0; row < m_nodes[record].childCount; ++row) {
        const NodeId node = child(record, row);
        if (m_nodes[node].field && std::strcmp(m_nodes[node].field, field) == 0)
            return node;
    }
    return NoNode;
}

QByteArrayView Outline::bytesOf(NodeId node) const
{
    return QByteArrayView(m_bytes).sliced(m_nodes[node].offset, m_nodes[node].size);
}

QByteArrayView Outline::content(NodeId node) const
{
    return bytesOf(node).sliced(m_nodes[node].head);
}

qsizetype Outline::startOf(NodeId node) const
{
    const OutlineNode &named = m_nodes[node];
    return named.key == NoNode ? named.offset : m_nodes[named.key].offset;
}

NodeId Outline::nodeAt(qsizetype offset) const
{
    NodeId found = Root;
    for (;;) {
        const OutlineNode &node = m_nodes[found];
        const auto first = m_children.begin() + node.firstChild;
        const auto last = first + node.childCount;
        // The last child that starts at or before the byte. Absent parts of no size pass it on.
        auto next = std::upper_bound(first, last, offset, [this](qsizetype byte, NodeId child) {
            return byte < startOf(child);
        });
        const auto holds = [&](NodeId child) {
            const qsizetype end = m_nodes[child].range().end();
            return startOf(child) <= offset && offset < end;
        };
        while (next != first && !holds(*(next - 1)) && startOf(*(next - 1)) == offset)
            --next;
        if (next == first || !holds(*(next - 1)))
            return found;
        found = *(next - 1);
    }
}

OutlineBuilder::OutlineBuilder(QByteArray bytes) : m_outline(std::move(bytes))
{
    // Room for about as many nodes as there may be: growing means copying, and memory that is never
    // touched costs nothing.
    constexpr qsizetype BytesPerNode = 4;
    const qsizetype nodes =
        std::min<qsizetype>(Outline::MaxNodes, m_outline.m_bytes.size() / BytesPerNode);
    m_outline.m_nodes.reserve(size_t(nodes) + 1);
    m_outline.m_children.reserve(size_t(nodes));
    m_open.push_back({Outline::Root, 0});
}

NodeId OutlineBuilder::add(NodeKind kind, ByteRange range, OutlineLabel label, quint64 number)
{
    const NodeId id = NodeId(m_outline.m_nodes.size());
    OutlineNode node;
    node.kind = kind;
    node.parent = m_open.back().node;
    node.row = quint32(m_pending.size() - m_open.back().firstPending);
    node.field = label.field;
    node.key = label.key;
    node.offset = quint32(range.offset);
    node.size = quint32(range.size);
    node.number = number;
    m_outline.m_nodes.push_back(node);
    m_pending.push_back(id);
    return id;
}

NodeId OutlineBuilder::leaf(NodeKind kind, ByteRange range, OutlineLabel label, quint64 number)
{
    return add(kind, range, label, number);
}

NodeId OutlineBuilder::open(NodeKind kind, qsizetype offset, OutlineLabel label, quint64 number)
{
    const NodeId id = add(kind, {offset, 0}, label, number);
    m_open.push_back({id, m_pending.size()});
    return id;
}

void OutlineBuilder::close(qsizetype end)
{
    const Open open = m_open.back();
    m_open.pop_back();
    OutlineNode &node = m_outline.m_nodes[open.node];
    node.size = quint32(end - node.offset);
    node.firstChild = quint32(m_outline.m_children.size());
    node.childCount = quint32(m_pending.size() - open.firstPending);
    m_outline.m_children.insert(m_outline.m_children.end(),
                                m_pending.begin() + qsizetype(open.firstPending), m_pending.end());
    m_pending.resize(open.firstPending);
}

void OutlineBuilder::fail(const Error &error, ByteRange range, OutlineLabel label)
{
    add(NodeKind::Failure, range, label, quint64(m_outline.m_failures.size()));
    m_outline.m_failures.append(error);
}

NodeId OutlineBuilder::takeKey()
{
    const NodeId key = m_pending.back();
    m_pending.pop_back();
    return key;
}

Outline OutlineBuilder::finish(qsizetype end)
{
    while (m_open.size() > 1)
        close(end);
    close(m_outline.m_bytes.size());
    return std::move(m_outline);
}

} // namespace greenroom
