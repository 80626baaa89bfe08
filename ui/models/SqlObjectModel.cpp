#include "SqlObjectModel.h"

namespace greenroom {

int SqlObjectModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SqlObjectModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != RawRole)
        return {};
    const SqlObjectRow &found = row(index.row());
    if (index.column() == NameColumn)
        return found.object.name;
    return found.rows ? QVariant(*found.rows) : QVariant();
}

int SqlObjectModel::findTable(const QString &name) const
{
    for (int i = 0; i < rowCount(); ++i) {
        if (row(i).object.hasRows() && row(i).object.name == name)
            return i;
    }
    return -1;
}

void SqlObjectModel::setRows(const QString &name, const Result<qint64> &rows)
{
    const int at = findTable(name);
    if (at < 0)
        return;
    SqlObjectRow counted = row(at);
    counted.rows = rows ? std::optional(*rows) : std::nullopt;
    counted.error = rows ? std::nullopt : std::optional(rows.error());
    mergeInto(at, at + 1, {counted});
}

} // namespace greenroom
