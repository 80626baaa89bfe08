#include "EventsView.h"

#include "Counted.h"
#include "EmptyState.h"
#include "EventFeed.h"
#include "IconButton.h"
#include "SvgIcon.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

namespace greenroom {

EventsView::EventsView(Scope scope, std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent),
      m_scope(scope),
      m_none([](const QString &) { return QString(); }),
      m_presentation(std::move(clock)),
      m_search(new QLineEdit),
      m_group(new QComboBox),
      m_held(new QLabel),
      m_pause(iconButton(QStringLiteral("pause"), tr("Pause the events"))),
      m_clear(iconButton(QStringLiteral("clear"), tr("Clear the events"))),
      m_pages(new QStackedLayout),
      m_table(new QTableView),
      m_empty(new EmptyState)
{
    if (scope == Scope::OneActor)
        m_filter.showActor(std::nullopt);
    else
        m_empty->makeLow();
    m_filter.setSourceModel(&m_none);
    m_presentation.setSourceModel(&m_filter);
    setUpTable();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);

    // The bar learns of new rows later, and later still while the table is hidden.
    QScrollBar *bar = m_table->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this,
            [this, bar](int value) { m_follows = value >= bar->maximum(); });
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int maximum) {
        if (m_follows)
            bar->setValue(maximum);
    });
    connect(&m_presentation, &QAbstractItemModel::rowsInserted, this, &EventsView::rowsChanged);
    connect(&m_presentation, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) {
                if (first == 0)
                    keepPlace(last + 1);
                rowsChanged();
            });
    connect(&m_presentation, &QAbstractItemModel::modelReset, this, &EventsView::rowsChanged);
    connect(&m_presentation, &QAbstractItemModel::layoutChanged, this, &EventsView::rowsChanged);
    setFeed(nullptr);
}

QWidget *EventsView::makeBar()
{
    m_search->setPlaceholderText(m_scope == Scope::OneActor ? tr("Filter by event or detail")
                                                            : tr("Filter by actor, event, detail"));
    m_search->setAccessibleName(m_scope == Scope::OneActor ? tr("Filter this actor's events")
                                                           : tr("Filter events"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(svgIcon(QStringLiteral("search"), Tone::Muted), QLineEdit::LeadingPosition);
    m_group->setAccessibleName(tr("Kinds of events"));
    m_group->addItem(tr("All kinds"), int(EventGroup::All));
    m_group->addItem(tr("Failures"), int(EventGroup::Failures));
    m_group->addItem(tr("Lifecycle"), int(EventGroup::Lifecycle));
    m_group->addItem(tr("Alarms"), int(EventGroup::Alarms));
    m_group->addItem(tr("Writes"), int(EventGroup::Writes));
    m_group->addItem(tr("Messages"), int(EventGroup::Messages));
    m_pause->setCheckable(true);
    m_held->setForegroundRole(QPalette::PlaceholderText);

    connect(m_search, &QLineEdit::textChanged, &m_filter, &EventFilter::setText);
    connect(m_group, &QComboBox::currentIndexChanged, this, [this] {
        m_filter.setGroup(EventGroup(m_group->currentData().toInt()));
        m_follows = true;
        m_table->scrollToBottom();
    });
    connect(m_pause, &QToolButton::toggled, this, [this](bool held) {
        if (m_feed)
            m_feed->setHeld(held);
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        if (m_feed)
            m_feed->clear();
    });

    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_group);
    layout->addWidget(m_held);
    layout->addWidget(m_pause);
    layout->addWidget(m_clear);
    return bar;
}

void EventsView::setUpTable()
{
    dressTable(*m_table);
    new TableCopier(*m_table, TableCopier::Unit::Rows);
    m_table->setAccessibleName(m_scope == Scope::OneActor ? tr("This actor's events")
                                                          : tr("Events"));
    m_table->setModel(&m_presentation);
    m_table->setColumnWidth(EventTableModel::TimeColumn, 120);
    m_table->setColumnWidth(EventTableModel::ActorColumn, 200);
    m_table->setColumnWidth(EventTableModel::EventColumn, 150);
    m_table->setColumnWidth(EventTableModel::TookColumn, 80);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(EventTableModel::DetailColumn,
                                                      QHeaderView::Stretch);
    m_table->setColumnHidden(EventTableModel::ActorColumn, m_scope == Scope::OneActor);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        if (const QString actor = index.data(FileNameRole).toString(); !actor.isEmpty())
            Q_EMIT actorChosen(actor);
    });
}

void EventsView::setFeed(EventFeed *feed)
{
    if (m_feed)
        m_feed->disconnect(this);
    m_feed = feed;
    m_filter.setSourceModel(feed ? &feed->model() : &m_none);
    if (feed) {
        connect(feed, &EventFeed::heldChanged, this, &EventsView::showHeld);
        connect(feed, &EventFeed::attachedChanged, this, &EventsView::rowsChanged);
    }
    showHeld();
    rowsChanged();
}

void EventsView::setActor(const std::optional<ActorId> &actor)
{
    m_filter.showActor(actor);
    m_follows = true;
    m_table->scrollToBottom();
}

void EventsView::showHeld()
{
    const bool held = m_feed && m_feed->isHeld();
    m_pause->setChecked(held);
    m_pause->setIcon(svgIcon(held ? QStringLiteral("resume") : QStringLiteral("pause"),
                             held ? Tone::Warning : Tone::Plain));
    m_pause->setToolTip(held ? tr("Go on showing the events") : tr("Pause the events"));
    m_held->setText(held ? tr("Paused  ·  %1 new").arg(QLocale().toString(m_feed->heldCount()))
                         : QString());
    m_held->setVisible(held);
}

void EventsView::keepPlace(int removedRows)
{
    if (m_follows)
        return;
    QScrollBar *bar = m_table->verticalScrollBar();
    const int height = m_table->verticalHeader()->defaultSectionSize();
    bar->setValue(std::max(0, bar->value() - removedRows * height));
}

QByteArray EventsView::saveColumns() const
{
    return m_table->horizontalHeader()->saveState();
}

void EventsView::restoreColumns(const QByteArray &state)
{
    m_table->horizontalHeader()->restoreState(state);
}

void EventsView::rowsChanged()
{
    const bool any = m_presentation.rowCount() > 0;
    const bool runs = m_feed && m_feed->isAttached();
    m_pause->setEnabled(runs || (m_feed && m_feed->isHeld()));
    m_clear->setEnabled(m_filter.sourceModel()->rowCount() > 0);
    if (any) {
        if (m_pages->currentIndex() != 0)
            m_pages->setCurrentIndex(0);
        return;
    }
    if (m_filter.isFiltering() && m_filter.sourceModel()->rowCount() > 0)
        m_empty->show(QStringLiteral("search"), tr("No event matches"), {});
    else if (runs)
        m_empty->show(QStringLiteral("live"), tr("Nothing has happened yet"), {});
    else
        m_empty->show(QStringLiteral("live"), tr("Nothing to tell"),
                      tr("Only of actors that Greenroom runs is it known what happens to them."));
    m_pages->setCurrentIndex(1);
}

} // namespace greenroom
