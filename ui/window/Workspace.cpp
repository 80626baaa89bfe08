#include "Workspace.h"

#include "ActorActions.h"
#include "ActorDetailsPanel.h"
#include "ActorsPage.h"
#include "CreateActorDialog.h"
#include "EventsView.h"
#include "ExportActorDialog.h"
#include "ImportActorDialog.h"
#include "KvTab.h"

#include <QFileDialog>
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

Workspace::Workspace(std::shared_ptr<ActorSource> source, const SourceOpeners &openers,
                     std::shared_ptr<const Clock> clock, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent),
      m_session(std::move(source)),
      m_commands(m_session.reader()),
      m_run(m_session, openers),
      m_actions(new ActorActions(m_session, m_commands, clock, *this)),
      m_alarmActions(new ActorActions(m_session, m_commands, clock, *this)),
      m_actors(new ActorsPage(m_session, clock)),
      m_details(new ActorDetailsPanel(m_session, *m_actions, clock))
{
    addWidget(m_actors);
    addWidget(m_details);
    setChildrenCollapsible(false);
    setStretchFactor(0, 3);
    setStretchFactor(1, 2);
    m_defaultColumns = m_actors->saveColumns();
    resetLayout();
    connect(m_actors, &ActorsPage::currentActorChanged, m_details, &ActorDetailsPanel::show);
    connect(m_actors, &ActorsPage::selectedActorsChanged, this,
            [this] { m_actions->select(m_actors->selectedActors()); });
    QAction *destroy = m_actions->action(ActorCommand::Destroy);
    destroy->setShortcut(QKeySequence::Delete);
    destroy->setShortcutContext(Qt::WidgetShortcut); // of the table, and of no other view
    m_actors->addActions(m_actions->all());
    connect(&m_commands, &ActorCommands::ended, this, [this](const CommandReport &report) {
        for (const CommandOutcome &outcome : report.outcomes) {
            if (report.command == ActorCommand::Destroy && !outcome.error)
                m_session.drafts().discard(outcome.target.id.text());
        }
        m_session.refresh();
    });
    connect(&m_session, &FolderSession::refreshed, this, &Workspace::chooseAwaited);
}

Workspace::~Workspace()
{
    // Both look at the session, which goes before a QWidget's children do.
    delete m_actors;
    delete m_details;
}

void Workspace::createActor()
{
    auto *dialog =
        new CreateActorDialog(m_commands, m_session.reader().source().definitions(), this);
    connect(dialog, &CreateActorDialog::created, this, &Workspace::await);
    dialog->open();
}

void Workspace::importActor()
{
    auto *files = new QFileDialog(this, tr("Import an actor"), {}, bundleFilter());
    files->setAttribute(Qt::WA_DeleteOnClose);
    files->setFileMode(QFileDialog::ExistingFile);
    connect(files, &QFileDialog::fileSelected, this, &Workspace::importFrom);
    files->open();
}

void Workspace::importFrom(const QString &bundleFile)
{
    const auto isThere = [this](const QString &fileName) {
        return m_session.actors().find(fileName) >= 0;
    };
    auto *dialog = new ImportActorDialog(m_commands, bundleFile, isThere, this);
    connect(dialog, &ImportActorDialog::imported, this, &Workspace::await);
    dialog->open();
}

void Workspace::await(const QString &fileName)
{
    m_awaited = fileName;
    m_session.refresh();
}

void Workspace::chooseAwaited()
{
    if (m_awaited.isEmpty() || m_session.actors().find(m_awaited) < 0)
        return;
    chooseActor(std::exchange(m_awaited, QString()));
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
    const bool inDetails = m_details->isAncestorOf(focusWidget());
    if (inDetails && m_details->kvTab()->isVisible())
        focusAndSelect(m_details->kvTab()->searchField());
    else if (inDetails && m_details->eventsTab()->isVisible())
        focusAndSelect(m_details->eventsTab()->searchField());
    else
        filter();
}

void Workspace::filter()
{
    focusAndSelect(m_actors->filterField());
}

void Workspace::showTab(DetailsTab tab)
{
    m_details->showTab(tab);
}

void Workspace::showHit(const QString &fileName, const QByteArray &kvKey, const QString &path)
{
    chooseActor(fileName);
    m_details->show(fileName);
    m_details->showHit(kvKey, path);
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
