#pragma once

#include <QObject>

class QTableView;

namespace greenroom {

/// Copies out of a table: Ctrl+C the current cell, or all selected rows, Ctrl+Shift+C the selected
/// rows with the headers, separated by tabs. Also offered in the table's context menu.
class TableCopier final : public QObject
{
    Q_OBJECT

public:
    /// What Ctrl+C copies.
    enum class Unit { Cell, Rows };

    explicit TableCopier(QTableView &table, Unit unit = Unit::Cell);

private:
    void copyCell() const;
    void copyRows() const;
    void copyRowsWithHeaders() const;
    [[nodiscard]] QStringList lines() const;
    [[nodiscard]] QList<int> shownColumns() const;

    QTableView &m_table;
};

} // namespace greenroom
