#include "PresentationProxy.h"

#include "KeyedTableModel.h"

#include <QFontDatabase>

namespace greenroom {

PresentationProxy::PresentationProxy(std::shared_ptr<const Clock> clock, QObject *parent)
    : QIdentityProxyModel(parent), m_clock(std::move(clock))
{}

QVariant PresentationProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return title(section);
    return role == Qt::TextAlignmentRole ? alignment(section) : QVariant();
}

QVariant PresentationProxy::alignment(int column) const
{
    return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
}

void PresentationProxy::tick()
{
    if (rowCount() == 0)
        return;
    for (const int column : timeColumns())
        Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole});
}

QVariant PresentationProxy::raw(const QModelIndex &index) const
{
    return QIdentityProxyModel::data(index, RawRole);
}

std::optional<Timestamp> PresentationProxy::rawTime(const QModelIndex &index) const
{
    const QVariant value = raw(index);
    return value.isValid() ? std::optional(value.value<Timestamp>()) : std::nullopt;
}

QStringList PresentationProxy::problems(const QModelIndex &index) const
{
    return QIdentityProxyModel::data(index, ProblemsRole).toStringList();
}

QFont fixedFont()
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

} // namespace greenroom
