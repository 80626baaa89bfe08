#include "SqlRowsModel.h"

namespace greenroom {

namespace {

QList<SqlKeyedRow> keyed(const SqlTable &table, qint64 place)
{
    QList<SqlKeyedRow> rows;
    rows.reserve(table.rows.size());
    for (qsizetype i = 0; i < table.rows.size(); ++i)
        rows.append({table.rowIds.isEmpty() ? place + i : table.rowIds[i], table.rows[i]});
    return rows;
}

} // namespace

int SqlRowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

const SqlValue &SqlRowsModel::value(const QModelIndex &index) const
{
    return row(index.row()).values[index.column()];
}

QVariant SqlRowsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != RawRole)
        return {};
    return QVariant::fromValue(value(index));
}

void SqlRowsModel::turnTo(const SqlTable &table, qint64 place)
{
    // No row may be asked for by its old columns.
    if (m_columns != table.columns) {
        startOver({});
        beginResetModel();
        m_columns = table.columns;
        endResetModel();
    }
    startOver(keyed(table, place));
}

void SqlRowsModel::update(const SqlTable &table, qint64 place)
{
    if (m_columns == table.columns)
        replaceAll(keyed(table, place));
    else
        turnTo(table, place);
}

} // namespace greenroom
