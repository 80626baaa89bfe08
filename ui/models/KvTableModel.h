#pragma once

#include "KeyedTableModel.h"
#include "KvPage.h"

namespace greenroom {

/// A row's place in SQLite's key order.
struct KvPlace
{
    StorageClass keyClass;
    QByteArray key;

    [[nodiscard]] bool operator<(const KvPlace &other) const;
    [[nodiscard]] bool operator==(const KvPlace &other) const
    {
        return !(*this < other) && !(other < *this);
    }
};

[[nodiscard]] KvPlace keyOf(const KvRow &row);

/// One page of an actor's key-values, in key order, with raw values. Lives on the window's thread.
class KvTableModel final : public KeyedTableModel<KvRow>
{
    Q_OBJECT

public:
    enum Column {
        KindColumn,  ///< int of KeyKind
        KeyColumn,   ///< QByteArray
        ValueColumn, ///< QByteArray, the first bytes
        SizeColumn,  ///< qint64
        ColumnCount
    };

    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
};

} // namespace greenroom
