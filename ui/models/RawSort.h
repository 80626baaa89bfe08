#pragma once

#include "KeyedTableModel.h"
#include "RawOrder.h"

#include <QSortFilterProxyModel>

namespace greenroom {

/// Sorts a table by a column's raw values (RawOrder). Rows that are equal there are ordered by
/// further columns, and at last stay in the order of the table itself.
class RawSort : public QSortFilterProxyModel
{
public:
    explicit RawSort(QList<int> furtherColumns = {}, QObject *parent = nullptr)
        : QSortFilterProxyModel(parent), m_furtherColumns(std::move(furtherColumns))
    {
        setSortRole(RawRole);
    }

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        if (const int compared = compareRaw(left, right, sortOrder()); compared != 0)
            return compared < 0;
        const int downwards = sortOrder() == Qt::AscendingOrder ? 1 : -1;
        for (const int column : m_furtherColumns) {
            const int compared = compareRaw(left.siblingAtColumn(column),
                                            right.siblingAtColumn(column), Qt::AscendingOrder);
            if (compared != 0)
                return compared * downwards < 0;
        }
        return (left.row() - right.row()) * downwards < 0;
    }

private:
    const QList<int> m_furtherColumns;
};

} // namespace greenroom
