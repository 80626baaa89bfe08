#include "TableCopier.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace greenroom {

TableCopier::TableCopier(QTableView &table) : QObject(&table), m_table(table)
{
    const auto add = [&](const QString &text, const QKeySequence &keys, auto copy) {
        auto *action = new QAction(text, &table);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, copy);
        table.addAction(action);
    };
    add(tr("Copy cell"), QKeySequence::Copy, &TableCopier::copyCell);
    add(tr("Copy rows with headers"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        &TableCopier::copyRows);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void TableCopier::copyCell() const
{
    const QModelIndex index = m_table.currentIndex();
    if (index.isValid())
        QGuiApplication::clipboard()->setText(index.data().toString());
}

void TableCopier::copyRows() const
{
    const QHeaderView *header = m_table.horizontalHeader();
    QList<int> columns;
    QStringList titles;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (header->isSectionHidden(column))
            continue;
        columns << column;
        titles << header->model()->headerData(column, Qt::Horizontal).toString();
    }

    QModelIndexList rows = m_table.selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines{titles.join(u'\t')};
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (const int column : std::as_const(columns))
            cells << row.siblingAtColumn(column).data().toString();
        lines << cells.join(u'\t');
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace greenroom
