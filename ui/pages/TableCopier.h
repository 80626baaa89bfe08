#pragma once

#include <QObject>

class QTableView;

namespace greenroom {

/// Copies out of a table: Ctrl+C the current cell, Ctrl+Shift+C the selected rows with the
/// headers, separated by tabs. Also offered in the table's context menu.
class TableCopier final : public QObject
{
    Q_OBJECT

public:
    explicit TableCopier(QTableView &table);

private:
    void copyCell() const;
    void copyRows() const;

    QTableView &m_table;
};

} // namespace greenroom
