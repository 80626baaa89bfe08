#pragma once

#include <QAbstractTableModel>

#include <algorithm>

namespace greenroom {

/// What every table of ours answers besides Qt's roles.
enum ModelRole {
    /// The cell's value as it is, of the column's own type; invalid where there is none.
    RawRole = Qt::UserRole,
    /// The name of the actor's file, in every cell of its row.
    FileNameRole,
    /// Sentences on what is wrong with the row, as a QStringList.
    ProblemsRole,
    /// What a filter looks through, in lower case.
    SearchRole,
};

/// A table whose rows are kept in the ascending order of a key that is unique among them. Fresh
/// rows are merged in: a row with a known key is changed in place, so whatever the view holds on
/// to (selection, current row, scroll position) stays where it was.
///
/// @p Row has operator==; `keyOf(row)` gives its key, which has operator== and operator<.
template <class Row>
class KeyedTableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

    [[nodiscard]] const Row &row(int row) const { return m_rows[row]; }

    /// The row with this key, or -1.
    template <class Key>
    [[nodiscard]] int find(const Key &key) const
    {
        const auto at = lowerBound(key);
        const bool found = at != m_rows.end() && !(key < keyOf(*at));
        return found ? int(at - m_rows.begin()) : -1;
    }

    /// Makes @p rows, which are sorted, the whole content; rows with a known key stay.
    void replaceAll(const QList<Row> &rows) { mergeInto(0, int(m_rows.size()), rows); }

    /// Shows other rows altogether: views forget their selection and scroll to the top.
    void startOver(const QList<Row> &rows)
    {
        beginResetModel();
        m_rows = rows;
        endResetModel();
    }

protected:
    /// Makes @p rows, which are sorted, the content of the rows from @p begin to before @p end.
    void mergeInto(int begin, int end, const QList<Row> &rows)
    {
        int at = begin;
        qsizetype next = 0;
        int firstChanged = -1; // of a run that ends before the row at
        const auto tellChanged = [&] {
            if (firstChanged >= 0)
                Q_EMIT dataChanged(index(firstChanged, 0), index(at - 1, columnCount() - 1));
            firstChanged = -1;
        };
        while (at < end || next < rows.size()) {
            if (at < end && next < rows.size() && keyOf(m_rows[at]) == keyOf(rows[next])) {
                if (m_rows[at] == rows[next]) {
                    tellChanged();
                } else {
                    m_rows[at] = rows[next];
                    if (firstChanged < 0)
                        firstChanged = at;
                }
                ++at;
                ++next;
                continue;
            }
            tellChanged();
            if (const int gone = countGone(at, end, rows, next); gone > 0) {
                beginRemoveRows({}, at, at + gone - 1);
                m_rows.remove(at, gone);
                endRemoveRows();
                end -= gone;
            } else {
                const int fresh = countFresh(at, end, rows, next);
                beginInsertRows({}, at, at + fresh - 1);
                insertCopies(at, rows, next, fresh);
                endInsertRows();
                at += fresh;
                end += fresh;
                next += fresh;
            }
        }
        tellChanged();
    }

    /// The first row whose key is not less than @p key.
    template <class Key>
    [[nodiscard]] auto lowerBound(const Key &key) const
    {
        return std::lower_bound(m_rows.begin(), m_rows.end(), key,
                                [](const Row &row, const Key &k) { return keyOf(row) < k; });
    }

private:
    /// How many rows from @p at on have a key before that of the next fresh row.
    int countGone(int at, int end, const QList<Row> &rows, qsizetype next) const
    {
        int gone = 0;
        while (at + gone < end &&
               (next == rows.size() || keyOf(m_rows[at + gone]) < keyOf(rows[next])))
            ++gone;
        return gone;
    }

    /// How many fresh rows have a key before that of the row @p at.
    int countFresh(int at, int end, const QList<Row> &rows, qsizetype next) const
    {
        int fresh = 0;
        while (next + fresh < rows.size() &&
               (at == end || keyOf(rows[next + fresh]) < keyOf(m_rows[at])))
            ++fresh;
        return fresh;
    }

    void insertCopies(int at, const QList<Row> &rows, qsizetype next, int count)
    {
        if (at == m_rows.size()) {
            m_rows.append(rows.mid(next, count));
            return;
        }
        QList<Row> grown = m_rows.first(at);
        grown.reserve(m_rows.size() + count);
        grown.append(rows.mid(next, count));
        grown.append(m_rows.sliced(at));
        m_rows = std::move(grown);
    }

    QList<Row> m_rows;
};

} // namespace greenroom
