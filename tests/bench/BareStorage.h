#pragma once

#include "Durability.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace greenroom::bench {

/// The same table through SQLite's C interface and nothing else. Ends the program on a failure.
class BareSqlite
{
public:
    BareSqlite(const QString &path, Durability durability);
    ~BareSqlite();
    Q_DISABLE_COPY_MOVE(BareSqlite)

    void put(const QByteArray &key, const QByteArray &value);
    void begin();
    void commit();

    /// The size of the value, which is copied out.
    [[nodiscard]] size_t get(const QByteArray &key);

    using Rows = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] Rows list(const QByteArray &from, const QByteArray &to, int limit);

private:
    void run(sqlite3_stmt *statement);

    sqlite3 *m_handle = nullptr;
    sqlite3_stmt *m_put = nullptr;
    sqlite3_stmt *m_get = nullptr;
    sqlite3_stmt *m_begin = nullptr;
    sqlite3_stmt *m_commit = nullptr;
};

/// Replaces a file by system calls alone: written beside it, synced, renamed, the folder synced.
void replaceFile(const QString &path, const QByteArray &bytes);

/// The whole of a file by system calls alone.
[[nodiscard]] QByteArray readFile(const QString &path);

} // namespace greenroom::bench
