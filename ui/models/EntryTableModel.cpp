#include "EntryTableModel.h"

namespace greenroom {

int EntryTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant EntryTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EntryTableRow &shown = row(index.row());
    switch (role) {
    case RawRole: {
        const EntryCell &cell = shown.cells[index.column()];
        return cell.time ? QVariant::fromValue(*cell.time) : QVariant(cell.text);
    }
    case ProblemsRole:
        return shown.problem.isEmpty() ? QStringList() : QStringList(shown.problem);
    case DepthRole:
        return index.column() == 0 ? shown.depth : 0;
    default:
        return {};
    }
}

void EntryTableModel::show(const EntryTable &table)
{
    if (m_columns == table.columns) {
        replaceAll(table.rows);
        return;
    }
    m_columns = table.columns;
    startOver(table.rows);
}

} // namespace greenroom
