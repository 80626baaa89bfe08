#include "SqlRowsView.h"

#include "Banner.h"
#include "Counted.h"
#include "CurrentRow.h"
#include "IconButton.h"
#include "SqlValuePane.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr int NarrowestColumn = 60;
constexpr int WidestColumn = 260;
constexpr int RowsMeasured = 50;

} // namespace

SqlRowsView::SqlRowsView(SourceReader &reader, Scope scope, QWidget *parent)
    : QWidget(parent),
      m_scope(scope),
      m_pager(reader),
      m_banner(new Banner),
      m_table(new QTableView),
      m_first(iconButton(QStringLiteral("first"), tr("First rows"))),
      m_previous(iconButton(QStringLiteral("previous"), tr("Previous rows"))),
      m_next(iconButton(QStringLiteral("next"), tr("Next rows"))),
      m_last(iconButton(QStringLiteral("last"), tr("Last rows"))),
      m_position(new QLabel),
      m_pane(new SqlValuePane)
{
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(makeTablePage());
    splitter->addWidget(m_pane);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({300, 120});
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(splitter, 1);

    connect(m_first, &QToolButton::clicked, &m_pager, &SqlPager::first);
    connect(m_previous, &QToolButton::clicked, &m_pager, &SqlPager::previous);
    connect(m_next, &QToolButton::clicked, &m_pager, &SqlPager::next);
    connect(m_last, &QToolButton::clicked, this, [this] { m_pager.last(m_total.value_or(0)); });
    connect(&m_pager, &SqlPager::turned, this, &SqlRowsView::pageTurned);
    connect(&m_pager, &SqlPager::failed, this, [this](const Error &error) {
        m_banner->tell(Tone::Danger, {error.message});
        showPosition();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &SqlRowsView::currentChanged);
    connect(&m_presentation, &QAbstractItemModel::dataChanged, this,
            [this] { currentChanged(m_table->currentIndex()); });
    connect(&m_presentation, &QAbstractItemModel::modelReset, this, [this] { currentChanged({}); });
    connect(m_pane, &SqlValuePane::moreWanted, this, [this] {
        askValue(SqlValuePane::MaxShownBytes, [this](const Result<SqlValue> &value) {
            if (value)
                m_pane->show(m_pager.model().columns()[m_table->currentIndex().column()], *value);
            else
                m_pane->tellFailure(value.error().message);
        });
    });
    connect(m_pane, &SqlValuePane::saveWanted, this, [this] {
        askValue(WholeValue, [this](const Result<SqlValue> &value) {
            if (value)
                m_pane->save(*value);
            else
                m_pane->tellFailure(value.error().message);
        });
    });
    showPosition();
}

QWidget *SqlRowsView::makeTablePage()
{
    dressTable(*m_table);
    new TableCopier(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setAccessibleName(m_scope == Scope::Object ? tr("Rows") : tr("Rows of the query"));
    m_presentation.setSourceModel(&m_pager.model());
    new CurrentRow(*m_table, m_presentation);
    QHeaderView *header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    header->setResizeContentsPrecision(RowsMeasured);
    if (m_scope == Scope::Object) {
        header->setSectionsClickable(true);
        header->setSortIndicatorShown(true);
        header->setSortIndicatorClearable(true);
        header->setSortIndicator(-1, Qt::AscendingOrder);
        connect(header, &QHeaderView::sortIndicatorChanged, this,
                [this](int column, Qt::SortOrder order) {
                    m_pager.sortBy(column < 0 ? std::nullopt : std::optional(column),
                                   order == Qt::AscendingOrder
                                       ? SqlRowsQuery::Direction::Ascending
                                       : SqlRowsQuery::Direction::Descending);
                });
    }

    auto *turning = new QHBoxLayout;
    turning->setContentsMargins(8, 4, 12, 4);
    turning->setSpacing(2);
    for (QToolButton *turn : {m_first, m_previous, m_next, m_last})
        turning->addWidget(turn);
    turning->addSpacing(8);
    turning->addWidget(m_position, 1);

    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addLayout(turning);
    m_last->setVisible(m_scope == Scope::Object); // once it has a place
    return page;
}

void SqlRowsView::showObject(std::shared_ptr<const ActorSql> database, const QString &name)
{
    clear();
    m_pager.showObject(std::move(database), name);
}

void SqlRowsView::showStatement(std::shared_ptr<const ActorSql> database, const QString &sql)
{
    clear();
    m_pager.showStatement(std::move(database), sql);
}

void SqlRowsView::reload(std::shared_ptr<const ActorSql> database)
{
    m_pager.reload(std::move(database));
}

void SqlRowsView::clear()
{
    m_banner->tell(Tone::Danger, {});
    m_total.reset();
    m_fitted.clear();
    m_pager.clear();
    const QSignalBlocker blocker(m_table->horizontalHeader());
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    showPosition();
}

void SqlRowsView::setTotal(const std::optional<qint64> &total)
{
    m_total = total;
    showPosition();
}

void SqlRowsView::pageTurned()
{
    m_banner->tell(Tone::Danger, {});
    fitColumns();
    showPosition();
}

/// Once for these columns: afterwards their widths are the user's.
void SqlRowsView::fitColumns()
{
    const QStringList &columns = m_pager.model().columns();
    if (m_fitted == columns)
        return;
    m_fitted = columns;
    for (int column = 0; column + 1 < columns.size(); ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(
            column, std::clamp(m_table->columnWidth(column), NarrowestColumn, WidestColumn));
    }
}

void SqlRowsView::showPosition()
{
    const qint64 shown = m_pager.model().rowCount();
    m_first->setEnabled(m_pager.hasPrevious());
    m_previous->setEnabled(m_pager.hasPrevious());
    m_next->setEnabled(m_pager.hasNext());
    m_last->setEnabled(m_pager.hasNext() && m_total.has_value());
    if (!m_pager.isRead()) {
        m_position->clear();
        return;
    }
    const QLocale locale;
    QString text = shown == 0 ? tr("No rows")
                              : tr("Rows %1 to %2")
                                    .arg(locale.toString(m_pager.position() + 1),
                                         locale.toString(m_pager.position() + shown));
    if (m_total && shown > 0)
        text += tr(" of %1").arg(locale.toString(*m_total));
    else if (m_pager.hasNext())
        text += tr(", more follow");
    m_position->setText(text);
}

void SqlRowsView::currentChanged(const QModelIndex &index)
{
    m_value = {};
    if (index.isValid() && index.row() < m_pager.model().rowCount())
        m_pane->show(m_pager.model().columns()[index.column()], m_pager.model().value(index));
    else
        m_pane->clear();
}

void SqlRowsView::askValue(qint64 maxBytes, const SqlPager::ValueTaker &taker)
{
    if (m_table->currentIndex().isValid())
        m_value = m_pager.askValue(m_table->currentIndex(), maxBytes, this, taker);
}

} // namespace greenroom
