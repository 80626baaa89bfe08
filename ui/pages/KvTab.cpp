#include "KvTab.h"

#include "Banner.h"
#include "ByteText.h"
#include "Counted.h"
#include "CurrentRow.h"
#include "EmptyState.h"
#include "IconButton.h"
#include "KvEditing.h"
#include "SvgIcon.h"
#include "TableCopier.h"
#include "TableLook.h"
#include "ValueView.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

/// A part of the key space to look at, by its first byte. Keys behind it may be text.
struct Part
{
    const char *title;
    const char *prefix; ///< one byte, or empty for all
    bool hasTextKeys;
};

constexpr Part Parts[] = {
    {QT_TRANSLATE_NOOP("KvTab", "All parts"), "", false},
    {QT_TRANSLATE_NOOP("KvTab", "Persisted data"), "\x01", false},
    {QT_TRANSLATE_NOOP("KvTab", "Connections"), "\x02", true},
    {QT_TRANSLATE_NOOP("KvTab", "Inspector token"), "\x03", false},
    {QT_TRANSLATE_NOOP("KvTab", "User KV"), "\x04", true},
    {QT_TRANSLATE_NOOP("KvTab", "Queue"), "\x05", false},
    {QT_TRANSLATE_NOOP("KvTab", "Workflow"), "\x06", false},
    {QT_TRANSLATE_NOOP("KvTab", "Traces"), "\x07", false},
    {QT_TRANSLATE_NOOP("KvTab", "SQLite"), "\x08", false},
};

/// The bytes that a search text stands for: hexadecimal digits, after "0x" where text would do.
std::optional<QByteArray> searchedBytes(const Part &part, const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.startsWith(QLatin1String("0x")))
        return bytesFromHex(trimmed.mid(2));
    return part.hasTextKeys ? text.toUtf8() : bytesFromHex(trimmed);
}

} // namespace

