#include "ActorsPage.h"

#include "ActorTableModel.h"
#include "Counted.h"
#include "CurrentRow.h"
#include "EmptyState.h"
#include "FolderSession.h"
#include "SvgIcon.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>

namespace greenroom {

namespace {

struct ColumnWidth
{
    ActorTableModel::Column column;
    int width;
};

constexpr ColumnWidth Widths[] = {
    {ActorTableModel::StatusColumn, 160},   {ActorTableModel::NameColumn, 130},
    {ActorTableModel::KeyColumn, 150},      {ActorTableModel::AlarmColumn, 140},
    {ActorTableModel::KvEntriesColumn, 70}, {ActorTableModel::KvBytesColumn, 80},
    {ActorTableModel::CreatedColumn, 85},   {ActorTableModel::StartedColumn, 85},
    {ActorTableModel::SleptColumn, 85},     {ActorTableModel::IdColumn, 160},
    {ActorTableModel::WritesColumn, 80},
};

} // namespace

ActorsPage::ActorsPage(FolderSession &session, std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_presentation(std::move(clock)),
      m_filterField(new QLineEdit),
      m_count(new QLabel),
      m_pages(new QStackedWidget),
      m_table(new QTableView),
      m_empty(new EmptyState)
{
    m_filterField->setPlaceholderText(tr("Filter by name, key, id or status"));
    m_filterField->setAccessibleName(tr("Filter actors"));
    m_filterField->setClearButtonEnabled(true);
    m_filterField->addAction(svgIcon(QStringLiteral("search"), Tone::Muted),
                             QLineEdit::LeadingPosition);
    m_filterField->installEventFilter(this);
    m_count->setForegroundRole(QPalette::PlaceholderText);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(12);
    bar->addWidget(m_filterField, 1);
    bar->addWidget(m_count);

    setUpTable();
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);

    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, &ActorsPage::rowsChanged);
    const auto settle = [this] { m_settling.start(0); };
    connect(m_filterField, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter.setText(text);
        rowsChanged();
    });
    connect(m_empty, &EmptyState::actionTriggered, m_filterField, &QLineEdit::clear);
    connect(&session, &FolderSession::refreshed, this, &ActorsPage::rowsChanged);
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, settle);
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, settle);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this,
            &ActorsPage::preferVisible);
    m_selecting.setSingleShot(true);
    connect(&m_selecting, &QTimer::timeout, this, &ActorsPage::selectedActorsChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_selecting.start(0); });
    connect(&session, &FolderSession::sourceChanged, this, &ActorsPage::showLiveColumns);
    rowsChanged();
}

void ActorsPage::setUpTable()
{
    m_filter.setSourceModel(&m_session.actors());
    m_presentation.setSourceModel(&m_filter);
    dressTable(*m_table);
    new TableCopier(*m_table);
    m_table->setAccessibleName(tr("Actors"));
    auto *current = new CurrentRow(*m_table, m_presentation);
    connect(current, &CurrentRow::chosen, this, &ActorsPage::choiceChanged);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ActorTableModel::NameColumn, Qt::AscendingOrder);
    for (const ColumnWidth &width : Widths)
        m_table->setColumnWidth(width.column, width.width);
    QHeaderView *header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(ActorTableModel::WritesColumn),
                        header->visualIndex(ActorTableModel::AlarmColumn));
    showLiveColumns();
}

void ActorsPage::showLiveColumns()
{
    if (m_showsLive)
        m_wantsWrites = !m_table->isColumnHidden(ActorTableModel::WritesColumn);
    m_showsLive = m_session.isRunning();
    m_table->setColumnHidden(ActorTableModel::WritesColumn, !m_showsLive || !m_wantsWrites);
}

QStringList ActorsPage::selectedActors() const
{
    QStringList names;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        names << row.data(FileNameRole).toString();
    if (!m_chosen.isEmpty() && !names.contains(m_chosen))
        return {m_chosen};
    return names;
}

