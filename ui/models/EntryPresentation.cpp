#include "EntryPresentation.h"

#include "EntryTableModel.h"
#include "SvgIcon.h"
#include "TimeText.h"

#include <QGuiApplication>

#include <numeric>

namespace greenroom {

namespace {

constexpr int DepthStep = 4; // blanks

/// The column where a row that cannot be decoded says why.
constexpr int ReasonColumn = 1;

} // namespace

EntryPresentation::EntryPresentation(Times times, std::shared_ptr<const Clock> clock,
                                     QObject *parent)
    : PresentationProxy(std::move(clock), parent), m_times(times)
{}

QString EntryPresentation::title(int column) const
{
    const auto *model = static_cast<const EntryTableModel *>(sourceModel());
    return model->columns().value(column);
}

QList<int> EntryPresentation::timeColumns() const
{
    // Which cells are times, only the rows know.
    QList<int> columns(m_times == Times::Relative ? columnCount() : 0);
    std::iota(columns.begin(), columns.end(), 0);
    return columns;
}

QVariant EntryPresentation::data(const QModelIndex &index, int role) const
{
    const bool isOdd = !problems(index).isEmpty();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        return toolTip(index);
    case Qt::DecorationRole:
        if (isOdd && index.column() == 0) {
            static const QIcon damaged = svgIcon(QStringLiteral("status-damaged"), Tone::Danger);
            return damaged;
        }
        return {};
    case Qt::ForegroundRole:
        return isOdd ? QVariant(toneColor(Tone::Danger, QGuiApplication::palette())) : QVariant();
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

QString EntryPresentation::text(const QModelIndex &index) const
{
    const QVariant value = raw(index);
    if (value.canConvert<Timestamp>()) {
        const auto time = value.value<Timestamp>();
        return m_times == Times::Exact ? exactTime(time) : relativeTime(time, now());
    }
    const QStringList odd = problems(index);
    if (!odd.isEmpty() && index.column() == ReasonColumn && value.toString().isEmpty())
        return odd.first();
    const int depth = index.data(EntryTableModel::DepthRole).toInt();
    return QString(DepthStep * depth, u' ') + value.toString();
}

QString EntryPresentation::toolTip(const QModelIndex &index) const
{
    const QVariant value = raw(index);
    QStringList lines = problems(index);
    lines << (value.canConvert<Timestamp>() ? exactTime(value.value<Timestamp>())
                                            : value.toString());
    lines.removeAll(QString());
    return lines.isEmpty()
               ? QString()
               : QStringLiteral("<span>%1</span>")
                     .arg(lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
}

} // namespace greenroom
