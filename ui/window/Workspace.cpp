#include "Workspace.h"

#include "ActorDetailsPanel.h"
#include "ActorsPage.h"
#include "KvTab.h"

#include <QLineEdit>
#include <QSettings>
#include <QTabWidget>

namespace greenroom {

namespace {

QString splitterKey()
{
    return QStringLiteral("layout/workspace");
}

QString columnsKey()
{
    return QStringLiteral("layout/actorColumns");
}

void focusAndSelect(QLineEdit *field)
{
    field->setFocus();
    field->selectAll();
}

} // namespace

Workspace::Workspace(std::shared_ptr<ActorSource> source, std::shared_ptr<const Clock> clock,
                     QWidget *parent)
    : QSplitter(Qt::Horizontal, parent),
      m_session(std::move(source)),
      m_actors(new ActorsPage(m_session, clock)),
      m_details(new ActorDetailsPanel(m_session, clock))
{
    addWidget(m_actors);
    addWidget(m_details);
    setChildrenCollapsible(false);
    setStretchFactor(0, 3);
    setStretchFactor(1, 2);
    m_defaultColumns = m_actors->saveColumns();
    resetLayout();
    connect(m_actors, &ActorsPage::currentActorChanged, m_details, &ActorDetailsPanel::show);
}

Workspace::~Workspace()
{
    // Both look at the session, which goes before a QWidget's children do.
    delete m_actors;
    delete m_details;
}

void Workspace::chooseActor(const QString &fileName)
{
    m_actors->choose(fileName);
}

void Workspace::tick()
{
    m_actors->tick();
    m_details->tick();
}

void Workspace::find()
{
    if (m_details->kvTab()->isVisible() && m_details->isAncestorOf(focusWidget()))
        focusAndSelect(m_details->kvTab()->searchField());
    else
        filter();
}

void Workspace::filter()
{
    focusAndSelect(m_actors->filterField());
}

void Workspace::showTab(int index)
{
    m_details->tabs()->setCurrentIndex(index);
}

void Workspace::saveLayout(QSettings &settings) const
{
    settings.setValue(splitterKey(), saveState());
    settings.setValue(columnsKey(), m_actors->saveColumns());
}

void Workspace::resetLayout()
{
    setSizes({760, 640});
    m_actors->restoreColumns(m_defaultColumns);
}

void Workspace::restoreLayout(const QSettings &settings)
{
    restoreState(settings.value(splitterKey()).toByteArray());
    m_actors->restoreColumns(settings.value(columnsKey()).toByteArray());
}

} // namespace greenroom
