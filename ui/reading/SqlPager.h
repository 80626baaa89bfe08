#pragma once

#include "ActorSql.h"
#include "SourceReader.h"
#include "SqlRowsModel.h"

namespace greenroom {

/// Turns the pages of a table or view, or of what a statement gives.
class SqlPager final : public QObject
{
    Q_OBJECT

public:
    static constexpr int RowsPerPage = 200;

    /// Bytes of each value that are read for the table.
    static constexpr qint64 PreviewBytes = 4096;

    explicit SqlPager(SourceReader &reader, QObject *parent = nullptr);

    [[nodiscard]] SqlRowsModel &model() { return m_model; }

    /// Shows the first page of a table or view.
    void showObject(std::shared_ptr<const ActorSql> database, const QString &name);

    /// Shows the first page of what a statement gives.
    void showStatement(std::shared_ptr<const ActorSql> database, const QString &sql);

    /// Shows the same page of the same thing, from what is another state of the database.
    void reload(std::shared_ptr<const ActorSql> database);

    /// Shows nothing.
    void clear();

    /// Lets go of the page that is being read.
    void cancel();

    void first();
    void previous();
    void next();

    /// The page behind which nothing follows, when there are @p total rows.
    void last(qint64 total);

    /// Sorts by a column of a table or view, from the first page on; none: in its own order.
    void sortBy(const std::optional<int> &column, SqlRowsQuery::Direction direction);

    [[nodiscard]] bool isReading() const { return m_isReading; }

    /// Whether a page has been read.
    [[nodiscard]] bool isRead() const { return m_isRead; }
    [[nodiscard]] bool hasPrevious() const { return m_place.position > 0; }
    [[nodiscard]] bool hasNext() const { return m_hasNext; }

    /// How many rows come before the page.
    [[nodiscard]] qint64 position() const { return m_place.position; }

    /// Reads one value of the page anew, up to @p maxBytes, and gives it to @p taker, unless
    /// @p context is gone or the question is withdrawn by then.
    using ValueTaker = std::function<void(const Result<SqlValue> &)>;
    [[nodiscard]] Question askValue(const QModelIndex &index, qint64 maxBytes, QObject *context,
                                    const ValueTaker &taker);

Q_SIGNALS:
    /// Reading has begun or ended.
    void readingChanged();
    /// A page was read and is in the model.
    void turned();
    void failed(const Error &error);

private:
    /// Where a page begins.
    struct Place
    {
        qint64 position = 0;
        std::optional<qint64> afterRowId; ///< which is found faster than a position
    };

    enum class Arrival { Fresh, Same };

    [[nodiscard]] static Result<SqlTable> readRows(const ActorSql &database,
                                                   const SqlRowsQuery &query, const QString &sql,
                                                   const std::stop_token &stop);
    [[nodiscard]] SqlRowsQuery queryAt(const Place &place) const;
    [[nodiscard]] SourceReader::Lane lane() const;
    void start(std::shared_ptr<const ActorSql> database, const QString &object, const QString &sql);
    void read(const Place &place, Arrival arrival);
    void setReading(bool isReading);

    SourceReader &m_reader;
    std::shared_ptr<const ActorSql> m_database;
    QString m_object; // or
    QString m_sql;
    std::optional<int> m_sortColumn;
    SqlRowsQuery::Direction m_direction = SqlRowsQuery::Direction::Ascending;
    SqlRowsModel m_model;
    Question m_question;

    Place m_place;
    std::optional<qint64> m_lastRowId;
    bool m_hasNext = false;
    bool m_isRead = false;
    bool m_isReading = false;
};

} // namespace greenroom
