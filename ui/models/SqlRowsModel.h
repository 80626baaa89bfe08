#pragma once

#include "KeyedTableModel.h"
#include "SqlValue.h"

namespace greenroom {

/// A row of a result, by its row id or, where there is none, by its place.
struct SqlKeyedRow
{
    qint64 key = 0;
    SqlRow values;

    bool operator==(const SqlKeyedRow &) const = default;
};

[[nodiscard]] inline qint64 keyOf(const SqlKeyedRow &row)
{
    return row.key;
}

/// A page of rows of a table or query, with raw values: RawRole is an SqlValue. It has the columns
/// of what is shown. Lives on the window's thread.
class SqlRowsModel final : public KeyedTableModel<SqlKeyedRow>
{
    Q_OBJECT

public:
    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] const QStringList &columns() const { return m_columns; }
    [[nodiscard]] const SqlValue &value(const QModelIndex &index) const;

    /// Shows another page, the first row of which has this place.
    void turnTo(const SqlTable &table, qint64 place);

    /// Shows the same page as it is now; where its columns are others, as another one.
    void update(const SqlTable &table, qint64 place);

private:
    QStringList m_columns;
};

} // namespace greenroom

Q_DECLARE_METATYPE(greenroom::SqlValue)
