#include "SqlGuard.h"

#include "SqliteError.h"

#include <sqlite3.h>

#include <algorithm>

namespace greenroom {

namespace {

/// A pragma that tells something and changes nothing.
struct HarmlessPragma
{
    const char *name;
    bool hasArgument; ///< else giving it one would set it
};

constexpr HarmlessPragma HarmlessPragmas[] = {
    {"application_id", false},  {"collation_list", false}, {"compile_options", false},
    {"data_version", false},    {"encoding", false},       {"foreign_key_check", true},
    {"foreign_key_list", true}, {"freelist_count", false}, {"function_list", false},
    {"index_info", true},       {"index_list", true},      {"index_xinfo", true},
    {"integrity_check", true},  {"module_list", false},    {"page_count", false},
    {"page_size", false},       {"pragma_list", false},    {"quick_check", true},
    {"schema_version", false},  {"table_info", true},      {"table_list", true},
    {"table_xinfo", true},      {"user_version", false},
};

bool isHarmlessPragma(const char *name, const char *argument)
{
    return std::any_of(
        std::begin(HarmlessPragmas), std::end(HarmlessPragmas), [&](const HarmlessPragma &pragma) {
            return sqlite3_stricmp(pragma.name, name) == 0 && (!argument || pragma.hasArgument);
        });
}

bool isHarmlessFunction(const char *name)
{
    return sqlite3_stricmp(name, "load_extension") != 0 &&
           sqlite3_stricmp(name, "fts3_tokenizer") != 0;
}

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

/// SQLite asks for this when it connects to a table-valued function. No statement can do it: the
/// schema's table may not be modified.
bool isDeclaration(int action, const char *table)
{
    return action == SQLITE_UPDATE && sqlite3_stricmp(table, "sqlite_master") == 0;
}

/// What an action would do, where it is more than reading.
QString deedOf(int action, const char *first, const char *second)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return {};
    case SQLITE_FUNCTION:
        return isHarmlessFunction(second) ? QString()
                                          : QStringLiteral("it would call %1()").arg(text(second));
    case SQLITE_PRAGMA:
        if (isHarmlessPragma(first, second))
            return {};
        return second ? QStringLiteral("it would set the pragma %1").arg(text(first))
                      : QStringLiteral("the pragma %1 may do more than read").arg(text(first));
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
        // Making and dropping things changes the schema's table first.
        return text(first).startsWith(QLatin1String("sqlite_"))
                   ? QStringLiteral("it would change the schema")
                   : QStringLiteral("it would change the table %1").arg(text(first));
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
        return QStringLiteral("it would open or close another database");
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
        return QStringLiteral("it would begin or end a transaction");
    default:
        return QStringLiteral("it would change the schema");
    }
}

Result<void> run(sqlite3 *handle, const char *sql)
{
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return fail(
            sqliteError(sqlite3_errcode(handle), QString::fromUtf8(sqlite3_errmsg(handle))));
    return {};
}

} // namespace

Result<void> SqlGuard::harden(sqlite3 *handle)
{
    sqlite3_extended_result_codes(handle, 1);
    constexpr std::pair<int, int> Settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
    };
    for (const auto &[setting, value] : Settings)
        sqlite3_db_config(handle, setting, value, nullptr);

    // What no actor's database comes near, and a hostile one or a slip of the pen would cost much.
    constexpr std::pair<int, int> Limits[] = {
        {SQLITE_LIMIT_LENGTH, 512 << 20},
        {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
        {SQLITE_LIMIT_EXPR_DEPTH, 500},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10'000},
    };
    for (const auto &[limit, value] : Limits)
        sqlite3_limit(handle, limit, value);
    return run(handle, "PRAGMA cell_size_check=ON");
}

void SqlGuard::watch(sqlite3 *handle)
{
    sqlite3_set_authorizer(handle, authorize, this);
}

int SqlGuard::authorize(void *guard, int action, const char *first, const char *second,
                        const char *, const char *)
{
    if (isDeclaration(action, first))
        return SQLITE_OK;
    const QString deed = deedOf(action, first, second);
    if (deed.isEmpty())
        return SQLITE_OK;
    static_cast<SqlGuard *>(guard)->m_refusal = deed;
    return SQLITE_DENY;
}

} // namespace greenroom
