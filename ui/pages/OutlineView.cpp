#include "OutlineView.h"

#include "ByteText.h"
#include "EntryOutline.h"
#include "HexView.h"
#include "NodeJson.h"
#include "NodeText.h"
#include "OutlineDelegate.h"
#include "OutlineModel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace greenroom {

namespace {

constexpr int RowsUnfoldedAtFirst = 40;
constexpr quint32 MostUnfoldedAtOnce = 10'000; // nodes, by the key "*"
constexpr qint64 FarthestMove = 1000;          // rows, of a part that is looked for again
constexpr quint32 MostCopied = 1024 * 1024;    // bytes of a part, by the context menu
constexpr int NarrowestTree = 320;             // pixels, before bytes are broken at eight

/// Whether the part @p node of two outlines is the same, apart from its children.
bool isSame(const OutlineNode &a, const OutlineNode &b)
{
    return a.kind == b.kind && a.offset == b.offset && a.size == b.size && a.parent == b.parent;
}

bool isSame(const Outline &a, const Outline &b)
{
    if (a.size() != b.size() || a.failures() != b.failures() || a.bytes() != b.bytes())
        return false;
    for (NodeId node = 0; node < NodeId(a.size()); ++node) {
        if (!isSame(a.at(node), b.at(node)))
            return false;
    }
    return true;
}

/// The child of this name at or near @p row, or NoNode.
NodeId childCalled(const Outline &outline, NodeId parent, const QString &name, quint32 row)
{
    const qint64 count = outline.at(parent).childCount;
    for (qint64 distance = 0; distance <= FarthestMove; ++distance) {
        for (const qint64 at : {row - distance, row + distance}) {
            if (at < 0 || at >= count)
                continue;
            const NodeId child = outline.child(parent, quint32(at));
            if (nodeName(outline, child) == name)
                return child;
        }
    }
    return NoNode;
}

/// How many nodes are in and below @p node, counted no further than @p limit.
quint32 countBelow(const Outline &outline, NodeId node, quint32 limit)
{
    quint32 count = 1;
    for (quint32 row = 0; row < outline.at(node).childCount && count <= limit; ++row)
        count += countBelow(outline, outline.child(node, row), limit - count);
    return count;
}

} // namespace

OutlineView::OutlineView(QWidget *parent)
    : QWidget(parent),
      m_model(new OutlineModel(this)),
      m_tree(new QTreeView),
      m_hex(new HexView),
      m_splitter(new QSplitter(Qt::Horizontal))
{
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new OutlineDelegate(m_tree));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setIndentation(16);
    m_tree->setAccessibleName(tr("Decoded value"));
    m_tree->installEventFilter(this);
    QHeaderView *header = m_tree->header();
    header->setSectionResizeMode(OutlineModel::NameColumn, QHeaderView::Interactive);
    header->setSectionResizeMode(OutlineModel::ValueColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(OutlineModel::TypeColumn, QHeaderView::Interactive);
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(48);
    header->setHighlightSections(false);

    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_hex);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);

    const auto idOf = [](const QModelIndex &index) {
        return index.siblingAtColumn(OutlineModel::NameColumn).internalId();
    };
    connect(m_tree, &QTreeView::expanded, this,
            [this, idOf](const QModelIndex &index) { m_unfolded.insert(idOf(index)); });
    connect(m_tree, &QTreeView::collapsed, this,
            [this, idOf](const QModelIndex &index) { m_unfolded.remove(idOf(index)); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OutlineView::choiceChanged);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &OutlineView::offerCopies);
    connect(m_hex, &HexView::byteChosen, this, &OutlineView::byteChosen);
    clear();
}

const Outline &OutlineView::outline() const
{
    return m_model->outline();
}

std::shared_ptr<const Outline> OutlineView::sharedOutline() const
{
    return m_model->sharedOutline();
}

void OutlineView::show(std::shared_ptr<const Outline> outline, NodeId top)
{
    const bool isFirst = !m_hasTree;
    if (!isFirst && top == m_model->top() && isSame(*outline, m_model->outline()))
        return;
    const Arrangement before = isFirst ? Arrangement() : arrangement();
    m_hasTree = true;
    m_tree->show();
    m_unfolded.clear();
    m_model->setOutline(std::move(outline), top);
    m_hex->showBytes(m_model->outline().bytes());
    QList<ByteRange> problems;
    const Outline &shown = m_model->outline();
    for (NodeId node = 0; node < NodeId(shown.size()) && problems.size() < shown.failures().size();
         ++node) {
        if (shown.at(node).kind == NodeKind::Failure)
            problems << shown.at(node).range();
    }
    m_hex->markProblems(problems);
    layOut();
    if (isFirst)
        unfoldFirstLevels();
    else
        restore(before);
}

