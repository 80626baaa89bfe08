#pragma once

#include "Result.h"

struct sqlite3;

namespace greenroom {

/// Lets a connection do nothing but read its own database, however hostile that and the statements
/// are: no writing, no other file, no extension, no transaction left open, harmless pragmas only,
/// no function run because the schema says so. Lives as long as the connection.
class SqlGuard
{
public:
    /// Before anything is read: what the connection must never do.
    [[nodiscard]] static Result<void> harden(sqlite3 *handle);

    /// From now on statements are watched. Not before SQLite has connected to the virtual tables,
    /// some of which prepare statements that write.
    void watch(sqlite3 *handle);

    /// Why the last statement was refused, as the end of a sentence about it: "it would change the
    /// table x".
    [[nodiscard]] const QString &refusal() const { return m_refusal; }
    void forget() { m_refusal.clear(); }

private:
    static int authorize(void *guard, int action, const char *first, const char *second,
                         const char *database, const char *trigger);

    QString m_refusal;
};

} // namespace greenroom
