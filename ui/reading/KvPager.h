#pragma once

#include "KvEdit.h"
#include "KvTableModel.h"
#include "SourceReader.h"

namespace greenroom {

/// Turns the pages of an actor's key-values. Only one page is ever held: its neighbours are found
/// by the keys at its edges.
class KvPager final : public QObject
{
    Q_OBJECT

public:
    static constexpr int RowsPerPage = 200;

    /// Bytes of each value that are read for the table.
    static constexpr qint64 PreviewBytes = 256;

    explicit KvPager(SourceReader &reader, QObject *parent = nullptr);

    [[nodiscard]] KvTableModel &model() { return m_model; }
    [[nodiscard]] const KvTableModel &model() const { return m_model; }

    /// Turns to another actor, whose first page is read by the next call to first(). None: no rows.
    void setActor(const std::optional<ActorId> &actor);

    /// Shows only the keys in @p range, from the next call to first() on.
    void setRange(const std::optional<KvRange> &range);

    void first();
    void previous();
    void next();
    void last();

    /// What is to be changed: keys that would be new stand where they would be.
    void showStaged(const QList<KvChange> &changes);

    /// Reads the shown page again; rows that are still there stay where they are.
    void reload();

    [[nodiscard]] bool hasPrevious() const { return m_page.begin.has_value(); }
    [[nodiscard]] bool hasNext() const { return m_page.hasNext; }
    [[nodiscard]] KvOrigin origin() const { return m_page.origin; }

    /// Whether a page of this actor and range has been read.
    [[nodiscard]] bool isRead() const { return m_isRead; }

Q_SIGNALS:
    /// A page was read and is in the model.
    void turned();
    void failed(const Error &error);

private:
    /// Where a page lies: behind a key, or (downwards) before it; without a key from the first or
    /// the last row.
    struct Place
    {
        KvOrder order = KvOrder::Ascending;
        std::optional<KvCursor> edge;
    };

    /// A page in ascending order and what surrounds it.
    struct Page
    {
        KvOrigin origin = KvOrigin::Nowhere;
        QList<KvRow> rows;
        std::optional<KvCursor> begin; ///< the key behind which it begins
        bool hasNext = false;
    };

    enum class Arrival { Fresh, Same };

    [[nodiscard]] static Result<Page> readPage(const ActorSource &source, const ActorId &actor,
                                               KvQuery query, const Place &place,
                                               std::stop_token stop);
    void read(const Place &place, Arrival arrival);
    void show(const Page &page, Arrival arrival);
    [[nodiscard]] QList<KvRow> rowsWithStaged() const;

    SourceReader &m_reader;
    std::optional<ActorId> m_actor;
    KvTableModel m_model;
    std::optional<KvRange> m_range;
    Question m_question;

    Page m_page;               // as it is stored
    QList<KvChange> m_newKeys; // that are staged
    bool m_isRead = false;
    bool m_isTurning = false; // to another page: a reload meanwhile would undo it
};

} // namespace greenroom
