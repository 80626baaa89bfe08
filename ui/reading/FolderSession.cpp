#include "FolderSession.h"

#include "ActorPath.h"

#include <algorithm>

namespace greenroom {

using namespace std::chrono;

FolderSession::FolderSession(std::shared_ptr<ActorSource> source, QObject *parent)
    : QObject(parent), m_reader(std::move(source)), m_counter(m_reader)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FolderSession::refresh);
    connect(&m_counter, &TotalsCounter::counted, &m_actors, &ActorTableModel::setTotals);
}

void FolderSession::refresh()
{
    if (m_isReading) {
        m_againAfter = true;
        return;
    }
    m_timer.stop();
    m_isReading = true;
    m_started = steady_clock::now();
    m_actors.beginListing();
    m_question = m_reader.ask(SourceReader::Lane::Listing, this,
                              [this](ActorSource &source, const Reply &reply) {
                                  const auto end = source.listActors(
                                      {},
                                      [&](const ActorBatch &batch) {
                                          reply.tell([this, batch] { m_actors.addBatch(batch); });
                                      },
                                      reply.stopToken());
                                  const auto alarms = source.alarms(reply.stopToken());
                                  reply.tell([this, end, alarms] { listingEnded(end, alarms); });
                              });
}

void FolderSession::listingEnded(const Result<ActorListEnd> &end,
                                 const Result<QList<AlarmEntry>> &alarms)
{
    m_isReading = false;
    m_isRead = true;
    if (end && alarms) {
        m_actors.endListing();
        showAlarms(*alarms);
        QStringList names;
        names.reserve(m_actors.rowCount());
        for (int row = 0; row < m_actors.rowCount(); ++row)
            names << m_actors.row(row).fileName;
        m_counter.look(names);
        Q_EMIT refreshed(end->notices);
    } else {
        Q_EMIT failed(end ? alarms.error() : end.error());
    }
    if (std::exchange(m_againAfter, false))
        refresh();
    else
        scheduleNext();
}

void FolderSession::showAlarms(const QList<AlarmEntry> &alarms)
{
    QList<AlarmRow> rows;
    rows.reserve(alarms.size());
    for (const AlarmEntry &alarm : alarms) {
        AlarmRow row{alarm, QString()};
        const int actor = m_actors.find(alarm.fileName);
        if (actor >= 0 && m_actors.row(actor).record) {
            const ActorRecord &record = *m_actors.row(actor).record;
            row.actorPath = actorPath(record.name, record.key);
        }
        rows.append(std::move(row));
    }
    std::sort(rows.begin(), rows.end(),
              [](const AlarmRow &a, const AlarmRow &b) { return keyOf(a) < keyOf(b); });
    m_alarms.replaceAll(rows);
}

void FolderSession::setInterval(milliseconds pause)
{
    m_pause = pause;
    m_timer.stop();
    if (!m_isReading && m_isRead)
        scheduleNext();
}

void FolderSession::scheduleNext()
{
    if (m_pause == 0ms)
        return;
    const auto took = duration_cast<milliseconds>(steady_clock::now() - m_started);
    m_timer.start(std::max(m_pause, 9 * took));
}

} // namespace greenroom
