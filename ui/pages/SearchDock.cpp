#include "SearchDock.h"

#include "ActorPath.h"
#include "Banner.h"
#include "EntryList.h"
#include "IconButton.h"
#include "KeyText.h"
#include "Printable.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

// Hits are handed over in this many, so that a broad search does not flood the window.
constexpr qsizetype HitsAtOnce = 200;

QString counted(qint64 number)
{
    return QLocale().toString(number);
}

} // namespace

SearchDock::SearchDock(std::shared_ptr<const Clock> clock, QWidget *parent)
    : QDockWidget(tr("Search"), parent),
      m_field(new QLineEdit),
      m_stop(iconButton(QStringLiteral("stop"), tr("Stop the search"))),
      m_status(new QLabel),
      m_problem(new Banner),
      m_list(
          new EntryList(tr("Actors found"), EntryPresentation::Times::Relative, std::move(clock)))
{
    setObjectName(QStringLiteral("search-dock")); // under which its place is remembered
    m_field->setPlaceholderText(
        tr("name:chat  status:sleeping  alarm:overdue  kv:user/  state.count>5"));
    m_field->setToolTip(
        QStringLiteral("<pre>%1</pre>").arg(SearchQuery::grammar().toHtmlEscaped()));
    m_field->setAccessibleName(tr("Search for actors"));
    m_field->setClearButtonEnabled(true);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_hits.columns = {tr("Actor"), tr("Status"), tr("Where"), tr("Id")};

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->addWidget(m_field, 1);
    bar->addWidget(m_stop);
    bar->addWidget(m_status);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_problem);
    layout->addWidget(m_list, 1);
    setWidget(content);

    connect(m_field, &QLineEdit::returnPressed, this, &SearchDock::start);
    connect(m_stop, &QToolButton::clicked, this, &SearchDock::stop);
    connect(m_list, &EntryList::rowChosen, this, &SearchDock::rowChosen);
    connect(m_list->table(), &QTableView::activated, this, &SearchDock::rowChosen);
    setReader(nullptr);
}

void SearchDock::setReader(SourceReader *reader)
{
    m_question = {};
    m_reader = reader;
    m_hits.rows.clear();
    m_places.clear();
    m_list->show(m_hits);
    m_problem->tell(Tone::Danger, {});
    m_field->setEnabled(reader);
    m_isSearching = false;
    setSearching(reader ? QString() : tr("No folder is open"));
}

void SearchDock::ask()
{
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

QString SearchDock::status() const
{
    return m_status->text();
}

void SearchDock::setSearching(const QString &status)
{
    m_stop->setEnabled(m_isSearching);
    m_status->setText(status);
}

void SearchDock::start()
{
    const Result<SearchQuery> query = SearchQuery::parse(m_field->text());
    m_problem->tell(Tone::Danger,
                    query ? QStringList() : QStringList(printable(query.error().message)));
    if (!query || !m_reader)
        return;
    m_hits.rows.clear();
    m_places.clear();
    m_list->show(m_hits);
    m_isSearching = true;
    setSearching(tr("Searching…"));
    m_question = m_reader->ask(
        SourceReader::Lane::Search, this,
        [this, query = *query](ActorSource &source, const Reply &reply) {
            QList<SearchHit> found;
            const auto handOver = [&] {
                if (!found.isEmpty())
                    reply.tell([this, hits = std::exchange(found, {})] { add(hits); });
            };
            SearchSink sink;
            sink.hit = [&](SearchHit hit) {
                found << std::move(hit);
                if (found.size() >= HitsAtOnce)
                    handOver();
            };
            sink.progress = [&](const SearchProgress &progress) {
                handOver();
                reply.tell([this, progress] { showProgress(progress); });
            };
            const auto outcome = searchActors(source, query, sink, reply.stopToken());
            handOver();
            reply.tell([this, outcome] { end(outcome); });
        });
}

void SearchDock::stop()
{
    m_question = {};
    m_isSearching = false;
    setSearching(tr("Stopped: %1 found until then").arg(counted(m_places.size())));
    Q_EMIT searchEnded();
}

void SearchDock::add(const QList<SearchHit> &hits)
{
    for (const SearchHit &hit : hits) {
        if (m_places.size() >= MostListed)
            break;
        const std::optional<ActorRecord> &record = hit.actor.record;
        QString where;
        if (!hit.path.isEmpty())
            where = hit.path + QStringLiteral(" = ") + hit.value;
        else if (hit.kvKey)
            where = keyMeaning({*hit.kvKey, StorageClass::Blob, {}, StorageClass::Blob, 0});
        EntryTableRow &row = m_hits.rows.emplaceBack();
        row.key = hit.actor.fileName.toUtf8();
        row.cells = {{record ? actorPath(record->name, record->key) : tr("Damaged record")},
                     {statusWord(statusOf(hit.actor))},
                     {where},
                     {printable(hit.actor.fileName)}};
        m_places.append({hit.actor.fileName, hit.kvKey.value_or(QByteArray()), hit.path});
    }
    m_list->show(m_hits);
}

void SearchDock::showProgress(const SearchProgress &progress)
{
    if (m_isSearching) {
        setSearching(
            tr("%1 found in %2 actors…").arg(counted(progress.hits), counted(progress.actors)));
    }
}

void SearchDock::end(const Result<SearchProgress> &end)
{
    m_isSearching = false;
    if (!end) {
        m_problem->tell(Tone::Danger, {printable(end.error().message)});
        setSearching(tr("The search failed"));
    } else {
        QString text = tr("%1 found in %2 actors").arg(counted(end->hits), counted(end->actors));
        if (end->hits > MostListed)
            text += tr(", the first %1 are listed").arg(counted(MostListed));
        setSearching(text);
        if (end->unreadable > 0) {
            m_problem->tell(Tone::Warning,
                            {tr("%1 actors could not be read to the end and may fit all the same.")
                                 .arg(counted(end->unreadable))});
        }
    }
    Q_EMIT searchEnded();
}

void SearchDock::rowChosen()
{
    const int row = m_list->table()->currentIndex().row();
    if (row >= 0 && row < m_places.size())
        Q_EMIT hitChosen(m_places[row].fileName, m_places[row].kvKey, m_places[row].path);
}

} // namespace greenroom
