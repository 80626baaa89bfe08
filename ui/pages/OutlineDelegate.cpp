#include "OutlineDelegate.h"

#include "OutlineModel.h"
#include "PresentationProxy.h"
#include "SvgIcon.h"

#include <QApplication>

namespace greenroom {

namespace {

constexpr int RowPadding = 6;
constexpr int CellPadding = 5; // so that cells stand below their headers

Tone toneOf(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Failure:
    case NodeKind::BadText:
        return Tone::Danger;
    case NodeKind::Text:
    case NodeKind::JsonText:
        return Tone::Accent;
    case NodeKind::Unsigned:
    case NodeKind::Signed:
    case NodeKind::Integer:
    case NodeKind::Float:
    case NodeKind::BigInt:
    case NodeKind::NegativeBigInt:
    case NodeKind::JsonNumber:
    case NodeKind::Boolean:
    case NodeKind::Choice:
        return Tone::Calm;
    case NodeKind::Absent:
    case NodeKind::Undefined:
    case NodeKind::Null:
        return Tone::Muted;
    default:
        return Tone::Plain;
    }
}

} // namespace

void OutlineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    if (index.column() == OutlineModel::NameColumn) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    // The selection fills the whole cell, the content only its middle.
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    QStyleOptionViewItem content = option;
    content.rect.adjust(CellPadding, 0, 0, 0);
    QStyledItemDelegate::paint(painter, content, index);
}

QSize OutlineDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + RowPadding));
    return size;
}

void OutlineDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant kindData = index.data(OutlineModel::KindRole);
    const bool isBlock = !kindData.isValid();
    const NodeKind kind = isBlock ? NodeKind::Record : NodeKind(kindData.toInt());
    Tone tone = Tone::Plain;
    switch (index.column()) {
    case OutlineModel::NameColumn:
        tone = isBlock ? Tone::Muted : kind == NodeKind::Failure ? Tone::Danger : Tone::Plain;
        option->font = fixedFont();
        if (kind == NodeKind::Failure) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = svgIcon(QStringLiteral("status-damaged"), Tone::Danger);
            option->decorationSize = QSize(14, 14);
        }
        break;
    case OutlineModel::ValueColumn:
        tone = toneOf(kind);
        option->font = fixedFont();
        break;
    default:
        tone = kind == NodeKind::Failure ? Tone::Danger : Tone::Muted;
    }
    option->palette.setColor(QPalette::Text, toneColor(tone, option->palette));
}

} // namespace greenroom
