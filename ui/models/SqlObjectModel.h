#pragma once

#include "KeyedTableModel.h"
#include "SqlSchema.h"

#include <tuple>

namespace greenroom {

/// A table, view, index or trigger, and how many rows it has.
struct SqlObjectRow
{
    SqlObject object;
    std::optional<qint64> rows; ///< none while they are not counted, or for what has none
    std::optional<Error> error; ///< why they could not be counted

    bool operator==(const SqlObjectRow &) const = default;
};

/// Tables first, then views, indexes and triggers, each by name.
[[nodiscard]] inline auto keyOf(const SqlObjectRow &row)
{
    return std::tuple(row.object.kind == SqlObject::Kind::VirtualTable ? SqlObject::Kind::Table
                                                                       : row.object.kind,
                      row.object.name);
}

/// What a database has, with raw values. Lives on the window's thread.
class SqlObjectModel final : public KeyedTableModel<SqlObjectRow>
{
    Q_OBJECT

public:
    enum Column {
        NameColumn, ///< QString
        RowsColumn, ///< qint64
        ColumnCount
    };

    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    /// The row of an object with rows, or -1.
    [[nodiscard]] int findTable(const QString &name) const;

    /// Sets what was counted; nothing when the object is gone.
    void setRows(const QString &name, const Result<qint64> &rows);
};

} // namespace greenroom
