#include "OutlineModel.h"

#include "NodeText.h"

#include <QSize>

namespace greenroom {

namespace {

// An index's id is its node's, or has its block's container above and the block's number below.
static_assert(sizeof(quintptr) == 8);
constexpr int ContainerShift = 32;

quintptr blockId(NodeId container, quint32 block)
{
    return (quintptr(container) + 1) << ContainerShift | block;
}

bool isBlock(const QModelIndex &index)
{
    return index.internalId() >> ContainerShift != 0;
}

NodeId containerOfBlock(const QModelIndex &index)
{
    return NodeId((index.internalId() >> ContainerShift) - 1);
}

quint32 numberOfBlock(const QModelIndex &index)
{
    return quint32(index.internalId());
}

quint32 blocksOf(quint32 children)
{
    return (children + OutlineModel::BlockRows - 1) / OutlineModel::BlockRows;
}

} // namespace

OutlineModel::OutlineModel(QObject *parent)
    : QAbstractItemModel(parent), m_outline(std::make_shared<const Outline>())
{}

void OutlineModel::setOutline(std::shared_ptr<const Outline> outline, NodeId top)
{
    beginResetModel();
    m_outline = std::move(outline);
    m_top = top;
    endResetModel();
}

NodeId OutlineModel::nodeOf(const QModelIndex &index) const
{
    return !index.isValid() || isBlock(index) ? NoNode : NodeId(index.internalId());
}

NodeId OutlineModel::containerOf(const QModelIndex &block) const
{
    return block.isValid() && isBlock(block) ? containerOfBlock(block) : NoNode;
}

ByteRange OutlineModel::rangeOfBlock(const QModelIndex &block) const
{
    const NodeId container = containerOf(block);
    if (container == NoNode)
        return {};
    const quint32 first = numberOfBlock(block) * BlockRows;
    const quint32 last = first + quint32(rowCount(block.siblingAtColumn(NameColumn))) - 1;
    const qsizetype start = m_outline->at(m_outline->child(container, first)).offset;
    return {start, m_outline->at(m_outline->child(container, last)).range().end() - start};
}

QModelIndex OutlineModel::indexOf(NodeId node, int column) const
{
    if (node == NoNode || qsizetype(node) >= m_outline->size())
        return {};
    if (node == m_top)
        return containerIndex(node);
    for (NodeId at = node; at != m_top; at = m_outline->at(at).parent) {
        if (at == NoNode)
            return {};
    }
    const OutlineNode &found = m_outline->at(node);
    const quint32 row = isInBlocks(found.parent) ? found.row % BlockRows : found.row;
    return createIndex(int(row), column, quintptr(node));
}

QModelIndex OutlineModel::blockOf(NodeId container, quint32 block) const
{
    if (!isInBlocks(container) || block >= blocksOf(m_outline->at(container).childCount))
        return {};
    return createIndex(int(block), NameColumn, blockId(container, block));
}

QModelIndex OutlineModel::containerIndex(NodeId container) const
{
    if (container == NoNode)
        return {};
    if (container == m_top) { // a row only where it has no children that could be
        return container != Outline::Root && m_outline->at(container).childCount == 0
                   ? createIndex(0, NameColumn, quintptr(container))
                   : QModelIndex();
    }
    return indexOf(container);
}

QModelIndex OutlineModel::childIndex(NodeId container, quint32 row, int column) const
{
    if (isInBlocks(container))
        return createIndex(int(row), column, blockId(container, row));
    return createIndex(int(row), column, quintptr(m_outline->child(container, row)));
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    if (!parent.isValid()) {
        if (m_outline->at(m_top).childCount == 0)
            return createIndex(row, column, quintptr(m_top));
        return childIndex(m_top, quint32(row), column);
    }
    if (isBlock(parent)) {
        const quint32 first = numberOfBlock(parent) * BlockRows;
        const NodeId node = m_outline->child(containerOfBlock(parent), first + quint32(row));
        return createIndex(row, column, quintptr(node));
    }
    return childIndex(NodeId(parent.internalId()), quint32(row), column);
}

QModelIndex OutlineModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    if (isBlock(index))
        return containerIndex(containerOfBlock(index));
    const NodeId node = NodeId(index.internalId());
    if (node == m_top)
        return {};
    const OutlineNode &found = m_outline->at(node);
    if (isInBlocks(found.parent))
        return blockOf(found.parent, found.row / BlockRows);
    return containerIndex(found.parent);
}

int OutlineModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid() && parent.column() != NameColumn)
        return 0;
    if (parent.isValid() && isBlock(parent)) {
        const quint32 children = m_outline->at(containerOfBlock(parent)).childCount;
        return int(std::min(BlockRows, children - numberOfBlock(parent) * BlockRows));
    }
    const NodeId node = parent.isValid() ? NodeId(parent.internalId()) : m_top;
    const quint32 children = m_outline->at(node).childCount;
    if (!parent.isValid() && children == 0 && m_top != Outline::Root)
        return 1;
    return int(children > BlockRows ? blocksOf(children) : children);
}

int OutlineModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool OutlineModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

QString OutlineModel::blockName(const QModelIndex &block) const
{
    const quint32 first = numberOfBlock(block) * BlockRows;
    const quint32 last = first + quint32(rowCount(block.siblingAtColumn(NameColumn))) - 1;
    return QStringLiteral("[%1 … %2]").arg(first).arg(last);
}

QVariant OutlineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isText =
        role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == Qt::ToolTipRole;
    if (isBlock(index)) {
        if (role == NodeRole)
            return NoNode;
        return isText && index.column() == NameColumn ? QVariant(blockName(index)) : QVariant();
    }
    const NodeId node = NodeId(index.internalId());
    if (role == NodeRole)
        return node;
    if (role == KindRole)
        return int(m_outline->at(node).kind);
    if (!isText)
        return {};
    switch (index.column()) {
    case NameColumn:
        return role == Qt::ToolTipRole ? nodePath(*m_outline, m_top, node)
                                       : nodeName(*m_outline, node);
    case ValueColumn:
        return nodeValue(*m_outline, node);
    case TypeColumn:
        return nodeType(*m_outline, node);
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case TypeColumn:
        return tr("Type");
    default:
        return {};
    }
}

} // namespace greenroom
