#pragma once

#include "ActorSource.h"
#include "KeyedTableModel.h"

#include <QHash>

namespace greenroom {

[[nodiscard]] inline const QString &keyOf(const ActorEntry &actor)
{
    return actor.fileName;
}

/// The actors of a folder, in the order of their file names, with raw values. Lives on the
/// window's thread.
class ActorTableModel final : public KeyedTableModel<ActorEntry>
{
    Q_OBJECT

public:
    enum Column {
        StatusColumn,    ///< int of ActorStatus
        NameColumn,      ///< QString
        KeyColumn,       ///< QString, the key's path
        AlarmColumn,     ///< Timestamp
        KvEntriesColumn, ///< qint64
        KvBytesColumn,   ///< qint64
        CreatedColumn,   ///< Timestamp
        StartedColumn,   ///< Timestamp
        SleptColumn,     ///< Timestamp
        IdColumn,        ///< QString, the file's name
        WritesColumn,    ///< double, key-values written a second; none where nobody runs the actor
        ColumnCount
    };

    using KeyedTableModel::KeyedTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    /// A listing goes over the file names in their order: begin, a batch for each stretch, end.
    /// Actors that a stretch passes over are gone.
    void beginListing();
    void addBatch(const ActorBatch &batch);
    void endListing();

    /// How much an actor keeps, or why that cannot be told. Of an actor that is not listed: nothing
    /// happens.
    void setTotals(const QString &fileName, const Result<KvTotals> &totals);

    /// What was told by setTotals(), if it succeeded.
    [[nodiscard]] std::optional<KvTotals> totals(const QString &fileName) const;

private:
    /// What sorting and filtering ask of every row again and again, and what it was made from.
    struct Words
    {
        QString name;
        QStringList key;
        int status = -1;

        QString path;
        QString search;
    };
    [[nodiscard]] const Words &wordsOf(const ActorEntry &actor) const;

    [[nodiscard]] QVariant raw(const ActorEntry &actor, int column) const;
    [[nodiscard]] QStringList problemsOf(const ActorEntry &actor, int column) const;

    // By file name. Entries of actors that are gone are dropped at the end of a listing.
    QHash<QString, Result<KvTotals>> m_totals;

    // By file name, made when first asked for; dropped like the totals.
    mutable QHash<QString, Words> m_words;

    // While listing: the rows before this one are already merged.
    int m_mergedRows = 0;
};

} // namespace greenroom
