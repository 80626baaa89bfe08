#include "ActorPresentation.h"

#include "ActorStatus.h"
#include "ActorTableModel.h"
#include "Colors.h"
#include "LiveText.h"
#include "Printable.h"
#include "SvgIcon.h"
#include "TimeText.h"

#include <QGuiApplication>
#include <QLocale>

namespace greenroom {

namespace {

using Column = ActorTableModel::Column;

bool isTime(int column)
{
    return column == Column::AlarmColumn || column == Column::CreatedColumn ||
           column == Column::StartedColumn || column == Column::SleptColumn;
}

ActorStatus statusFrom(const QVariant &raw)
{
    return ActorStatus(raw.toInt());
}

} // namespace

QString ActorPresentation::title(int column) const
{
    switch (column) {
    case Column::StatusColumn:
        return QStringLiteral("Status");
    case Column::NameColumn:
        return QStringLiteral("Name");
    case Column::KeyColumn:
        return QStringLiteral("Key");
    case Column::AlarmColumn:
        return QStringLiteral("Next alarm");
    case Column::CreatedColumn:
        return QStringLiteral("Created");
    case Column::StartedColumn:
        return QStringLiteral("Started");
    case Column::SleptColumn:
        return QStringLiteral("Slept");
    case Column::KvEntriesColumn:
        return QStringLiteral("Entries");
    case Column::KvBytesColumn:
        return QStringLiteral("KV size");
    case Column::IdColumn:
        return QStringLiteral("Id");
    case Column::WritesColumn:
        return QStringLiteral("Writes/s");
    default:
        return {};
    }
}

bool ActorPresentation::isNumber(int column) const
{
    return column == Column::KvEntriesColumn || column == Column::KvBytesColumn ||
           column == Column::WritesColumn;
}

QList<int> ActorPresentation::timeColumns() const
{
    return {Column::AlarmColumn, Column::CreatedColumn, Column::StartedColumn, Column::SleptColumn};
}

QVariant ActorPresentation::data(const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        return toolTip(index);
    case Qt::ForegroundRole:
        return foreground(index);
    case Qt::DecorationRole:
        return index.column() == Column::StatusColumn ? statusIcon(statusFrom(raw(index)))
                                                      : QVariant();
    case Qt::FontRole:
        return index.column() == Column::IdColumn ? fixedFont() : QVariant();
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

QString ActorPresentation::text(const QModelIndex &index) const
{
    const QVariant value = raw(index);
    switch (index.column()) {
    case Column::StatusColumn:
        return statusWord(statusFrom(value));
    case Column::KvEntriesColumn:
        return value.isValid() ? QLocale().toString(value.toLongLong()) : QString();
    case Column::KvBytesColumn:
        return value.isValid() ? QLocale().formattedDataSize(value.toLongLong(), 1) : QString();
    case Column::WritesColumn:
        return value.isValid() ? rateText(value.toDouble()) : QString();
    case Column::KeyColumn:
        return value.toString(); // already printable
    case Column::NameColumn:
        // A damaged actor has no name to show; its reason is what one looks for there.
        return value.isValid() ? printable(value.toString()) : problems(index).value(0);
    case Column::AlarmColumn: {
        const auto due = rawTime(index);
        return due ? countdown(*due, now()) : QString();
    }
    default:
        break;
    }
    if (isTime(index.column())) {
        const auto time = rawTime(index);
        return time ? relativeTime(*time, now()) : QString();
    }
    return printable(value.toString());
}

QString ActorPresentation::toolTip(const QModelIndex &index) const
{
    QStringList lines;
    if (index.column() == Column::StatusColumn)
        lines << QIdentityProxyModel::data(index, Qt::ToolTipRole).toStringList();
    if (isTime(index.column())) {
        if (const auto time = rawTime(index))
            lines << exactTime(*time) << QStringLiteral("%1 ms").arg(time->ms);
    }
    if (index.column() == Column::KvBytesColumn && raw(index).isValid())
        lines << QLocale().toString(raw(index).toLongLong()) + QStringLiteral(" bytes");
    if (index.column() == Column::NameColumn || index.column() == Column::KeyColumn)
        lines << text(index);
    for (const QString &problem : problems(index)) {
        if (!lines.contains(problem))
            lines << problem;
    }
    // As plain text: a name may look like mark-up.
    return lines.isEmpty()
               ? QString()
               : QStringLiteral("<span>%1</span>")
                     .arg(lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
}

QVariant ActorPresentation::foreground(const QModelIndex &index) const
{
    const QPalette palette = QGuiApplication::palette();
    switch (index.column()) {
    case Column::StatusColumn:
        return toneColor(toneOf(statusFrom(raw(index))), palette);
    case Column::AlarmColumn: {
        const auto due = rawTime(index);
        return due && *due < now() ? toneColor(Tone::Danger, palette) : QVariant();
    }
    case Column::NameColumn:
        return raw(index).isValid() ? QVariant() : toneColor(Tone::Danger, palette);
    case Column::CreatedColumn:
    case Column::StartedColumn:
    case Column::SleptColumn:
    case Column::IdColumn:
        return toneColor(Tone::Muted, palette);
    default:
        return {};
    }
}

} // namespace greenroom
