#include "PartTab.h"

#include "Banner.h"
#include "EmptyState.h"
#include "EntryList.h"
#include "OutlineView.h"
#include "Printable.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace greenroom {

namespace {

struct PartWords
{
    const char *title;
    const char *emptyTitle;
    const char *emptyText;
};

PartWords wordsOf(ActorPart part)
{
    switch (part) {
    case ActorPart::Connections:
        return {QT_TRANSLATE_NOOP("PartTab", "Connections"),
                QT_TRANSLATE_NOOP("PartTab", "No connections"),
                QT_TRANSLATE_NOOP("PartTab", "An actor keeps a record of each open WebSocket; this "
                                             "one has none.")};
    case ActorPart::Queue:
        return {QT_TRANSLATE_NOOP("PartTab", "Queue"),
                QT_TRANSLATE_NOOP("PartTab", "The queue is empty"),
                QT_TRANSLATE_NOOP("PartTab", "Messages stand here from when they are sent until "
                                             "they are received or completed.")};
    case ActorPart::Workflow:
        return {QT_TRANSLATE_NOOP("PartTab", "Workflow"),
                QT_TRANSLATE_NOOP("PartTab", "No workflow"),
                QT_TRANSLATE_NOOP("PartTab", "This actor has no history of a workflow.")};
    case ActorPart::Traces:
        return {QT_TRANSLATE_NOOP("PartTab", "Traces"), QT_TRANSLATE_NOOP("PartTab", "No traces"),
                QT_TRANSLATE_NOOP("PartTab", "rivetkit stores traces only when it is told to, by "
                                             "RIVET_EXPERIMENTAL_OTEL=1.")};
    }
    Q_UNREACHABLE();
}

} // namespace

QString PartTab::title(ActorPart part)
{
    return tr(wordsOf(part).title);
}

PartTab::PartTab(ActorPart part, SourceReader &reader, std::shared_ptr<const Clock> clock,
                 QWidget *parent)
    : QWidget(parent),
      m_part(part),
      m_reader(reader),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState),
      m_summary(new QLabel),
      m_problems(new Banner),
      m_list(new EntryList(title(part),
                           part == ActorPart::Traces ? EntryPresentation::Times::Exact
                                                     : EntryPresentation::Times::Relative,
                           std::move(clock))),
      m_value(new OutlineView)
{
    const PartWords words = wordsOf(part);
    m_empty->show(QStringLiteral("info"), tr(words.emptyTitle), tr(words.emptyText));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(12, 8, 12, 8);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(m_value);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_problems);
    layout->addWidget(m_summary);
    layout->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(splitter);
    m_pages->addWidget(m_empty);
    connect(m_list, &EntryList::rowChosen, this, &PartTab::readChosen);
    setActor(std::nullopt);
}

void PartTab::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_question = {};
    m_valueQuestion = {};
    m_list->clear();
    m_value->clear();
    m_problems->tell(Tone::Warning, {});
    m_summary->hide();
    m_pages->setCurrentIndex(0);
    if (isVisible())
        read();
}

void PartTab::refresh()
{
    if (isVisible())
        read();
}

void PartTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    read();
}

void PartTab::read()
{
    if (!m_actor)
        return;
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, part = m_part, actor = *m_actor](ActorSource &source, const Reply &reply) {
            const Result<EntryTable> table = readPart(source, actor, part, reply.stopToken());
            reply.tell([this, table] {
                if (table)
                    present(*table);
                else
                    presentFailure(table.error());
            });
        });
}

void PartTab::present(const EntryTable &table)
{
    QStringList problems;
    for (const QString &problem : table.problems)
        problems << printable(problem);
    m_problems->tell(Tone::Warning, problems);
    m_summary->setText(table.summary.join(QStringLiteral("  ·  ")));
    m_summary->setVisible(!table.summary.isEmpty());
    m_list->show(table);
    m_pages->setCurrentIndex(table.rows.isEmpty() ? 1 : 0);
    readChosen();
}

void PartTab::presentFailure(const Error &error)
{
    m_problems->tell(Tone::Danger, {printable(error.message)});
}

void PartTab::readChosen()
{
    const EntryTableRow *row = m_list->chosen();
    if (!row || !m_actor) {
        m_valueQuestion = {};
        m_value->clear();
        return;
    }
    m_valueQuestion = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, actor = *m_actor, key = row->key, node = row->node](ActorSource &source,
                                                                   const Reply &reply) {
            const auto found =
                source.kvRow(actor, {key, StorageClass::Blob}, WholeValue, reply.stopToken());
            if (!found || !*found)
                return; // the next reading of the part says so
            auto outline =
                std::make_shared<const Outline>(outlineOfEntry(key, (*found)->value).outline);
            reply.tell([this, outline, node] {
                const bool isSame = m_value->outline().bytes() == outline->bytes();
                m_value->show(outline);
                if (node != Outline::Root && node < NodeId(outline->size()) &&
                    (!isSame || m_shownNode != node))
                    m_value->choose(node);
                m_shownNode = node;
            });
        });
}

void PartTab::tick()
{
    m_list->tick();
}

} // namespace greenroom
