#pragma once

#include "Result.h"

#include <QStringList>

#include <optional>
#include <stop_token>

namespace greenroom {

class SqlSession;

/// A column of a table or view.
struct SqlColumn
{
    QString name;
    QString type; ///< as declared, empty without one
    bool isNotNull = false;
    int primaryKey = 0; ///< its place in the primary key, from 1; 0: not part of it
    std::optional<QString> defaultValue; ///< SQL
    bool isGenerated = false;

    bool operator==(const SqlColumn &) const = default;
};

/// A table, view, index or trigger.
struct SqlObject
{
    enum class Kind { Table, VirtualTable, View, Index, Trigger };

    Kind kind = Kind::Table;
    QString name;
    QString table; ///< the table that an index or trigger belongs to; else its own name
    QString sql;   ///< empty for what SQLite made by itself
    QList<SqlColumn> columns;

    /// What SQL calls the row id; none where there is no such thing.
    std::optional<QString> rowId;

    /// Why its columns could not be read.
    std::optional<Error> error;

    [[nodiscard]] bool hasRows() const { return kind <= Kind::View; }

    bool operator==(const SqlObject &) const = default;
};

/// "table", "index", "view" or "trigger", as SQLite calls it.
[[nodiscard]] QString typeName(SqlObject::Kind kind);

/// What a database has, by type and then by name.
struct SqlSchema
{
    qint64 pageSize = 0;
    qint64 userVersion = 0;
    QString encoding;
    QList<SqlObject> objects;

    /// By name, in any case, as SQL does; only what has rows.
    [[nodiscard]] const SqlObject *findTable(const QString &name) const;
};

[[nodiscard]] Result<SqlSchema> readSchema(SqlSession &session, const std::stop_token &stop);

} // namespace greenroom
