#include "PaddedDelegate.h"

#include <QApplication>

namespace greenroom {

namespace {

constexpr int Padding = 7;

} // namespace

void PaddedDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    // The selection fills the whole cell, the content only its middle.
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    QStyleOptionViewItem content = option;
    content.rect.adjust(Padding, 0, -Padding, 0);
    QStyledItemDelegate::paint(painter, content, index);
}

QSize PaddedDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * Padding, 0);
}

} // namespace greenroom
