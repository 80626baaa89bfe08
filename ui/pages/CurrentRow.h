#pragma once

#include <QObject>
#include <QPersistentModelIndex>

class QAbstractItemModel;
class QTableView;

namespace greenroom {

/// What a user has chosen in a table. When its row goes, Qt would choose a neighbour, as if the
/// user had; here nothing is chosen then.
class CurrentRow final : public QObject
{
    Q_OBJECT

public:
    /// Gives @p table its @p model, which it must not have yet.
    CurrentRow(QTableView &table, QAbstractItemModel &model);

Q_SIGNALS:
    /// Another row was chosen; invalid: none.
    void chosen(const QModelIndex &row);

private:
    void forget();

    QTableView &m_table;
    QPersistentModelIndex m_current; // invalid once its row is gone
    bool m_hasCurrent = false;
    bool m_isRemoving = false;
};

} // namespace greenroom