void ActorsPage::addActions(const QList<QAction *> &actions)
{
    auto *separator = new QAction(m_table);
    separator->setSeparator(true);
    m_table->addAction(separator);
    m_table->addActions(actions);
}

void ActorsPage::choiceChanged(const QModelIndex &row)
{
    m_chosen = row.data(FileNameRole).toString();
    m_selecting.start(0);
    Q_EMIT currentActorChanged(m_chosen);
}

void ActorsPage::showChosen()
{
    if (m_chosen.isEmpty())
        return;
    const int row = m_session.actors().find(m_chosen);
    if (row < 0) {
        choiceChanged({});
        return;
    }
    const QModelIndex shown = m_filter.mapFromSource(m_session.actors().index(row, 0));
    if (shown.isValid() && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_presentation.mapFromSource(shown));
}

void ActorsPage::choose(const QString &fileName)
{
    const int row = m_session.actors().find(fileName);
    if (row < 0)
        return;
    QModelIndex shown = m_filter.mapFromSource(m_session.actors().index(row, 0));
    if (!shown.isValid()) {
        m_filterField->clear();
        shown = m_filter.mapFromSource(m_session.actors().index(row, 0));
    }
    const QModelIndex index = m_presentation.mapFromSource(shown);
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

QByteArray ActorsPage::saveColumns() const
{
    // Whether the column of a running folder is wanted, also while only looking.
    QHeaderView *header = m_table->horizontalHeader();
    const bool hidden = header->isSectionHidden(ActorTableModel::WritesColumn);
    header->setSectionHidden(ActorTableModel::WritesColumn, m_showsLive ? hidden : !m_wantsWrites);
    const QByteArray state = header->saveState();
    header->setSectionHidden(ActorTableModel::WritesColumn, hidden);
    return state;
}

void ActorsPage::restoreColumns(const QByteArray &state)
{
    if (!m_table->horizontalHeader()->restoreState(state))
        return;
    m_wantsWrites = !m_table->isColumnHidden(ActorTableModel::WritesColumn);
    m_showsLive = false;
    showLiveColumns();
}

bool ActorsPage::eventFilter(QObject *watched, QEvent *event)
{
    // Esc clears the filter; the arrow keys go on in the table.
    if (watched == m_filterField && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent *>(event)->key()) {
        case Qt::Key_Escape:
            m_filterField->clear();
            m_table->setFocus();
            return true;
        case Qt::Key_Down:
            m_table->setFocus();
            if (!m_table->currentIndex().isValid())
                m_table->selectRow(0);
            return true;
        default:
            break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ActorsPage::rowsChanged()
{
    const QLocale locale;
    const int all = m_session.actors().rowCount();
    const int shown = m_filter.rowCount();
    m_count->setText(shown == all
                         ? counted(all, tr("actor"), tr("actors"))
                         : tr("%1 of %2").arg(locale.toString(shown), locale.toString(all)));
    showChosen();
    if (shown > 0)
        preferVisible();
    else if (all > 0)
        m_empty->show(QStringLiteral("search"), tr("No actor matches"),
                      tr("Nothing has “%1” in its name, key, id or status.").arg(m_filter.text()),
                      tr("Clear filter"));
    else if (m_session.isRead())
        m_empty->show(QStringLiteral("status-created"), tr("No actors yet"),
                      tr("This storage folder is empty. An actor appears here as soon as rivetkit "
                         "creates it."));
    else
        m_empty->show(QStringLiteral("refresh"), tr("Reading the folder…"), {});
    m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
}

void ActorsPage::preferVisible()
{
    const int top = m_table->rowAt(0);
    if (top < 0)
        return;
    const int bottom = m_table->rowAt(m_table->viewport()->height() - 1);
    const int last = bottom < 0 ? m_presentation.rowCount() - 1 : bottom;
    QStringList names;
    for (int row = top; row <= last; ++row)
        names << m_presentation.index(row, 0).data(FileNameRole).toString();
    m_session.counter().prefer(names);
}

} // namespace greenroom
