#pragma once

#include "SqlPager.h"
#include "SqlRowsPresentation.h"

#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace greenroom {

class Banner;
class SqlValuePane;

/// Rows of a table or of a query, a page at a time, and the selected value below.
class SqlRowsView final : public QWidget
{
    Q_OBJECT

public:
    /// Only a table's rows can be sorted, and only then is it known how many there are.
    enum class Scope { Object, Statement };

    SqlRowsView(SourceReader &reader, Scope scope, QWidget *parent = nullptr);

    /// Shows a table or view from its first row.
    void showObject(std::shared_ptr<const ActorSql> database, const QString &name);

    /// Shows what a statement gives.
    void showStatement(std::shared_ptr<const ActorSql> database, const QString &sql);

    /// Shows the same rows as another state of the database has them.
    void reload(std::shared_ptr<const ActorSql> database);
    void clear();

    /// How many rows there are in all, when that is known.
    void setTotal(const std::optional<qint64> &total);

    [[nodiscard]] SqlPager &pager() { return m_pager; }
    [[nodiscard]] QTableView *table() const { return m_table; }

private:
    QWidget *makeTablePage();
    void pageTurned();
    void fitColumns();
    void currentChanged(const QModelIndex &index);
    void askValue(qint64 maxBytes, const SqlPager::ValueTaker &taker);
    void showPosition();

    const Scope m_scope;
    SqlPager m_pager;
    SqlRowsPresentation m_presentation;
    std::optional<qint64> m_total;
    Question m_value;
    QStringList m_fitted; // the columns whose widths were set last

    Banner *m_banner;
    QTableView *m_table;
    QToolButton *m_first;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_last;
    QLabel *m_position;
    SqlValuePane *m_pane;
};

} // namespace greenroom