void OutlineView::showBytes(const QByteArray &bytes)
{
    if (!m_hasTree && bytes == m_hex->bytes())
        return;
    m_hasTree = false;
    m_tree->hide();
    m_unfolded.clear();
    m_model->setOutline(std::make_shared<const Outline>());
    m_hex->showBytes(bytes);
}

void OutlineView::showValue(QByteArrayView key, const QByteArray &value)
{
    show(std::make_shared<const Outline>(outlineOfEntry(key, value).outline));
}

void OutlineView::clear()
{
    m_hasTree = true; // so that the next line is not skipped
    showBytes({});
}

QModelIndex OutlineView::chosenIndex() const
{
    // Not the current one: a tree that gets the focus has one without anybody's choice.
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    return m_hasTree && !rows.isEmpty() ? rows.first() : QModelIndex();
}

NodeId OutlineView::chosen() const
{
    return m_model->nodeOf(chosenIndex());
}

void OutlineView::choose(NodeId node)
{
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid())
        return;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
}

void OutlineView::choiceChanged()
{
    lightUpChosen();
    const NodeId node = chosen();
    if (node != NoNode && !m_comesFromBytes)
        m_hex->bringIntoSight(m_model->outline().at(node).range());
    Q_EMIT nodeChosen(node);
}

void OutlineView::lightUpChosen()
{
    const NodeId node = chosen();
    if (node == NoNode) {
        const ByteRange block = m_model->rangeOfBlock(chosenIndex());
        m_hex->lightUp(block, block);
        return;
    }
    // The content stands out from its head, and from the key that names it.
    const OutlineNode &found = m_model->outline().at(node);
    const qsizetype start =
        found.key == NoNode ? found.offset : m_model->outline().at(found.key).offset;
    const ByteRange whole{start, found.range().end() - start};
    ByteRange content = found.range();
    if (found.head < found.size) {
        content.offset += found.head;
        content.size -= found.head;
    }
    m_hex->lightUp(found.kind == NodeKind::Integer ? found.range() : content, whole);
}

