#pragma once

#include "Result.h"

#include <QSqlQuery>
#include <QVariantList>

struct sqlite3;

namespace greenroom {

/// One connection to one SQLite file, under a name of its own, closed and forgotten when this
/// object goes. Belongs to the thread that opened it. Every query made from it must be gone first.
class SqlConnection
{
public:
    /// Opens with `file:PATH?mode=ro&PARAMETERS`. SQLite reads the file with the first query.
    [[nodiscard]] static Result<SqlConnection> openReadOnly(const QString &path,
                                                            const QString &parameters);

    /// Opens for reading and writing and creates a missing file; ":memory:" is no file at all.
    /// Waits five seconds for other processes' locks, as the driver does.
    [[nodiscard]] static Result<SqlConnection> openReadWrite(const QString &path);

    SqlConnection(SqlConnection &&other) noexcept;
    SqlConnection &operator=(SqlConnection &&other) noexcept;
    ~SqlConnection();

    /// A statement ready to be bound and run again and again, read forward only.
    [[nodiscard]] Result<QSqlQuery> prepare(const QString &sql) const;

    /// SQLite's own handle. Fails when Qt's plugin carries another SQLite than this program is
    /// linked with: two of them in one process would not see each other's locks.
    [[nodiscard]] Result<sqlite3 *> handle() const;

    /// Runs a statement once; what comes back stands before the first row.
    [[nodiscard]] Result<QSqlQuery> run(const QString &sql, const QVariantList &values = {}) const;

private:
    explicit SqlConnection(QString name) : m_name(std::move(name)) {}
    [[nodiscard]] static Result<SqlConnection> open(const QString &file, const QString &options);

    QString m_name; // empty once moved from
};

/// What to bind for bytes. An empty QByteArray may be a null one, which Qt binds as NULL.
[[nodiscard]] QVariant asBlob(const QByteArray &bytes);

/// Binds @p values in order and runs @p query.
[[nodiscard]] Result<void> execute(QSqlQuery &query, const QVariantList &values = {});

/// The failure of @p query; see sqliteError().
[[nodiscard]] Error errorOf(const QSqlQuery &query);

} // namespace greenroom
