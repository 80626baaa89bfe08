#include "ActorSql.h"

#include "SqlImage.h"
#include "SqlSession.h"
#include "SqlText.h"

namespace greenroom {

namespace {

constexpr size_t MaxIdleSessions = 4;
constexpr qint64 MaxFaults = 100;

SqlValue parameter(qint64 number)
{
    SqlValue value;
    value.storage = StorageClass::Integer;
    value.integer = number;
    return value;
}

/// @p query as SQL, its parameters aside. Row ids, if it goes by them, are the first column.
struct Selection
{
    QString sql;
    SqlRow parameters;
    bool hasRowIds = false;
};

Selection selectionOf(const SqlRowsQuery &query, const SqlObject &object)
{
    Selection selection;
    selection.hasRowIds = object.rowId.has_value() && !query.sortColumn;
    QString columns = QStringLiteral("*");
    QString where, order;
    if (selection.hasRowIds) {
        columns = *object.rowId + QStringLiteral(", *");
        order = QStringLiteral(" ORDER BY ") + *object.rowId;
        if (query.afterRowId) {
            where = QStringLiteral(" WHERE %1 > ?").arg(*object.rowId);
            selection.parameters << parameter(*query.afterRowId);
        }
    } else if (query.sortColumn) {
        const bool isUpwards = query.direction == SqlRowsQuery::Direction::Ascending;
        order = QStringLiteral(" ORDER BY %1 %2")
                    .arg(sqlName(object.columns[*query.sortColumn].name),
                         isUpwards ? QStringLiteral("ASC") : QStringLiteral("DESC"));
    }
    // One more than is wanted tells whether rows follow.
    const qint64 limit = std::min(query.limit, std::numeric_limits<qint64>::max() - 1) + 1;
    selection.parameters << parameter(limit) << parameter(query.skip);
    selection.sql = QStringLiteral("SELECT %1 FROM %2%3%4 LIMIT ? OFFSET ?")
                        .arg(columns, sqlName(object.name), where, order);
    return selection;
}

void takeRowIds(SqlTable &table)
{
    table.columns.removeFirst();
    for (SqlRow &row : table.rows)
        table.rowIds << row.takeFirst().integer;
}

} // namespace

ActorSql::ActorSql(SqlFiles files, std::shared_ptr<const SqlImage> image)
    : m_files(std::move(files)), m_image(std::move(image))
{}

ActorSql::~ActorSql() = default;

const QByteArray &ActorSql::bytes() const
{
    return m_image->bytes();
}

bool ActorSql::isRolledBack() const
{
    return m_image->isRolledBack();
}

Result<std::shared_ptr<const ActorSql>> ActorSql::read(const ActorSource &source, const ActorId &id,
                                                       std::stop_token stop)
{
    Result<SqlFiles> files = readSqlFiles(source, id, stop);
    if (!files)
        return fail(files.error());
    if (files->isEmpty()) {
        return fail(ErrorCode::NotFound,
                    QStringLiteral("%1: this actor keeps no SQL database").arg(id.text()));
    }
    const auto image = SqlImage::of(*files);
    if (!image)
        return fail(image.error().of(id.text()));
    return std::shared_ptr<const ActorSql>(new ActorSql(std::move(*files), *image));
}

QStringList ActorSql::problems() const
{
    return m_files.problems() + m_image->problems();
}

/// Sessions are kept for the next call, so that a page costs no opening.
template <class Answer, class Work>
Result<Answer> ActorSql::withSession(Work work) const
{
    std::unique_ptr<SqlSession> session;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_idle.empty()) {
            session = std::move(m_idle.back());
            m_idle.pop_back();
        }
    }
    if (!session) {
        Result<std::unique_ptr<SqlSession>> opened = SqlSession::open(m_image);
        if (!opened)
            return fail(opened.error());
        session = std::move(*opened);
    }
    Result<Answer> answer = work(*session);
    const std::lock_guard lock(m_mutex);
    if (m_idle.size() < MaxIdleSessions)
        m_idle.push_back(std::move(session));
    return answer;
}

Result<SqlSchema> ActorSql::schema(std::stop_token stop) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_schema)
            return *m_schema;
    }
    Result<SqlSchema> schema =
        withSession<SqlSchema>([&](SqlSession &session) { return readSchema(session, stop); });
    if (schema) {
        const std::lock_guard lock(m_mutex);
        m_schema = *schema;
    }
    return schema;
}

Result<SqlObject> ActorSql::object(const QString &name, std::stop_token stop) const
{
    const Result<SqlSchema> found = schema(stop);
    if (!found)
        return fail(found.error());
    if (const SqlObject *object = found->findTable(name))
        return *object;
    return fail(ErrorCode::NoSuchTable,
                QStringLiteral("%1: the database has no such table or view").arg(name));
}

Result<qint64> ActorSql::countRows(const QString &name, std::stop_token stop) const
{
    const Result<SqlObject> found = object(name, stop);
    if (!found)
        return fail(found.error());
    const Result<SqlTable> counted =
        query(QStringLiteral("SELECT count(*) FROM ") + sqlName(found->name), {}, stop);
    if (!counted)
        return fail(counted.error());
    return counted->rows.first().first().integer;
}

Result<SqlTable> ActorSql::rows(const SqlRowsQuery &query, std::stop_token stop) const
{
    const Result<SqlObject> found = object(query.object, stop);
    if (!found)
        return fail(found.error());
    if (query.sortColumn && (*query.sortColumn < 0 || *query.sortColumn >= found->columns.size()))
        return fail(
            ErrorCode::NoSuchColumn,
            QStringLiteral("%1: there is no column %2").arg(found->name).arg(*query.sortColumn));
    const Selection selection = selectionOf(query, *found);
    const SqlReading reading{
        .limit = query.limit, .previewBytes = query.previewBytes, .maxBytes = query.maxBytes};
    Result<SqlTable> table = withSession<SqlTable>([&](SqlSession &session) {
        return session.table(selection.sql, selection.parameters, reading, stop);
    });
    if (table && selection.hasRowIds)
        takeRowIds(*table);
    return table;
}

Result<QString> ActorSql::selectAll(const QString &name, std::stop_token stop) const
{
    const Result<SqlObject> found = object(name, stop);
    if (!found)
        return fail(found.error());
    const QString sql = QStringLiteral("SELECT * FROM ") + sqlName(found->name);
    return found->rowId ? sql + QStringLiteral(" ORDER BY ") + *found->rowId : sql;
}

Result<SqlTable> ActorSql::query(const QString &sql, const SqlReading &reading,
                                 std::stop_token stop) const
{
    return withSession<SqlTable>(
        [&](SqlSession &session) { return session.table(sql, {}, reading, stop); });
}

Result<bool> ActorSql::run(const QString &sql, const SqlReading &reading, const SqlSink &sink,
                           std::stop_token stop) const
{
    return withSession<bool>(
        [&](SqlSession &session) { return session.run(sql, {}, reading, sink, stop); });
}

Result<QStringList> ActorSql::checkIntegrity(std::stop_token stop) const
{
    const Result<SqlTable> found =
        query(QStringLiteral("PRAGMA integrity_check(%1)").arg(MaxFaults), {}, stop);
    if (!found)
        return fail(found.error());
    QStringList lines;
    for (const SqlRow &row : found->rows)
        lines << QString::fromUtf8(row.first().bytes);
    return lines;
}

} // namespace greenroom
