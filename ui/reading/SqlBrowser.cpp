#include "SqlBrowser.h"

#include <algorithm>

namespace greenroom {

SqlBrowser::SqlBrowser(SourceReader &reader, QObject *parent) : QObject(parent), m_reader(reader) {}

void SqlBrowser::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    m_question = {};
    m_isReading = false;
    m_stamp.reset();
    forget();
}

void SqlBrowser::forget()
{
    m_counting = {};
    m_database.reset();
    m_problems.clear();
    m_objects.startOver({});
}

void SqlBrowser::refresh()
{
    // One reading at a time, or an actor that keeps writing would never let one end.
    if (!m_actor || m_isReading)
        return;
    m_isReading = true;
    m_question =
        m_reader.ask(SourceReader::Lane::Database, this,
                     [this, actor = *m_actor, known = m_stamp,
                      before = m_database](ActorSource &source, const Reply &reply) {
                         Reading reading{source.kvStamp(actor), fail(ErrorCode::Cancelled, {}),
                                         SqlSchema(), false};
                         if (reading.stamp == known) {
                             reply.tell([this] { m_isReading = false; });
                             return;
                         }
                         reading.database = ActorSql::read(source, actor, reply.stopToken());
                         if (reading.database) {
                             reading.stamp = (*reading.database)->files().stamp;
                             reading.schema = (*reading.database)->schema(reply.stopToken());
                             reading.isSame = before &&
                                              before->bytes() == (*reading.database)->bytes() &&
                                              before->problems() == (*reading.database)->problems();
                         }
                         reply.tell([this, reading] { take(reading); });
                     });
}

void SqlBrowser::take(const Reading &reading)
{
    m_isReading = false;
    m_stamp = reading.stamp;
    if (!reading.database) {
        if (reading.database.error().code == ErrorCode::NotFound) {
            forget();
            Q_EMIT absent();
        } else {
            m_stamp.reset(); // to be tried again
            Q_EMIT failed(reading.database.error());
        }
        return;
    }
    if (reading.isSame)
        return;
    m_database = *reading.database;
    m_problems = m_database->problems();
    if (!reading.schema)
        m_problems << reading.schema.error().message;

    QList<SqlObjectRow> rows;
    for (const SqlObject &object : reading.schema ? reading.schema->objects : QList<SqlObject>())
        rows.append({object, std::nullopt, std::nullopt});
    std::sort(rows.begin(), rows.end(),
              [](const SqlObjectRow &a, const SqlObjectRow &b) { return keyOf(a) < keyOf(b); });
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [](const SqlObjectRow &a, const SqlObjectRow &b) {
                               return keyOf(a) == keyOf(b);
                           }),
               rows.end());
    // What was counted before is told until it is counted again.
    for (SqlObjectRow &row : rows) {
        if (const int before = m_objects.find(keyOf(row)); before >= 0)
            row.rows = m_objects.row(before).rows;
    }
    m_objects.replaceAll(rows);
    countRows();
    Q_EMIT opened();
}

void SqlBrowser::countRows()
{
    QStringList names;
    for (int i = 0; i < m_objects.rowCount(); ++i) {
        if (m_objects.row(i).object.hasRows())
            names << m_objects.row(i).object.name;
    }
    m_counting =
        m_reader.ask(SourceReader::Lane::RowCounts, this,
                     [this, names, database = m_database](ActorSource &, const Reply &reply) {
                         for (const QString &name : names) {
                             const Result<qint64> rows =
                                 database->countRows(name, reply.stopToken());
                             if (reply.stopToken().stop_requested())
                                 return;
                             reply.tell([this, name, rows] { m_objects.setRows(name, rows); });
                         }
                     });
}

} // namespace greenroom
