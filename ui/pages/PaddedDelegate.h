#pragma once

#include <QStyledItemDelegate>

namespace greenroom {

/// Paints a cell as the style does, with room to breathe at its left and right.
class PaddedDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace greenroom
