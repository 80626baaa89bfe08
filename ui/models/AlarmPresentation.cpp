#include "AlarmPresentation.h"

#include "AlarmTableModel.h"
#include "Colors.h"
#include "Printable.h"
#include "SvgIcon.h"
#include "TimeText.h"

#include <QGuiApplication>

namespace greenroom {

namespace {

using Column = AlarmTableModel::Column;

} // namespace

QString AlarmPresentation::title(int column) const
{
    switch (column) {
    case Column::DueColumn:
        return QStringLiteral("Due");
    case Column::TimeColumn:
        return QStringLiteral("Time");
    case Column::ActorColumn:
        return QStringLiteral("Actor");
    case Column::IdColumn:
        return QStringLiteral("Id");
    case Column::RemarkColumn:
        return QStringLiteral("Remark");
    default:
        return {};
    }
}

QList<int> AlarmPresentation::timeColumns() const
{
    return {Column::DueColumn};
}

bool AlarmPresentation::isOverdue(const QModelIndex &index) const
{
    const auto due = rawTime(index.siblingAtColumn(Column::DueColumn));
    return due && *due < now();
}

QString AlarmPresentation::text(const QModelIndex &index) const
{
    const auto time = rawTime(index.siblingAtColumn(Column::DueColumn));
    switch (index.column()) {
    case Column::DueColumn:
        return time ? countdown(*time, now()) : QStringLiteral("Unknown");
    case Column::TimeColumn:
        return time ? exactTime(*time) : QString();
    case Column::ActorColumn:
        return raw(index).toString(); // already printable
    default:
        return printable(raw(index).toString());
    }
}

QIcon AlarmPresentation::icon(const QModelIndex &index) const
{
    if (!problems(index).isEmpty())
        return svgIcon(QStringLiteral("orphan"), Tone::Warning);
    return svgIcon(QStringLiteral("alarm"), isOverdue(index) ? Tone::Danger : Tone::Muted);
}

QVariant AlarmPresentation::data(const QModelIndex &index, int role) const
{
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        return column == Column::RemarkColumn || column == Column::ActorColumn
                   ? text(index).toHtmlEscaped()
                   : QString();
    case Qt::DecorationRole:
        return column == Column::DueColumn ? icon(index) : QVariant();
    case Qt::FontRole:
        return column == Column::IdColumn ? fixedFont() : QVariant();
    case Qt::ForegroundRole: {
        const QPalette palette = QGuiApplication::palette();
        if (column == Column::DueColumn && isOverdue(index))
            return toneColor(Tone::Danger, palette);
        if (column == Column::RemarkColumn)
            return toneColor(problems(index).isEmpty() ? Tone::Muted : Tone::Warning, palette);
        return column == Column::ActorColumn || column == Column::DueColumn
                   ? QVariant()
                   : toneColor(Tone::Muted, palette);
    }
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

} // namespace greenroom
