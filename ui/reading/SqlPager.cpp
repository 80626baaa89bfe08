#include "SqlPager.h"

namespace greenroom {

SqlPager::SqlPager(SourceReader &reader, QObject *parent) : QObject(parent), m_reader(reader) {}

void SqlPager::showObject(std::shared_ptr<const ActorSql> database, const QString &name)
{
    start(std::move(database), name, {});
}

void SqlPager::showStatement(std::shared_ptr<const ActorSql> database, const QString &sql)
{
    start(std::move(database), {}, sql);
}

void SqlPager::start(std::shared_ptr<const ActorSql> database, const QString &object,
                     const QString &sql)
{
    m_database = std::move(database);
    m_object = object;
    m_sql = sql;
    m_sortColumn.reset();
    m_isRead = false;
    read({}, Arrival::Fresh);
}

void SqlPager::reload(std::shared_ptr<const ActorSql> database)
{
    if (!m_database)
        return;
    m_database = std::move(database);
    read(m_place, Arrival::Same);
}

void SqlPager::clear()
{
    m_question = {};
    m_database.reset();
    m_place = {};
    m_hasNext = false;
    m_isRead = false;
    m_model.turnTo({}, 0);
    setReading(false);
}

void SqlPager::cancel()
{
    m_question = {};
    setReading(false);
}

void SqlPager::first()
{
    read({}, Arrival::Fresh);
}

void SqlPager::previous()
{
    read({std::max<qint64>(0, m_place.position - RowsPerPage), std::nullopt}, Arrival::Fresh);
}

void SqlPager::next()
{
    read({m_place.position + m_model.rowCount(), m_lastRowId}, Arrival::Fresh);
}

void SqlPager::last(qint64 total)
{
    read({std::max<qint64>(0, total - RowsPerPage), std::nullopt}, Arrival::Fresh);
}

void SqlPager::sortBy(const std::optional<int> &column, SqlRowsQuery::Direction direction)
{
    m_sortColumn = column;
    m_direction = direction;
    read({}, Arrival::Fresh);
}

SqlRowsQuery SqlPager::queryAt(const Place &place) const
{
    SqlRowsQuery query;
    query.object = m_object;
    query.afterRowId = place.afterRowId;
    query.skip = place.afterRowId ? 0 : place.position;
    query.sortColumn = m_sortColumn;
    query.direction = m_direction;
    query.limit = RowsPerPage;
    query.previewBytes = PreviewBytes;
    return query;
}

Result<SqlTable> SqlPager::readRows(const ActorSql &database, const SqlRowsQuery &query,
                                    const QString &sql, const std::stop_token &stop)
{
    if (!query.object.isEmpty())
        return database.rows(query, stop);
    return database.query(sql,
                          {.skip = query.skip,
                           .limit = query.limit,
                           .previewBytes = query.previewBytes,
                           .maxBytes = query.maxBytes},
                          stop);
}

SourceReader::Lane SqlPager::lane() const
{
    return m_object.isEmpty() ? SourceReader::Lane::Queries : SourceReader::Lane::Database;
}

void SqlPager::setReading(bool isReading)
{
    if (std::exchange(m_isReading, isReading) != isReading)
        Q_EMIT readingChanged();
}

void SqlPager::read(const Place &place, Arrival arrival)
{
    if (!m_database)
        return;
    setReading(true);
    m_question = m_reader.ask(
        lane(), this,
        [this, place, arrival, database = m_database, query = queryAt(place),
         sql = m_sql](ActorSource &, const Reply &reply) {
            const Result<SqlTable> table = readRows(*database, query, sql, reply.stopToken());
            reply.tell([this, place, arrival, table] {
                if (!table) {
                    setReading(false);
                    Q_EMIT failed(table.error());
                    return;
                }
                if (table->rows.isEmpty() && place.position > 0) { // all from here on are gone
                    read({}, Arrival::Fresh);
                    return;
                }
                m_place = place;
                m_hasNext = table->more;
                m_lastRowId = table->lastRowId();
                m_isRead = true;
                if (arrival == Arrival::Same)
                    m_model.update(*table, place.position);
                else
                    m_model.turnTo(*table, place.position);
                setReading(false);
                Q_EMIT turned();
            });
        });
}

Question SqlPager::askValue(const QModelIndex &index, qint64 maxBytes, QObject *context,
                            const ValueTaker &taker)
{
    SqlRowsQuery query = queryAt(m_place);
    query.skip += index.row();
    query.limit = 1;
    query.previewBytes = maxBytes;
    return m_reader.ask(
        lane(), context,
        [query, taker, database = m_database, sql = m_sql,
         column = index.column()](ActorSource &, const Reply &reply) {
            const Result<SqlTable> table = readRows(*database, query, sql, reply.stopToken());
            const auto found = [&]() -> Result<SqlValue> {
                if (!table)
                    return fail(table.error());
                if (table->rows.isEmpty() || table->rows.first().size() <= column)
                    return fail(ErrorCode::NotFound, tr("the row is not there any more"));
                return table->rows.first()[column];
            };
            reply.tell([taker, value = found()] { taker(value); });
        });
}

} // namespace greenroom
