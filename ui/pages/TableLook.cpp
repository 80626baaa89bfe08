#include "TableLook.h"

#include "PaddedDelegate.h"

#include <QHeaderView>
#include <QMenu>
#include <QTableView>

namespace greenroom {

namespace {

void showColumnMenu(QTableView &table, const QPoint &at)
{
    QHeaderView *header = table.horizontalHeader();
    QMenu menu(&table);
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        QAction *action = menu.addAction(
            header->model()->headerData(column, Qt::Horizontal).toString(),
            [header, column](bool shown) { header->setSectionHidden(column, !shown); });
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        // The last one must stay: with no column left there is no header to bring any back.
        action->setEnabled(header->isSectionHidden(column) ||
                           header->count() - header->hiddenSectionCount() > 1);
    }
    menu.exec(header->mapToGlobal(at));
}

} // namespace

void dressTable(QTableView &table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setTabKeyNavigation(false);
    table.setIconSize(QSize(16, 16));

    table.setItemDelegate(new PaddedDelegate(&table));

    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 12);

    QHeaderView *header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(40);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(header, &QHeaderView::customContextMenuRequested, &table,
                     [&table](const QPoint &at) { showColumnMenu(table, at); });
}

} // namespace greenroom
