#pragma once

#include "Outline.h"

#include <QAbstractItemModel>

#include <memory>

namespace greenroom {

/// A decoded value as a tree: a row for each node below @p top, made when it is looked at. The
/// children of a large container come in blocks of BlockRows, so that unfolding a million items
/// costs no more than unfolding a thousand. Lives on the window's thread.
class OutlineModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, TypeColumn, ColumnCount };

    enum Role {
        NodeRole = Qt::UserRole, ///< NodeId; NoNode for a block
        KindRole,                ///< int of NodeKind; none for a block
    };

    /// A container with more children shows them in blocks.
    static constexpr quint32 BlockRows = 1000;

    explicit OutlineModel(QObject *parent = nullptr);

    /// Shows the children of @p top, or @p top itself where it has none.
    void setOutline(std::shared_ptr<const Outline> outline, NodeId top = Outline::Root);

    [[nodiscard]] const Outline &outline() const { return *m_outline; }
    [[nodiscard]] std::shared_ptr<const Outline> sharedOutline() const { return m_outline; }
    [[nodiscard]] NodeId top() const { return m_top; }

    /// The node of an index; NoNode for a block or no index.
    [[nodiscard]] NodeId nodeOf(const QModelIndex &index) const;

    /// The place of a node below the top; invalid for any other.
    [[nodiscard]] QModelIndex indexOf(NodeId node, int column = NameColumn) const;

    /// A block of a container, if it is shown in blocks and has so many.
    [[nodiscard]] QModelIndex blockOf(NodeId container, quint32 block) const;

    /// The container and number of a block; NoNode for any other index.
    [[nodiscard]] NodeId containerOf(const QModelIndex &block) const;

    /// The bytes of all that is in a block; none for any other index.
    [[nodiscard]] ByteRange rangeOfBlock(const QModelIndex &block) const;

    [[nodiscard]] bool isInBlocks(NodeId container) const
    {
        return m_outline->at(container).childCount > BlockRows;
    }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QModelIndex childIndex(NodeId container, quint32 row, int column) const;
    [[nodiscard]] QModelIndex containerIndex(NodeId container) const;
    [[nodiscard]] QString blockName(const QModelIndex &block) const;

    std::shared_ptr<const Outline> m_outline;
    NodeId m_top = Outline::Root;
};

} // namespace greenroom
