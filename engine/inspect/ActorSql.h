#pragma once

#include "SqlFiles.h"
#include "SqlReading.h"
#include "SqlSchema.h"

#include <memory>
#include <mutex>
#include <vector>

namespace greenroom {

class SqlImage;
class SqlSession;

/// Which rows of a table or view to read.
struct SqlRowsQuery
{
    enum class Direction { Ascending, Descending };

    QString object; ///< its name

    /// Behind the row with this id; only where the object has row ids and no column sorts it.
    std::optional<qint64> afterRowId;

    /// Rows to pass over, behind that one or from the first.
    qint64 skip = 0;

    /// Sorted by this column, counted from 0; none: by row id, or as SQLite gives them.
    std::optional<int> sortColumn;
    Direction direction = Direction::Ascending;

    qint64 limit = 200;
    qint64 previewBytes = WholeValue;

    /// End early once this many bytes are read; one row is always read.
    qint64 maxBytes = 8 * 1024 * 1024;
};

/// An actor's own SQL database, as it was at one moment, to be looked at and never changed. It is
/// held in memory; nothing is written but, for an instant and in a private temporary folder, what a
/// cut-off transaction is rolled back with.
///
/// Every call may be made from any thread, also from several at once, and blocks. What takes a
/// stop_token ends early with Cancelled.
class ActorSql
{
public:
    /// Reads it from an actor's key-values. Fails with NotFound when the actor keeps none, and with
    /// NotSupported or CorruptDatabase when its files cannot be put together at all. Fewer or more
    /// chunks than there should be are no failure: problems() tells of them.
    [[nodiscard]] static Result<std::shared_ptr<const ActorSql>>
    read(const ActorSource &source, const ActorId &id, std::stop_token stop = {});

    ~ActorSql();
    Q_DISABLE_COPY_MOVE(ActorSql)

    /// The files as they were stored.
    [[nodiscard]] const SqlFiles &files() const { return m_files; }

    /// The whole database as a file: the main file as it is stored or, when isRolledBack(), as
    /// SQLite leaves it when it opens that beside its journal.
    [[nodiscard]] const QByteArray &bytes() const;
    [[nodiscard]] bool isRolledBack() const;

    /// What a user must know of how it was put together, a sentence each.
    [[nodiscard]] QStringList problems() const;

    [[nodiscard]] Result<SqlSchema> schema(std::stop_token stop = {}) const;

    /// How many rows a table or view has. Counts them: may take long.
    [[nodiscard]] Result<qint64> countRows(const QString &object, std::stop_token stop = {}) const;

    /// A page of rows. Fails with NoSuchTable.
    [[nodiscard]] Result<SqlTable> rows(const SqlRowsQuery &query, std::stop_token stop = {}) const;

    /// The statement that gives all rows of a table or view in their order, for run(). Fails with
    /// NoSuchTable.
    [[nodiscard]] Result<QString> selectAll(const QString &object, std::stop_token stop = {}) const;

    /// Runs one statement that only reads; the text may be a person's.
    /// Fails with NotSupported for any other statement, with Cancelled, or with what SQLite reports
    /// and, where that is known, the place in the text.
    [[nodiscard]] Result<SqlTable> query(const QString &sql, const SqlReading &reading,
                                         std::stop_token stop = {}) const;

    /// The same row by row, for what need not fit into memory. True when rows were left.
    [[nodiscard]] Result<bool> run(const QString &sql, const SqlReading &reading,
                                   const SqlSink &sink, std::stop_token stop = {}) const;

    /// SQLite's own check: "ok", or what is wrong, at most 100 lines.
    [[nodiscard]] Result<QStringList> checkIntegrity(std::stop_token stop = {}) const;

private:
    ActorSql(SqlFiles files, std::shared_ptr<const SqlImage> image);

    template <class Answer, class Work>
    Result<Answer> withSession(Work work) const;
    [[nodiscard]] Result<SqlObject> object(const QString &name, std::stop_token stop) const;

    const SqlFiles m_files;
    const std::shared_ptr<const SqlImage> m_image;

    mutable std::mutex m_mutex; // guards the rest
    mutable std::vector<std::unique_ptr<SqlSession>> m_idle;
    mutable std::optional<SqlSchema> m_schema; // once it was read
};

} // namespace greenroom
