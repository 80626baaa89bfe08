#include "DatabaseTab.h"

#include "Banner.h"
#include "CurrentRow.h"
#include "EmptyState.h"
#include "HexPane.h"
#include "SqlExportMenu.h"
#include "SqlQueryBox.h"
#include "SqlRowsView.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr int RowsTab = 0;
constexpr int DefinitionTab = 1;

} // namespace

DatabaseTab::DatabaseTab(SourceReader &reader, std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent),
      m_browser(reader),
      m_presentation(std::move(clock)),
      m_banner(new Banner),
      m_outcome(new Banner),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState),
      m_objects(new QTableView),
      m_export(new SqlExportMenu(reader)),
      m_views(new QTabWidget),
      m_rows(new SqlRowsView(reader, SqlRowsView::Scope::Object)),
      m_definition(new HexPane),
      m_query(new SqlQueryBox(reader))
{
    m_definition->setAccessibleName(tr("SQL that made it"));
    m_views->setDocumentMode(true);
    m_views->addTab(m_rows, tr("Rows"));
    m_views->addTab(m_definition, tr("Definition"));
    m_views->addTab(m_query, tr("Query"));

    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(makeObjects());
    splitter->addWidget(m_views);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({200, 500});
    splitter->setChildrenCollapsible(false);
    m_outcome->makeClosable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_outcome);
    layout->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(splitter);
    m_pages->addWidget(m_empty);

    connect(&m_browser, &SqlBrowser::opened, this, &DatabaseTab::opened);
    connect(&m_browser, &SqlBrowser::absent, this, &DatabaseTab::absent);
    connect(&m_browser, &SqlBrowser::failed, this, &DatabaseTab::failed);
    connect(&m_browser.objects(), &QAbstractItemModel::dataChanged, this, &DatabaseTab::showTotal);
    connect(m_export, &SqlExportMenu::done, this,
            [this](const QString &sentence) { m_outcome->tell(Tone::Good, {sentence}); });
    connect(m_export, &SqlExportMenu::failed, this,
            [this](const QString &sentence) { m_outcome->tell(Tone::Danger, {sentence}); });
    setActor(std::nullopt);
}

QWidget *DatabaseTab::makeObjects()
{
    dressTable(*m_objects);
    new TableCopier(*m_objects);
    m_objects->setSelectionMode(QAbstractItemView::SingleSelection);
    m_objects->setAlternatingRowColors(false);
    m_objects->setAccessibleName(tr("Tables, views, indexes and triggers"));
    m_presentation.setSourceModel(&m_browser.objects());
    auto *current = new CurrentRow(*m_objects, m_presentation);
    connect(current, &CurrentRow::chosen, this, &DatabaseTab::choose);
    QHeaderView *header = m_objects->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(SqlObjectModel::NameColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(SqlObjectModel::RowsColumn, QHeaderView::ResizeToContents);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(m_export);
    bar->addStretch();
    auto *column = new QWidget;
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_objects, 1);
    layout->addLayout(bar);
    return column;
}

void DatabaseTab::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_browser.setActor(actor);
    closeDatabase();
    m_query->clear();
    m_banner->tell(Tone::Calm, {});
    m_outcome->tell(Tone::Calm, {});
    showEmpty(QStringLiteral("database"),
              actor ? tr("Reading the database…") : tr("No database to show"), {});
    refresh();
}

/// Nothing of a database is at hand any more.
void DatabaseTab::closeDatabase()
{
    m_isFresh = true;
    choose({});
    m_query->setDatabase(nullptr);
    m_export->setDatabase(nullptr, {});
}

void DatabaseTab::showEmpty(const QString &icon, const QString &title, const QString &text)
{
    m_empty->show(icon, title, text);
    m_pages->setCurrentIndex(1);
}

void DatabaseTab::refresh()
{
    if (isVisible())
        m_browser.refresh();
}

void DatabaseTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void DatabaseTab::opened()
{
    m_banner->tell(Tone::Warning, m_browser.problems());
    m_query->setDatabase(m_browser.database());
    m_export->setDatabase(m_browser.database(), m_actor->text());
    m_pages->setCurrentIndex(0);
    const SqlObjectModel &objects = m_browser.objects();
    if (std::exchange(m_isFresh, false)) {
        if (objects.rowCount() > 0)
            m_objects->setCurrentIndex(m_presentation.index(0, 0));
        return;
    }
    // The chosen object may be another one under the same name by now.
    const QModelIndex current = m_objects->currentIndex();
    if (!m_object || !current.isValid()) {
        choose({}); // it is gone
        return;
    }
    m_object = objects.row(current.row()).object;
    m_definition->showText(m_object->sql);
    if (m_object->hasRows())
        m_rows->reload(m_browser.database());
    showTotal();
}

void DatabaseTab::absent()
{
    closeDatabase();
    m_banner->tell(Tone::Calm, {});
    showEmpty(QStringLiteral("database"), tr("This actor keeps no SQL database"),
              tr("Actors whose definition has db() keep one inside their key-values."));
}

void DatabaseTab::failed(const Error &error)
{
    m_banner->tell(Tone::Danger, {error.message});
    if (m_browser.database())
        return;
    showEmpty(QStringLiteral("status-damaged"), tr("The database cannot be read"),
              codeName(error.code));
}

void DatabaseTab::choose(const QModelIndex &row)
{
    if (!row.isValid()) {
        m_object.reset();
        m_rows->clear();
        m_definition->showText({});
        m_export->setObject({});
        return;
    }
    m_object = m_browser.objects().row(row.row()).object;
    m_definition->showText(m_object->sql.isEmpty() ? tr("SQLite made this by itself.")
                                                   : m_object->sql);
    m_export->setObject(m_object->hasRows() ? m_object->name : QString());
    if (!m_object->hasRows()) {
        m_rows->clear();
        turnAside();
        m_views->setTabEnabled(RowsTab, false);
        return;
    }
    m_views->setTabEnabled(RowsTab, true);
    if (std::exchange(m_isTurnedAside, false) && m_views->currentIndex() == DefinitionTab)
        m_views->setCurrentIndex(RowsTab);
    m_rows->showObject(m_browser.database(), m_object->name);
    showTotal();
}

/// From the rows, which there are none of, to the definition; whoever writes a query stays there.
void DatabaseTab::turnAside()
{
    if (m_views->currentIndex() != RowsTab)
        return;
    m_isTurnedAside = true;
    m_views->setCurrentIndex(DefinitionTab);
}

void DatabaseTab::showTotal()
{
    if (!m_object || !m_object->hasRows())
        return;
    const int at = m_browser.objects().findTable(m_object->name);
    m_rows->setTotal(at < 0 ? std::nullopt : m_browser.objects().row(at).rows);
}

} // namespace greenroom
