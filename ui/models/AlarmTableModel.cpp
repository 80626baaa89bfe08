#include "AlarmTableModel.h"

namespace greenroom {

int AlarmTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AlarmTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AlarmRow &alarm = row(index.row());
    switch (role) {
    case RawRole:
        return raw(alarm, index.column());
    case FileNameRole:
        return alarm.alarm.fileName;
    case ProblemsRole:
        return problemsOf(alarm);
    default:
        return {};
    }
}

QVariant AlarmTableModel::raw(const AlarmRow &row, int column)
{
    switch (column) {
    case DueColumn:
    case TimeColumn:
        return row.alarm.timestamp ? QVariant::fromValue(*row.alarm.timestamp) : QVariant();
    case ActorColumn:
        return row.actorPath.isEmpty() ? QVariant() : row.actorPath;
    case IdColumn:
        return row.alarm.fileName;
    case RemarkColumn: {
        QStringList remarks = problemsOf(row);
        if (!row.phase.isEmpty() && !row.isInTrouble)
            remarks.prepend(row.phase);
        return remarks.join(QStringLiteral("; "));
    }
    default:
        return {};
    }
}

QStringList AlarmTableModel::problemsOf(const AlarmRow &row)
{
    const AlarmEntry &alarm = row.alarm;
    QStringList problems;
    if (row.isInTrouble)
        problems << row.phase;
    if (alarm.orphan)
        problems << QStringLiteral("Orphan: no actor of this id exists");
    if (alarm.error)
        problems << alarm.error->message;
    return problems;
}

} // namespace greenroom
