#pragma once

#include "EntryTable.h"
#include "KeyedTableModel.h"

#include <utility>

namespace greenroom {

/// Its bytes' place, which tells a row from all others.
[[nodiscard]] inline std::pair<QByteArray, NodeId> keyOf(const EntryTableRow &row)
{
    return {row.key, row.node};
}

/// A part of an actor, such as its queue: raw cells, texts or Timestamps, under the part's own
/// columns. Lives on the window's thread.
class EntryTableModel final : public KeyedTableModel<EntryTableRow>
{
    Q_OBJECT

public:
    enum Role {
        /// How deep a row stands below others, in its first cell.
        DepthRole = SearchRole + 1,
    };

    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] const QStringList &columns() const { return m_columns; }

    /// Shows @p table in place of what is there. Rows that are in both stay.
    void show(const EntryTable &table);

private:
    QStringList m_columns;
};

} // namespace greenroom
