#pragma once

#include "SqlGuard.h"
#include "SqlImage.h"
#include "SqlReading.h"

#include <memory>
#include <stop_token>

struct sqlite3_stmt;

namespace greenroom {

/// One connection to an image, which can do nothing but read it. For one thread at a time.
class SqlSession
{
public:
    [[nodiscard]] static Result<std::unique_ptr<SqlSession>>
    open(std::shared_ptr<const SqlImage> image);
    ~SqlSession();
    Q_DISABLE_COPY_MOVE(SqlSession)

    /// Runs @p sql, which must be one statement that only reads, with @p parameters. True when the
    /// reading ended before the rows did. Fails with NotSupported for any other statement, with
    /// Cancelled, or with what SQLite reports and, where that is known, the place in the text.
    [[nodiscard]] Result<bool> run(const QString &sql, const SqlRow &parameters,
                                   const SqlReading &reading, const SqlSink &sink,
                                   const std::stop_token &stop);

    /// The same, kept in memory.
    [[nodiscard]] Result<SqlTable> table(const QString &sql, const SqlRow &parameters,
                                         const SqlReading &reading, const std::stop_token &stop);

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

    explicit SqlSession(std::shared_ptr<const SqlImage> image) : m_image(std::move(image)) {}
    [[nodiscard]] Result<void> connect();
    void connectVirtualTables();
    [[nodiscard]] Result<Statement> prepare(const QByteArray &sql);
    [[nodiscard]] Result<void> refuseMore(const char *tail);
    [[nodiscard]] Result<void> bind(sqlite3_stmt *statement, const SqlRow &parameters);
    [[nodiscard]] Result<bool> stepAll(sqlite3_stmt *statement, const SqlReading &reading,
                                       const SqlSink &sink);
    [[nodiscard]] Error failure(const QByteArray &sql) const;

    const std::shared_ptr<const SqlImage> m_image; // outlives the handle, which reads its bytes
    sqlite3 *m_handle = nullptr;
    SqlGuard m_guard;
};

} // namespace greenroom
