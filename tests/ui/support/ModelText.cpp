#include "ModelText.h"

QStringList textOf(const QAbstractItemModel &model, int role)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data(role).toString();
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines;
}

QStringList columnOf(const QAbstractItemModel &model, int column, int role)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << model.index(row, column).data(role).toString();
    return cells;
}

QStringList titlesOf(const QAbstractItemModel &model)
{
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column)
        titles << model.headerData(column, Qt::Horizontal).toString();
    return titles;
}
