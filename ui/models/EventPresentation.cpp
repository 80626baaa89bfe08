#include "EventPresentation.h"

#include "ActorStatus.h"
#include "Counted.h"
#include "EventTableModel.h"
#include "EventText.h"
#include "Printable.h"
#include "SvgIcon.h"
#include "TimeText.h"

#include <QDateTime>
#include <QGuiApplication>

namespace greenroom {

namespace {

using Column = EventTableModel::Column;
using Kind = ActorEvent::Kind;

std::optional<Kind> kindOf(const QVariant &raw)
{
    return raw.isValid() ? std::optional(Kind(raw.toInt())) : std::nullopt;
}

QString timeOfDay(Timestamp time)
{
    return QDateTime::fromMSecsSinceEpoch(qint64(time.ms)).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QIcon iconOf(Kind kind)
{
    if (isFailure(kind)) {
        static const QIcon failed = svgIcon(QStringLiteral("status-damaged"), Tone::Danger);
        return failed;
    }
    static const QIcon created = svgIcon(QStringLiteral("status-created"), Tone::Accent);
    static const QIcon started = statusIcon(ActorStatus::Running);
    static const QIcon slept = statusIcon(ActorStatus::Sleeping);
    static const QIcon destroyed = statusIcon(ActorStatus::Destroyed);
    static const QIcon alarm = svgIcon(QStringLiteral("alarm"), Tone::Muted);
    static const QIcon write = svgIcon(QStringLiteral("key"), Tone::Muted);
    static const QIcon message = svgIcon(QStringLiteral("info"), Tone::Muted);
    switch (kind) {
    case Kind::Created:
        return created;
    case Kind::Started:
        return started;
    case Kind::Slept:
        return slept;
    case Kind::Destroyed:
        return destroyed;
    case Kind::AlarmSet:
    case Kind::AlarmCancelled:
    case Kind::AlarmFired:
        return alarm;
    case Kind::KvWritten:
    case Kind::StateWritten:
        return write;
    default:
        return message;
    }
}

} // namespace

QString EventPresentation::title(int column) const
{
    switch (column) {
    case Column::TimeColumn:
        return QStringLiteral("Time");
    case Column::ActorColumn:
        return QStringLiteral("Actor");
    case Column::EventColumn:
        return QStringLiteral("Event");
    case Column::DetailColumn:
        return QStringLiteral("Detail");
    case Column::TookColumn:
        return QStringLiteral("Took");
    default:
        return {};
    }
}

bool EventPresentation::isNumber(int column) const
{
    return column == Column::TookColumn;
}

QVariant EventPresentation::data(const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        return toolTip(index);
    case Qt::DecorationRole:
        if (const auto kind = kindOf(raw(index)); kind && index.column() == Column::EventColumn)
            return iconOf(*kind);
        return {};
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case Qt::FontRole:
        return index.column() == Column::TimeColumn ? fixedFont() : QVariant();
    case Qt::ForegroundRole:
        return foreground(index);
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

QString EventPresentation::text(const QModelIndex &index) const
{
    const QVariant value = raw(index);
    switch (index.column()) {
    case Column::TimeColumn:
        return timeOfDay(value.value<Timestamp>());
    case Column::ActorColumn: // already printable
        return value.isValid() ? value.toString()
                               : index.data(FileNameRole).toString(); // an id, or nothing
    case Column::EventColumn:
        return value.isValid() ? eventWord(*kindOf(value)) : QStringLiteral("Missing");
    case Column::DetailColumn:
        return value.toString(); // printable as well
    case Column::TookColumn:
        return value.isValid() ? durationText(std::chrono::microseconds(value.toLongLong()))
                               : QString();
    default:
        return {};
    }
}

QString EventPresentation::toolTip(const QModelIndex &index) const
{
    QString tip;
    switch (index.column()) {
    case Column::TimeColumn:
        tip = exactTime(raw(index).value<Timestamp>());
        break;
    case Column::TookColumn:
        break;
    default:
        tip = problems(index).isEmpty() ? text(index) : printable(problems(index).first());
    }
    return tip.isEmpty() ? QString() : QStringLiteral("<span>%1</span>").arg(tip.toHtmlEscaped());
}

QVariant EventPresentation::foreground(const QModelIndex &index) const
{
    const QPalette palette = QGuiApplication::palette();
    const auto kind = kindOf(raw(index.siblingAtColumn(Column::EventColumn)));
    if (!kind)
        return toneColor(Tone::Warning, palette);
    if (isFailure(*kind) &&
        (index.column() == Column::EventColumn || index.column() == Column::DetailColumn))
        return toneColor(Tone::Danger, palette);
    return index.column() == Column::TimeColumn || index.column() == Column::TookColumn
               ? toneColor(Tone::Muted, palette)
               : QVariant();
}

} // namespace greenroom