void OutlineView::offerCopies(const QPoint &at)
{
    const NodeId node = m_model->nodeOf(m_tree->indexAt(at));
    if (node == NoNode)
        return;
    const std::shared_ptr<const Outline> outline = sharedOutline();
    const auto put = [](const QString &text) { QGuiApplication::clipboard()->setText(text); };
    const bool isTooLarge = outline->at(node).size > MostCopied;
    const auto offer = [&](QMenu &menu, const QString &title, const QString &problem, auto copy) {
        QAction *action = menu.addAction(title, this, copy);
        action->setEnabled(!isTooLarge && problem.isEmpty());
        action->setToolTip(isTooLarge ? tr("This part is too large to be copied from here.")
                                      : problem);
    };
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    offer(menu, tr("Copy as JSON"),
          isWhollyDecoded(*outline, node) ? QString() : tr("A part of this could not be decoded."),
          [=] { put(QString::fromUtf8(nodeJson(*outline, node).value_or(QByteArray()))); });
    offer(menu, tr("Copy as hex"), {}, [=] { put(hexText(outline->bytesOf(node))); });
    offer(menu, tr("Copy as text"),
          isTooLarge || nodePlainText(*outline, node) ? QString() : tr("These bytes are no text."),
          [=] { put(nodePlainText(*outline, node).value_or(QString())); });
    menu.addSeparator();
    menu.addAction(tr("Copy path"), this,
                   [=, top = m_model->top()] { put(nodePath(*outline, top, node)); });
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void OutlineView::byteChosen(qsizetype offset)
{
    if (!m_hasTree)
        return;
    const NodeId node = m_model->outline().nodeAt(offset);
    const QModelIndex index = m_model->indexOf(node);
    m_comesFromBytes = true;
    if (index.isValid())
        choose(node);
    else
        m_tree->selectionModel()->clear();
    m_comesFromBytes = false;
}

OutlineView::Path OutlineView::pathOf(NodeId node) const
{
    const Outline &outline = m_model->outline();
    Path path;
    for (NodeId at = node; at != NoNode && at != m_model->top(); at = outline.at(at).parent)
        path.prepend({nodeName(outline, at), outline.at(at).row});
    return path;
}

NodeId OutlineView::nodeAlong(const Path &path) const
{
    NodeId node = m_model->top();
    for (const Step &step : path) {
        node = childCalled(m_model->outline(), node, step.name, step.row);
        if (node == NoNode)
            return NoNode;
    }
    return node;
}

OutlineView::Arrangement OutlineView::arrangement() const
{
    Arrangement now;
    for (const quintptr id : m_unfolded) {
        if (id >> 32 == 0)
            now.unfolded << pathOf(NodeId(id));
        else
            now.unfoldedBlocks << Block{pathOf(NodeId((id >> 32) - 1)), quint32(id)};
    }
    // Outer ones first: what is unfolded within something folded stays so.
    std::sort(now.unfolded.begin(), now.unfolded.end(),
              [](const Path &a, const Path &b) { return a.size() < b.size(); });
    now.chosen = pathOf(chosen());
    const QModelIndex first = m_tree->indexAt({1, 1});
    now.firstInSight = pathOf(m_model->nodeOf(first));
    now.firstY = m_tree->visualRect(first).top();
    return now;
}

void OutlineView::restore(const Arrangement &before)
{
    for (const Path &path : before.unfolded)
        m_tree->expand(m_model->indexOf(nodeAlong(path)));
    for (const Block &block : before.unfoldedBlocks) {
        const NodeId container = nodeAlong(block.container);
        if (container != NoNode)
            m_tree->expand(m_model->blockOf(container, block.number));
    }
    if (!before.firstInSight.isEmpty()) {
        const QModelIndex first = m_model->indexOf(nodeAlong(before.firstInSight));
        if (first.isValid()) {
            QScrollBar *bar = m_tree->verticalScrollBar();
            bar->setValue(bar->value() + m_tree->visualRect(first).top() - before.firstY);
        }
    }
    const QModelIndex chosenIndex =
        before.chosen.isEmpty() ? QModelIndex() : m_model->indexOf(nodeAlong(before.chosen));
    if (!chosenIndex.isValid()) {
        if (!before.chosen.isEmpty())
            Q_EMIT nodeChosen(NoNode);
        return;
    }
    // The bytes are lit again, and nothing is scrolled.
    const bool scrolls = m_tree->hasAutoScroll();
    m_tree->setAutoScroll(false);
    m_comesFromBytes = true;
    m_tree->setCurrentIndex(chosenIndex);
    m_comesFromBytes = false;
    m_tree->setAutoScroll(scrolls);
}

void OutlineView::unfoldFirstLevels()
{
    QList<QModelIndex> level;
    for (int row = 0; row < m_model->rowCount(); ++row)
        level << m_model->index(row, 0);
    int rows = int(level.size());
    for (qsizetype i = 0; i < level.size(); ++i) {
        const NodeKind kind = NodeKind(m_model->data(level[i], OutlineModel::KindRole).toInt());
        const int children = m_model->rowCount(level[i]);
        const bool isDetail = kind == NodeKind::RegExp || kind == NodeKind::ErrorValue ||
                              kind == NodeKind::TypedArray;
        if (children == 0 || isDetail || rows + children > RowsUnfoldedAtFirst)
            continue;
        rows += children;
        m_tree->expand(level[i]);
        for (int row = 0; row < children; ++row)
            level << m_model->index(row, 0, level[i]);
    }
}

void OutlineView::layOut()
{
    if (m_isLaidOut || !m_hasTree || width() < NarrowestTree)
        return;
    m_isLaidOut = isVisible();
    const int wide = m_hex->widthFor(16);
    const int hex = width() - wide >= NarrowestTree + 100 ? wide : m_hex->widthFor(8);
    const int tree = width() - hex;
    m_splitter->setSizes({tree, hex});
    m_tree->setColumnWidth(OutlineModel::NameColumn, std::clamp(tree * 2 / 5, 110, 240));
    m_tree->setColumnWidth(OutlineModel::TypeColumn, tree < 420 ? 76 : 100);
}

void OutlineView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

bool OutlineView::eventFilter(QObject *watched, QEvent *event)
{
    // The tree would unfold a million parts, and stand still for seconds.
    if (watched == m_tree && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Asterisk) {
        const NodeId node = chosen();
        if (node != NoNode && countBelow(outline(), node, MostUnfoldedAtOnce) <= MostUnfoldedAtOnce)
            m_tree->expandRecursively(m_tree->currentIndex());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace greenroom
