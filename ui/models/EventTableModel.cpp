#include "EventTableModel.h"

#include "EventText.h"

#include <algorithm>

namespace greenroom {

void EventTableModel::append(const ActorEvents &events, quint64 lost)
{
    if (events.isEmpty())
        return;
    const qsizetype skipped = std::max<qsizetype>(0, events.size() - Capacity);
    lost += quint64(skipped);
    const int fresh = int(events.size() - skipped) + (lost > 0 ? 1 : 0);

    const int tooMany = std::min(rowCount(), rowCount() + fresh - Capacity);
    if (tooMany > 0) {
        beginRemoveRows({}, 0, tooMany - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + tooMany);
        endRemoveRows();
    }
    if (m_paths.size() > 4 * Capacity)
        m_paths.clear();

    beginInsertRows({}, rowCount(), rowCount() + fresh - 1);
    if (lost > 0)
        m_rows.push_back({events[skipped], lost});
    for (qsizetype i = skipped; i < events.size(); ++i) {
        m_rows.push_back({events[i], 0});
        (void)path(events[i].actor); // while the actor is there to be asked for it
    }
    endInsertRows();
}

void EventTableModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_paths.clear();
    endResetModel();
}

void EventTableModel::nameAgain()
{
    bool named = false;
    for (auto known = m_paths.begin(); known != m_paths.end(); ++known) {
        if (known->isEmpty()) {
            *known = m_pathOf(known.key());
            named = named || !known->isEmpty();
        }
    }
    if (named && !m_rows.empty())
        Q_EMIT dataChanged(index(0, ActorColumn), index(rowCount() - 1, ActorColumn));
}

QVariant EventTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    switch (role) {
    case RawRole:
        return raw(row, index.column());
    case FileNameRole:
        return row.lost > 0 ? QVariant() : row.event.actor.text();
    case ProblemsRole:
        return row.event.error && row.lost == 0 ? QStringList(row.event.error->message)
                                                : QStringList();
    case SearchRole:
        return searchText(index.row());
    default:
        return {};
    }
}

QVariant EventTableModel::raw(const Row &row, int column) const
{
    const ActorEvent &event = row.event;
    if (row.lost > 0 && column != TimeColumn)
        return column == DetailColumn ? QVariant(lostText(row.lost)) : QVariant();
    switch (column) {
    case TimeColumn:
        return QVariant::fromValue(event.at);
    case ActorColumn: {
        const QString known = path(event.actor);
        return known.isEmpty() ? QVariant() : known;
    }
    case EventColumn:
        return int(event.kind);
    case DetailColumn:
        return eventDetail(event);
    case TookColumn:
        return event.took ? QVariant(qint64(event.took->count())) : QVariant();
    default:
        return {};
    }
}

QString EventTableModel::searchText(int row) const
{
    const ActorEvent &event = m_rows[size_t(row)].event;
    return (path(event.actor) + u'\n' + event.actor.text() + u'\n' + eventWord(event.kind) + u'\n' +
            eventDetail(event))
        .toLower();
}

QString EventTableModel::path(const ActorId &actor) const
{
    const auto known = m_paths.constFind(actor.text());
    if (known != m_paths.constEnd())
        return *known;
    return *m_paths.insert(actor.text(), m_pathOf(actor.text()));
}

} // namespace greenroom
