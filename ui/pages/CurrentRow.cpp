#include "CurrentRow.h"

#include <QTableView>

namespace greenroom {

CurrentRow::CurrentRow(QTableView &table, QAbstractItemModel &model)
    : QObject(&table), m_table(table)
{
    // Before the table's own connections: its selection moves on while rows are removed.
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this] { m_isRemoving = true; });
    table.setModel(&model);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] {
        if (m_hasCurrent && !m_current.isValid())
            forget();
        m_isRemoving = false;
    });
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (m_isRemoving)
                    return;
                m_current = current;
                m_hasCurrent = current.isValid();
                Q_EMIT chosen(current);
            });
}

void CurrentRow::forget()
{
    m_hasCurrent = false;
    m_table.selectionModel()->clearCurrentIndex();
    // Where only one row can be selected, Qt has selected the neighbour as well.
    if (m_table.selectionMode() == QAbstractItemView::SingleSelection)
        m_table.selectionModel()->clearSelection();
}

} // namespace greenroom
