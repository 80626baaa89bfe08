#pragma once

#include "Durability.h"
#include "KvEdit.h"
#include "KvEntry.h"
#include "KvPage.h"
#include "Result.h"
#include "SqlConnection.h"
#include "SqliteStatement.h"

#include <memory>

namespace greenroom {

/// The key-values of one actor, open for reading and writing (storage-format §5). Used by one
/// thread at a time; each call blocks on the disk, and for up to five seconds on another
/// process's lock. Every call checks KvLimits first and then changes all it was asked to or
/// nothing.
class ActorDatabase
{
public:
    /// Makes the file of a new database that holds @p entries. There must be none, nor what SQLite
    /// keeps beside one.
    [[nodiscard]] static Result<void> make(const QString &path, const KvEntries &entries,
                                           Durability durability);

    /// Opens or creates the database in WAL mode. Fails with NoSuchColumn when a table kv of
    /// another shape is there. ":memory:" lives as long as the object.
    [[nodiscard]] static Result<std::unique_ptr<ActorDatabase>> open(const QString &path,
                                                                     Durability durability);

    /// Stores all entries in one transaction; a later one of equal keys wins.
    [[nodiscard]] Result<void> put(const KvEntries &entries);

    /// Takes over what an older rivetkit kept in the actor's record, without limits as it did,
    /// unless there are any rows: those are newer. In one transaction.
    [[nodiscard]] Result<void> adopt(const KvEntries &legacy);

    /// Applies an edit if all it was based on is still so; else it changes nothing and says what
    /// is there now. In one transaction, into which @p legacy is adopted first. Fails as
    /// checkEdit(), or with KvLimit when the actor would have too much.
    [[nodiscard]] Result<EditOutcome> edit(const KvEdit &edit, const KvEntries &legacy = {});

    /// From the next change on, until it is closed, no other connection of any process can use the
    /// database; the change fails with DatabaseBusy while another has it open.
    [[nodiscard]] Result<void> keepOthersOut();

    /// The values in the order of @p keys; none for a missing key.
    [[nodiscard]] Result<QList<std::optional<QByteArray>>> get(const QList<QByteArray> &keys);

    /// Removes the keys; missing ones are fine.
    [[nodiscard]] Result<void> remove(const QList<QByteArray> &keys);

    /// Removes every key in @p range.
    [[nodiscard]] Result<void> removeRange(const KvRange &range);

    /// The entries of @p range, at most @p limit. A negative limit is refused.
    [[nodiscard]] Result<KvPage> list(const KvRange &range, KvOrder order = KvOrder::Ascending,
                                      std::optional<qint64> limit = std::nullopt);

    /// The same as bare entries, their keys without the first @p cut bytes, which all in @p range
    /// have in common.
    [[nodiscard]] Result<KvEntries> entries(const KvRange &range, KvOrder order,
                                            std::optional<qint64> limit, qsizetype cut);

    /// Closing it leaves the log as it is, for the next to open it: taking it into the file costs
    /// several syncs.
    void keepLogOnClose();

    /// Rows and bytes. Counted over the table the first time, kept up to date from then on.
    [[nodiscard]] Result<KvTotals> totals();

private:
    explicit ActorDatabase(SqlConnection connection) : m_connection(std::move(connection)) {}

    [[nodiscard]] Result<void> setUp(Durability durability);
    [[nodiscard]] Result<void> checkQuota(qint64 added);
    [[nodiscard]] Result<std::optional<qint64>> sizeOfValue(const QByteArray &key);
    [[nodiscard]] Result<std::optional<QByteArray>> value(const QByteArray &key);
    [[nodiscard]] Result<void> putOne(const QByteArray &key, const QByteArray &value);
    [[nodiscard]] Result<void> removeOne(const QByteArray &key);
    [[nodiscard]] Result<void> adoptRows(const KvEntries &legacy);
    [[nodiscard]] Result<EditOutcome> compare(const KvEdit &edit);
    template <class Row>
    [[nodiscard]] Result<bool> forEach(const KvRange &range, KvOrder order,
                                       std::optional<qint64> limit, Row row);
    template <class Change>
    [[nodiscard]] Result<void> inTransaction(Change change);
    [[nodiscard]] Result<void> prepare(SqliteStatement &statement, const char *sql) const;

    SqlConnection m_connection;
    sqlite3 *m_handle = nullptr; // of m_connection

    // Gone before the connection.
    SqliteStatement m_put, m_get, m_size, m_remove, m_begin, m_commit, m_rollback;

    // Exact once counted.
    std::optional<KvTotals> m_totals;

    // Never less than the actor's bytes: what the file can hold, plus all that was put since.
    // While it is below the limit no put has to count.
    qint64 m_atMostBytes = 0;
};

template <class Change>
Result<void> ActorDatabase::inTransaction(Change change)
{
    // IMMEDIATE: a transaction that begins as a reader cannot wait for the lock when it writes.
    if (const auto begun = m_begin.run(); !begun)
        return begun;

    const std::optional<KvTotals> totalsBefore = m_totals;
    Result<void> result = change();
    if (result)
        result = m_commit.run();
    if (!result) {
        m_totals = totalsBefore;
        // The first failure is the one to tell; a rollback only fails when SQLite has rolled back.
        (void)m_rollback.run();
    }
    return result;
}

} // namespace greenroom
