#pragma once

#include "ActorSource.h"
#include "KeyedTableModel.h"

namespace greenroom {

/// An alarm and whose it is.
struct AlarmRow
{
    AlarmEntry alarm;
    QString actorPath;        ///< NAME/KEY…, empty where the actor is unknown
    QString phase;            ///< what an engine says of it, empty without one
    bool isInTrouble = false; ///< it has failed

    bool operator==(const AlarmRow &) const = default;
};

[[nodiscard]] inline const QString &keyOf(const AlarmRow &row)
{
    return row.alarm.fileName;
}

/// The pending alarms of a folder, in the order of their file names, with raw values. Lives on the
/// window's thread.
class AlarmTableModel final : public KeyedTableModel<AlarmRow>
{
    Q_OBJECT

public:
    enum Column {
        DueColumn,    ///< Timestamp
        TimeColumn,   ///< Timestamp
        ActorColumn,  ///< QString, the actor's path
        IdColumn,     ///< QString, the file's name
        RemarkColumn, ///< QString, where it stands and what is wrong
        ColumnCount
    };

    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] static QVariant raw(const AlarmRow &row, int column);
    [[nodiscard]] static QStringList problemsOf(const AlarmRow &row);
};

} // namespace greenroom
