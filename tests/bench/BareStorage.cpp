#include "BareStorage.h"

#include <QFile>

#include <sqlite3.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace greenroom::bench {

namespace {

void expect(bool isFine, const char *what)
{
    if (!isFine)
        qFatal("bare storage: %s", what);
}

} // namespace

BareSqlite::BareSqlite(const QString &path, Durability durability)
{
    expect(sqlite3_open(QFile::encodeName(path).constData(), &m_handle) == SQLITE_OK, "open");
    sqlite3_busy_timeout(m_handle, 5000);
    const auto execute = [this](const char *sql) {
        expect(sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
    };
    execute("PRAGMA journal_mode=WAL");
    execute(durability == Durability::Power ? "PRAGMA synchronous=FULL"
                                            : "PRAGMA synchronous=NORMAL");
    execute("CREATE TABLE IF NOT EXISTS kv (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)");
    const auto prepare = [this](sqlite3_stmt *&statement, const char *sql) {
        expect(sqlite3_prepare_v3(m_handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                                  nullptr) == SQLITE_OK,
               sql);
    };
    prepare(m_put, "INSERT INTO kv (key, value) VALUES (?1, ?2) "
                   "ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    prepare(m_get, "SELECT value FROM kv WHERE key = ?1");
    prepare(m_begin, "BEGIN IMMEDIATE");
    prepare(m_commit, "COMMIT");
}

BareSqlite::~BareSqlite()
{
    for (sqlite3_stmt *statement : {m_put, m_get, m_begin, m_commit})
        sqlite3_finalize(statement);
    sqlite3_close(m_handle);
}

void BareSqlite::run(sqlite3_stmt *statement)
{
    expect(sqlite3_step(statement) == SQLITE_DONE, "step");
    sqlite3_reset(statement);
}

void BareSqlite::put(const QByteArray &key, const QByteArray &value)
{
    sqlite3_bind_blob(m_put, 1, key.constData(), int(key.size()), SQLITE_STATIC);
    sqlite3_bind_blob(m_put, 2, value.constData(), int(value.size()), SQLITE_STATIC);
    run(m_put);
}

void BareSqlite::begin()
{
    run(m_begin);
}

void BareSqlite::commit()
{
    run(m_commit);
}

size_t BareSqlite::get(const QByteArray &key)
{
    sqlite3_bind_blob(m_get, 1, key.constData(), int(key.size()), SQLITE_STATIC);
    expect(sqlite3_step(m_get) == SQLITE_ROW, "get");
    const std::string value(static_cast<const char *>(sqlite3_column_blob(m_get, 0)),
                            size_t(sqlite3_column_bytes(m_get, 0)));
    sqlite3_reset(m_get);
    return value.size();
}

BareSqlite::Rows BareSqlite::list(const QByteArray &from, const QByteArray &to, int limit)
{
    sqlite3_stmt *rows = nullptr;
    expect(sqlite3_prepare_v2(m_handle,
                              "SELECT key, value FROM kv WHERE key >= ?1 AND key < ?2 ORDER BY key",
                              -1, &rows, nullptr) == SQLITE_OK,
           "list");
    sqlite3_bind_blob(rows, 1, from.constData(), int(from.size()), SQLITE_STATIC);
    sqlite3_bind_blob(rows, 2, to.constData(), int(to.size()), SQLITE_STATIC);
    Rows found;
    const auto bytes = [&](int column) {
        return std::string(static_cast<const char *>(sqlite3_column_blob(rows, column)),
                           size_t(sqlite3_column_bytes(rows, column)));
    };
    while (int(found.size()) < limit && sqlite3_step(rows) == SQLITE_ROW)
        found.emplace_back(bytes(0), bytes(1));
    sqlite3_finalize(rows);
    return found;
}

void replaceFile(const QString &path, const QByteArray &bytes)
{
    const QByteArray target = QFile::encodeName(path);
    const QByteArray temporary = target + ".tmp";
    const int fd = ::open(temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    expect(fd >= 0 && ::write(fd, bytes.constData(), size_t(bytes.size())) == bytes.size(),
           "write");
    expect(::fsync(fd) == 0, "sync");
    ::close(fd);
    expect(std::rename(temporary.constData(), target.constData()) == 0, "rename");
    const QByteArray folder = target.first(target.lastIndexOf('/'));
    const int folderFd = ::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    expect(folderFd >= 0 && ::fsync(folderFd) == 0, "sync the folder");
    ::close(folderFd);
}

QByteArray readFile(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    expect(fd >= 0, "open to read");
    QByteArray bytes(4096, Qt::Uninitialized);
    const ssize_t size = ::read(fd, bytes.data(), size_t(bytes.size()));
    ::close(fd);
    expect(size >= 0, "read");
    bytes.resize(size);
    return bytes;
}

} // namespace greenroom::bench
