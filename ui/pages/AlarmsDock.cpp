#include "AlarmsDock.h"

#include "ActorActions.h"
#include "EmptyState.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>

namespace greenroom {

AlarmsDock::AlarmsDock(std::shared_ptr<const Clock> clock, QWidget *parent)
    : QDockWidget(tr("Pending alarms"), parent),
      m_presentation(std::move(clock)),
      m_pages(new QStackedWidget),
      m_table(new QTableView),
      m_empty(new EmptyState)
{
    setObjectName(QStringLiteral("alarms-dock")); // under which its place is remembered
    dressTable(*m_table);
    new TableCopier(*m_table);
    m_table->setAccessibleName(tr("Pending alarms"));
    m_sort.setSourceModel(&m_none);
    m_presentation.setSourceModel(&m_sort);
    m_table->setModel(&m_presentation);
    m_table->setColumnWidth(AlarmTableModel::DueColumn, 170);
    m_table->setColumnWidth(AlarmTableModel::TimeColumn, 180);
    m_table->setColumnWidth(AlarmTableModel::ActorColumn, 260);
    m_table->setColumnWidth(AlarmTableModel::IdColumn, 160);
    m_empty->show(QStringLiteral("alarm"), tr("No alarm is pending"),
                  tr("An actor that schedules something for later appears here."));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    setWidget(m_pages);
    setModel(nullptr);

    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT actorChosen(index.data(FileNameRole).toString());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AlarmsDock::selectionChanged);
    connect(&m_presentation, &QAbstractItemModel::rowsInserted, this, &AlarmsDock::countChanged);
    connect(&m_presentation, &QAbstractItemModel::rowsRemoved, this, &AlarmsDock::countChanged);
    connect(&m_presentation, &QAbstractItemModel::modelReset, this, &AlarmsDock::countChanged);
}

void AlarmsDock::setModel(AlarmTableModel *alarms)
{
    m_sort.setSourceModel(alarms ? alarms : &m_none);
    m_sort.sort(AlarmTableModel::DueColumn, Qt::AscendingOrder);
    countChanged();
}

void AlarmsDock::setActions(ActorActions *actions)
{
    m_actions = actions;
    if (!actions)
        return;
    auto *separator = new QAction(actions); // goes with them
    separator->setSeparator(true);
    m_table->addAction(separator);
    for (const ActorCommand command :
         {ActorCommand::FireAlarm, ActorCommand::SetAlarm, ActorCommand::CancelAlarm})
        m_table->addAction(actions->action(command));
    selectionChanged();
}

void AlarmsDock::selectionChanged()
{
    if (!m_actions)
        return;
    QStringList names;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        names << row.data(FileNameRole).toString();
    m_actions->select(names);
}

QByteArray AlarmsDock::saveColumns() const
{
    return m_table->horizontalHeader()->saveState();
}

void AlarmsDock::restoreColumns(const QByteArray &state)
{
    m_table->horizontalHeader()->restoreState(state);
}

void AlarmsDock::countChanged()
{
    const int count = m_presentation.rowCount();
    setWindowTitle(count == 0 ? tr("Pending alarms") : tr("Pending alarms (%1)").arg(count));
    m_pages->setCurrentWidget(count == 0 ? static_cast<QWidget *>(m_empty) : m_table);
}

} // namespace greenroom
