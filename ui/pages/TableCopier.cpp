#include "TableCopier.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace greenroom {

TableCopier::TableCopier(QTableView &table, Unit unit) : QObject(&table), m_table(table)
{
    const auto add = [&](const QString &text, const QKeySequence &keys, auto copy) {
        auto *action = new QAction(text, &table);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, copy);
        table.addAction(action);
    };
    if (unit == Unit::Cell)
        add(tr("Copy cell"), QKeySequence::Copy, &TableCopier::copyCell);
    else
        add(tr("Copy rows"), QKeySequence::Copy, &TableCopier::copyRows);
    add(tr("Copy rows with headers"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        &TableCopier::copyRowsWithHeaders);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void TableCopier::copyCell() const
{
    const QModelIndex index = m_table.currentIndex();
    if (index.isValid())
        QGuiApplication::clipboard()->setText(index.data().toString());
}

QList<int> TableCopier::shownColumns() const
{
    const QHeaderView *header = m_table.horizontalHeader();
    QList<int> columns;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (!header->isSectionHidden(column))
            columns << column;
    }
    return columns;
}

QStringList TableCopier::lines() const
{
    QModelIndexList rows = m_table.selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    const QList<int> columns = shownColumns();
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (const int column : columns)
            cells << row.siblingAtColumn(column).data().toString();
        lines << cells.join(u'\t');
    }
    return lines;
}

void TableCopier::copyRows() const
{
    if (const QStringList all = lines(); !all.isEmpty())
        QGuiApplication::clipboard()->setText(all.join(u'\n'));
}

void TableCopier::copyRowsWithHeaders() const
{
    QStringList titles;
    for (const int column : shownColumns())
        titles << m_table.model()->headerData(column, Qt::Horizontal).toString();
    QGuiApplication::clipboard()->setText((QStringList(titles.join(u'\t')) + lines()).join(u'\n'));
}

} // namespace greenroom
