#pragma once

#include <QStyledItemDelegate>

namespace greenroom {

/// Paints the cells of an OutlineModel: values in a fixed font and in a tone that tells their kind
/// besides the words, a failure with an icon.
class OutlineDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace greenroom
