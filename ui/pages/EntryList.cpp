#include "EntryList.h"

#include "CurrentRow.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr int MeasuredRows = 50;
constexpr int WidestColumn = 280;
constexpr int ColumnMargin = 24;

} // namespace

EntryList::EntryList(const QString &accessibleName, EntryPresentation::Times times,
                     std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent), m_presentation(times, std::move(clock)), m_table(new QTableView)
{
    dressTable(*m_table);
    new TableCopier(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(accessibleName);
    m_presentation.setSourceModel(&m_model);
    auto *current = new CurrentRow(*m_table, m_presentation);
    connect(current, &CurrentRow::chosen, this, &EntryList::rowChosen);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

void EntryList::show(const EntryTable &table)
{
    const bool isFirst = m_model.rowCount() == 0 && !table.rows.isEmpty();
    m_model.show(table);
    if (isFirst)
        fitColumns();
}

void EntryList::clear()
{
    m_model.startOver({});
}

const EntryTableRow *EntryList::chosen() const
{
    const QModelIndex current = m_presentation.mapToSource(m_table->currentIndex());
    return current.isValid() ? &m_model.row(current.row()) : nullptr;
}

/// By the first rows alone, so that a long table costs no more.
void EntryList::fitColumns()
{
    const QFontMetrics metrics(m_table->font());
    const int rows = std::min(m_presentation.rowCount(), MeasuredRows);
    for (int column = 0; column < m_presentation.columnCount(); ++column) {
        int width = metrics.horizontalAdvance(
            m_presentation.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < rows; ++row) {
            const QString text = m_presentation.index(row, column).data().toString();
            width = std::max(width, metrics.horizontalAdvance(text.left(80)));
        }
        m_table->setColumnWidth(column, std::min(width + ColumnMargin, WidestColumn));
    }
}

} // namespace greenroom
