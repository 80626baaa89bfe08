#include "FolderSession.h"

#include "ActorPath.h"
#include "LiveText.h"

#include <algorithm>

namespace greenroom {

using namespace std::chrono;

FolderSession::FolderSession(std::shared_ptr<ActorSource> source, QObject *parent)
    : QObject(parent),
      m_reader(std::move(source)),
      m_counter(m_reader),
      m_events(m_reader, [this](const QString &fileName) { return pathOf(fileName); }),
      m_drafts(m_reader)
{
    m_timer.setSingleShot(true);
    connect(&m_events, &EventFeed::actorsChanged, this, &FolderSession::refreshSoon);
    m_events.setLive(false); // until an interval is set
    m_events.attach();
    connect(&m_timer, &QTimer::timeout, this, &FolderSession::refresh);
    connect(&m_drafts, &EditDrafts::applied, this, &FolderSession::refresh);
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
    m_question = m_reader.ask(SourceReader::Lane::Listing, this,
                              [this](ActorSource &source, const Reply &reply) {
                                  reply.tell([this] { m_actors.beginListing(); });
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
    m_ended = steady_clock::now();
    if (end && alarms) {
        m_actors.endListing();
        showAlarms(*alarms);
        m_events.model().nameAgain();
        QStringList names;
        names.reserve(m_actors.rowCount());
        for (int row = 0; row < m_actors.rowCount(); ++row)
            names << m_actors.row(row).fileName;
        m_counter.look(names);
        Q_EMIT refreshed(end->notices);
    } else {
        Q_EMIT failed(end ? alarms.error() : end.error());
    }
    const bool soon = std::exchange(m_soonAfter, false);
    if (std::exchange(m_againAfter, false)) {
        refresh();
        return;
    }
    scheduleNext();
    if (soon)
        refreshSoon();
}

QString FolderSession::pathOf(const QString &fileName) const
{
    const int row = m_actors.find(fileName);
    if (row < 0 || !m_actors.row(row).record)
        return {};
    const ActorRecord &record = *m_actors.row(row).record;
    return actorPath(record.name, record.key);
}

void FolderSession::showAlarms(const QList<AlarmEntry> &alarms)
{
    QList<AlarmRow> rows;
    rows.reserve(alarms.size());
    for (const AlarmEntry &alarm : alarms) {
        AlarmRow row{alarm, pathOf(alarm.fileName), {}, false};
        const int actor = m_actors.find(alarm.fileName);
        if (actor >= 0 && m_actors.row(actor).live) {
            row.phase = alarmPhase(*m_actors.row(actor).live);
            row.isInTrouble = isAlarmInTrouble(*m_actors.row(actor).live);
        } else if (isRunning() && !alarm.orphan && !alarm.error) {
            LiveStatus asleep;
            asleep.alarm = LiveStatus::Alarm::Armed;
            row.phase = alarmPhase(asleep);
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
    m_events.setLive(pause != 0ms);
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

void FolderSession::refreshSoon()
{
    if (m_pause == 0ms)
        return;
    if (m_isReading) {
        m_soonAfter = true;
        return;
    }
    const auto took = duration_cast<milliseconds>(m_ended - m_started);
    const auto since = duration_cast<milliseconds>(steady_clock::now() - m_ended);
    const auto wait = std::max(0ms, std::max(ShortestPause, 9 * took) - since);
    if (!m_timer.isActive() || wait < m_timer.remainingTimeAsDuration())
        m_timer.start(wait);
}

void FolderSession::suspend(std::function<void()> idle)
{
    m_events.detach();
    m_reader.suspend(std::move(idle));
}

void FolderSession::resume(std::shared_ptr<ActorSource> source)
{
    m_reader.resume(std::move(source));
    m_counter.forget();
    m_events.attach();
    Q_EMIT sourceChanged();
    refresh();
}

} // namespace greenroom
