#include "ActorFilter.h"

#include "ActorTableModel.h"

#include <algorithm>

namespace greenroom {

ActorFilter::ActorFilter(QObject *parent)
    : RawSort({ActorTableModel::NameColumn, ActorTableModel::KeyColumn}, parent)
{}

void ActorFilter::setText(const QString &text)
{
    m_text = text;
    m_words = text.toLower().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool ActorFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (m_words.isEmpty())
        return true;
    const QString all = sourceModel()->index(row, 0, parent).data(SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString &word) { return all.contains(word); });
}

} // namespace greenroom