KvTab::KvTab(SourceReader &reader, KvEditing &editing, std::shared_ptr<const Clock> clock,
             QWidget *parent)
    : QWidget(parent),
      m_editing(editing),
      m_pager(reader),
      m_presentation(std::move(clock)),
      m_part(new QComboBox),
      m_search(new QLineEdit),
      m_format(new QComboBox),
      m_searchProblem(new Banner),
      m_banner(new Banner),
      m_table(new QTableView),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState),
      m_first(iconButton(QStringLiteral("first"), tr("First page"))),
      m_previous(iconButton(QStringLiteral("previous"), tr("Previous page"))),
      m_next(iconButton(QStringLiteral("next"), tr("Next page"))),
      m_last(iconButton(QStringLiteral("last"), tr("Last page"))),
      m_position(new QLabel),
      m_value(new ValueView(reader)),
      m_editProblem(new Banner)
{
    for (const Part &part : Parts)
        m_part->addItem(tr(part.title));
    m_part->setAccessibleName(tr("Part of the key space"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Keys that start with"));
    m_format->addItem(tr("Readable"), int(ByteFormat::Auto));
    m_format->addItem(tr("Text"), int(ByteFormat::Text));
    m_format->addItem(tr("Hex"), int(ByteFormat::Hex));
    m_format->setAccessibleName(tr("Format of keys and values"));

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(8);
    bar->addWidget(m_part);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_format);

    dressTable(*m_table);
    new TableCopier(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(tr("Key-values"));
    m_presentation.setSourceModel(&m_pager.model());
    auto *current = new CurrentRow(*m_table, m_presentation);
    connect(current, &CurrentRow::chosen, this, &KvTab::choiceChanged);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(KvTableModel::ValueColumn,
                                                      QHeaderView::Stretch);
    m_table->setColumnWidth(KvTableModel::KindColumn, 150);
    m_table->setColumnWidth(KvTableModel::KeyColumn, 190);
    m_table->setColumnWidth(KvTableModel::SizeColumn, 80);

    auto *pager = new QHBoxLayout;
    pager->setContentsMargins(8, 4, 12, 4);
    pager->setSpacing(2);
    for (QToolButton *turn : {m_first, m_previous, m_next, m_last})
        pager->addWidget(turn);
    pager->addSpacing(8);
    pager->addWidget(m_position, 1);
    makeEditActions();
    for (QAction *action : {m_add, m_edit, m_remove}) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        pager->addWidget(button);
    }

    auto *tablePage = new QWidget;
    auto *tableLayout = new QVBoxLayout(tablePage);
    tableLayout->setContentsMargins(0, 0, 0, 0);
    tableLayout->setSpacing(0);
    tableLayout->addWidget(m_table, 1);
    auto *top = new QWidget;
    auto *topLayout = new QVBoxLayout(top);
    topLayout->setContentsMargins(0, 0, 0, 0);
    topLayout->setSpacing(0);
    topLayout->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(tablePage);
    m_pages->addWidget(m_empty);
    topLayout->addLayout(pager);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(top);
    splitter->addWidget(m_value);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({260, 300});
    splitter->setChildrenCollapsible(false);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_searchProblem);
    layout->addWidget(m_banner);
    layout->addWidget(m_editProblem);
    layout->addWidget(splitter, 1);

    connect(m_part, &QComboBox::currentIndexChanged, this, &KvTab::search);
    connect(m_search, &QLineEdit::textChanged, this, &KvTab::search);
    connect(m_format, &QComboBox::currentIndexChanged, this,
            [this] { m_presentation.setFormat(ByteFormat(m_format->currentData().toInt())); });
    connect(m_first, &QToolButton::clicked, &m_pager, &KvPager::first);
    connect(m_previous, &QToolButton::clicked, &m_pager, &KvPager::previous);
    connect(m_next, &QToolButton::clicked, &m_pager, &KvPager::next);
    connect(m_last, &QToolButton::clicked, &m_pager, &KvPager::last);
    connect(&m_pager, &KvPager::turned, this, &KvTab::pageTurned);
    connect(&m_pager, &KvPager::failed, this, &KvTab::pageFailed);
    connect(&m_presentation, &QAbstractItemModel::modelReset, m_value, &ValueView::clear);
    m_editProblem->makeClosable();
    connect(&m_editing, &KvEditing::changed, this, &KvTab::showStaged);
    connect(&m_editing, &KvEditing::failed, this, [this](const QString &problem) {
        if (isVisible())
            m_editProblem->tell(Tone::Danger, {problem});
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &KvTab::updateEditActions);
    setActor(std::nullopt);
    search();
}

void KvTab::makeEditActions()
{
    const auto make = [this](const QString &icon, const QString &text, auto slot) {
        auto *action = new QAction(svgIcon(icon), text, this);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_add = make(QStringLiteral("add"), tr("Add key…"), [this] { m_editing.addKey(); });
    m_edit = make(QStringLiteral("edit"), tr("Edit…"), [this] { editCurrent(); });
    m_remove = make(QStringLiteral("destroy"), tr("Delete"), [this] { removeCurrent(); });
    m_takeBack = make(QStringLiteral("undo"), tr("Take back the edit"), [this] {
        if (const KvRow *row = current())
            m_editing.takeBack(QByteArray(row->key));
    });
    // Shortcuts of their own: a key that is pressed in vain is answered.
    for (QAction *action : {m_edit, m_remove})
        action->setIconText(action->text());
    m_edit->setText(m_edit->text() + QStringLiteral("\tF2"));
    m_remove->setText(m_remove->text() + QStringLiteral("\tDel"));
    auto *edit = new QShortcut(Qt::Key_F2, this);
    edit->setContext(Qt::WidgetWithChildrenShortcut);
    connect(edit, &QShortcut::activated, this, &KvTab::editCurrent);
    auto *remove = new QShortcut(QKeySequence::Delete, m_table);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &KvTab::removeCurrent);
    auto *separator = new QAction(m_table);
    separator->setSeparator(true);
    m_table->addActions({separator, m_edit, m_remove, m_takeBack});
}

const KvRow *KvTab::current() const
{
    const QModelIndex row = m_table->currentIndex();
    return row.isValid() ? &m_pager.model().row(row.row()) : nullptr;
}

void KvTab::showStaged()
{
    const QList<KvChange> changes = m_editing.staged().changes();
    m_presentation.showStaged(changes);
    m_pager.showStaged(changes);
    m_value->showStaged(changes);
    m_editProblem->hide();
    updateEditActions();
}

void KvTab::updateEditActions()
{
    const QString general = m_editing.obstacle();
    const KvRow *row = current();
    const QString obstacle = !general.isEmpty() ? general
                             : row              ? m_editing.obstacle(*row)
                                                : tr("Select a key first.");
    const std::optional<KvChange> staged = row ? m_editing.staged().find(row->key) : std::nullopt;
    m_add->setEnabled(general.isEmpty());
    m_add->setToolTip(general.isEmpty() ? tr("Stage a new user key") : general);
    m_edit->setEnabled(obstacle.isEmpty());
    m_edit->setToolTip(obstacle.isEmpty() ? tr("Edit the value (F2)") : obstacle);
    m_remove->setEnabled(obstacle.isEmpty() && !(staged && !staged->after));
    m_remove->setToolTip(obstacle.isEmpty() ? tr("Stage that the key goes (Del)") : obstacle);
    m_takeBack->setEnabled(staged.has_value());
    m_takeBack->setVisible(staged.has_value());
}

bool KvTab::mayEdit(const KvRow &row)
{
    const QString obstacle = m_editing.obstacle(row);
    m_editProblem->tell(Tone::Warning, obstacle.isEmpty() ? QStringList() : QStringList(obstacle));
    return obstacle.isEmpty();
}

void KvTab::editCurrent()
{
    const KvRow *row = current();
    if (row && mayEdit(*row))
        m_editing.editValue(QByteArray(row->key));
}

void KvTab::removeCurrent()
{
    const KvRow *row = current();
    if (row && mayEdit(*row))
        m_editing.removeKey(QByteArray(row->key));
}

void KvTab::setActor(const std::optional<ActorId> &actor)
{
    m_pager.setActor(actor);
    m_value->setActor(actor);
    showStaged();
    m_totals.reset();
    m_empty->show(QStringLiteral("key"),
                  actor ? tr("Reading the key-values…") : tr("No key-values to show"), {});
    m_pages->setCurrentIndex(1);
    m_banner->tell(Tone::Calm, {});
    showPosition();
    readWhenSeen();
}

void KvTab::search()
{
    const Part &part = Parts[m_part->currentIndex()];
    m_search->setPlaceholderText(part.hasTextKeys
                                     ? tr("Keys that start with… (text, or 0x and hex)")
                                     : tr("Keys that start with… (hex)"));
    const std::optional<QByteArray> searched = searchedBytes(part, m_search->text());
    m_searchProblem->tell(Tone::Warning,
                          searched ? QStringList()
                                   : QStringList(tr("Type pairs of hexadecimal digits, such as "
                                                    "04 6c 61.")));
    if (!searched)
        return;
    const QByteArray prefix = part.prefix + *searched;
    m_pager.setRange(prefix.isEmpty() ? std::nullopt : std::optional(KvRange::ofPrefix(prefix)));
    readWhenSeen();
}

void KvTab::readWhenSeen()
{
    if (isVisible() && !m_pager.isRead())
        m_pager.first();
}

void KvTab::refresh()
{
    readWhenSeen();
    if (!isVisible() || !m_pager.isRead())
        return;
    m_editing.refresh();
    m_pager.reload();
    if (const std::optional<KvCursor> key = m_value->key())
        m_value->show(*key);
}

void KvTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void KvTab::setTotals(const std::optional<KvTotals> &totals)
{
    m_totals = totals;
    showPosition();
}

void KvTab::pageTurned()
{
    m_banner->tell(Tone::Calm, m_pager.origin() == KvOrigin::Record
                                   ? QStringList(tr("These key-values are inside the state record, "
                                                    "as an older rivetkit kept them. The next "
                                                    "start of rivetkit 2.2 moves them to a "
                                                    "database."))
                                   : QStringList());
    const bool searching = m_part->currentIndex() != 0 || !m_search->text().isEmpty();
    if (m_pager.model().rowCount() == 0) {
        m_empty->show(QStringLiteral("key"), searching ? tr("No such keys") : tr("No key-values"),
                      searching ? tr("Nothing in this part starts with these bytes.")
                                : tr("This actor keeps nothing."));
    }
    m_pages->setCurrentIndex(m_pager.model().rowCount() == 0 ? 1 : 0);
    showPosition();
    chooseAwaited();
}

void KvTab::showKey(const QByteArray &key)
{
    m_awaitedKey = key;
    m_part->setCurrentIndex(0);
    m_search->setText(QString::fromLatin1(key.toHex()));
    if (m_pager.isRead())
        chooseAwaited();
}

void KvTab::chooseAwaited()
{
    if (!m_awaitedKey)
        return;
    const int row = m_pager.model().find(KvPlace{StorageClass::Blob, *m_awaitedKey});
    m_awaitedKey.reset();
    if (row >= 0)
        m_table->setCurrentIndex(m_presentation.index(row, 0));
}

void KvTab::pageFailed(const Error &error)
{
    m_banner->tell(Tone::Danger, {error.message});
    if (m_pager.model().rowCount() == 0) {
        m_empty->show(QStringLiteral("status-damaged"), tr("The key-values cannot be read"),
                      codeName(error.code));
        m_pages->setCurrentIndex(1);
    }
}

void KvTab::showPosition()
{
    m_first->setEnabled(m_pager.hasPrevious());
    m_previous->setEnabled(m_pager.hasPrevious());
    m_next->setEnabled(m_pager.hasNext());
    m_last->setEnabled(m_pager.hasNext());
    const QLocale locale;
    QString text = counted(m_pager.model().rowCount(), tr("row"), tr("rows")) + tr(" on this page");
    if (m_totals) {
        text += tr("  ·  %1 in all, %2")
                    .arg(counted(m_totals->entries, tr("entry"), tr("entries")),
                         locale.formattedDataSize(m_totals->bytes, 1));
    }
    m_position->setText(text);
}

void KvTab::choiceChanged(const QModelIndex &row)
{
    if (!row.isValid())
        return;
    const KvRow &kv = m_pager.model().row(row.row());
    m_value->show({kv.key, kv.keyClass});
}

} // namespace greenroom
