#pragma once

#include "EventLog.h"
#include "KeyedTableModel.h"

#include <QHash>

#include <deque>
#include <functional>

namespace greenroom {

/// The latest events of a folder's actors, oldest first, with raw values. Lives on the window's
/// thread.
class EventTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        TimeColumn,   ///< Timestamp
        ActorColumn,  ///< QString, the actor's path; invalid where it is not known
        EventColumn,  ///< int of ActorEvent::Kind; invalid for a line on lost events
        DetailColumn, ///< QString
        TookColumn,   ///< qint64, microseconds
        ColumnCount
    };

    static constexpr int Capacity = 20'000;

    /// Tells the path of an actor by its id, or nothing where it does not know it.
    using PathOf = std::function<QString(const QString &fileName)>;

    explicit EventTableModel(PathOf pathOf, QObject *parent = nullptr)
        : QAbstractTableModel(parent), m_pathOf(std::move(pathOf))
    {}

    /// Adds events at the end, after a line on @p lost ones; the oldest rows give way.
    void append(const ActorEvents &events, quint64 lost = 0);
    void clear();

    /// Asks once more for the paths that were not known.
    void nameAgain();

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] const ActorEvent &event(int row) const { return m_rows[size_t(row)].event; }

    /// How many events are missing where this row stands; 0: it is an event itself.
    [[nodiscard]] quint64 lost(int row) const { return m_rows[size_t(row)].lost; }

    /// What a filter looks through, in lower case.
    [[nodiscard]] QString searchText(int row) const;

private:
    struct Row
    {
        ActorEvent event; // with lost events: the first one after them
        quint64 lost = 0;
    };

    [[nodiscard]] QVariant raw(const Row &row, int column) const;
    [[nodiscard]] QString path(const ActorId &actor) const;

    const PathOf m_pathOf;
    std::deque<Row> m_rows;

    // By id, so that an actor keeps its name here when it is gone. An empty one is asked for again.
    mutable QHash<QString, QString> m_paths;
};

} // namespace greenroom
