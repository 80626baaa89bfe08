#include "EventFeed.h"

#include <limits>

namespace greenroom {

namespace {

// Behind every event: a reading from here tells the number of the last one and nothing else.
constexpr quint64 Beyond = std::numeric_limits<quint64>::max() - 1;

bool isSeenInListing(ActorEvent::Kind kind)
{
    return kind != ActorEvent::Kind::KvWritten && kind != ActorEvent::Kind::StateWritten &&
           kind != ActorEvent::Kind::Message;
}

/// @p reading with no more events than are taken at once.
EventLog::Reading latest(EventLog::Reading reading)
{
    const qsizetype tooMany = reading.events.size() - EventFeed::EventsPerReading;
    if (tooMany > 0) {
        reading.events.remove(0, tooMany);
        reading.lost += quint64(tooMany);
    }
    return reading;
}

} // namespace

EventFeed::EventFeed(SourceReader &reader, EventTableModel::PathOf pathOf, QObject *parent)
    : QObject(parent), m_reader(reader), m_model(std::move(pathOf))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(Pause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_hasNews)
            read();
    });
}

EventFeed::~EventFeed()
{
    if (m_log)
        m_log->onNews({});
}

void EventFeed::attach()
{
    detach();
    m_log = m_reader.events();
    if (!m_log)
        return;
    m_last = 0;
    m_log->onNews([this] { // on an engine's thread; never after detach()
        QMetaObject::invokeMethod(this, &EventFeed::newsCame, Qt::QueuedConnection);
    });
    newsCame();
    Q_EMIT attachedChanged();
}

void EventFeed::detach()
{
    if (!m_log)
        return;
    m_log->onNews({});
    m_question = {};
    m_isReading = false;
    m_hasNews = false;
    if (m_isLive) { // the last of its events: how its actors were stopped
        const EventLog::Reading rest = latest(m_log->after(m_last));
        arrived(rest.events, rest.last, rest.lost);
    }
    m_log = nullptr;
    setMissed(0);
    Q_EMIT attachedChanged();
}

void EventFeed::setLive(bool live)
{
    if (m_isLive == live)
        return;
    m_isLive = live;
    if (live)
        setMissed(0);
    if (m_log)
        newsCame();
}

void EventFeed::newsCame()
{
    m_hasNews = true;
    if (m_log && !m_isReading && !m_pause.isActive())
        read();
}

void EventFeed::read()
{
    if (!m_log)
        return;
    m_hasNews = false;
    m_isReading = true;
    const quint64 from = m_isLive ? m_last : Beyond;
    m_question = m_reader.ask(SourceReader::Lane::Events, this,
                              [this, from](ActorSource &source, const Reply &reply) {
                                  const EventLog *log = source.events();
                                  if (!log)
                                      return;
                                  reply.tell([this, from, news = latest(log->after(from))] {
                                      m_isReading = false;
                                      m_pause.start();
                                      if (from == Beyond)
                                          setMissed(news.last > m_last ? news.last - m_last : 0);
                                      else
                                          arrived(news.events, news.last, news.lost);
                                  });
                              });
}

void EventFeed::arrived(const ActorEvents &events, quint64 last, quint64 lost)
{
    m_last = last;
    if (events.isEmpty())
        return;
    if (m_isHeld) {
        m_held += events;
        m_heldCount += quint64(events.size()) + lost;
        m_heldLost += lost;
        const qsizetype tooMany = m_held.size() - EventTableModel::Capacity;
        if (tooMany > 0) {
            m_held.remove(0, tooMany);
            m_heldLost += quint64(tooMany);
        }
        Q_EMIT heldChanged();
    } else {
        m_model.append(events, lost);
    }

    bool changed = lost > 0;
    QSet<QString> written;
    for (const ActorEvent &event : events) {
        changed = changed || isSeenInListing(event.kind);
        if (event.kind == ActorEvent::Kind::KvWritten)
            written << event.actor.text();
    }
    if (changed)
        Q_EMIT actorsChanged();
    if (!written.isEmpty())
        Q_EMIT keyValuesWritten(written);
}

void EventFeed::setMissed(quint64 count)
{
    if (m_isLive)
        count = 0;
    if (m_missed == count)
        return;
    m_missed = count;
    Q_EMIT missedChanged(count);
}

void EventFeed::setHeld(bool held)
{
    if (m_isHeld == held)
        return;
    m_isHeld = held;
    if (!held) {
        m_model.append(m_held, m_heldLost);
        m_held.clear();
        m_heldCount = 0;
        m_heldLost = 0;
    }
    Q_EMIT heldChanged();
}

void EventFeed::clear()
{
    m_held.clear();
    m_heldCount = 0;
    m_heldLost = 0;
    m_model.clear();
    Q_EMIT heldChanged();
}

} // namespace greenroom
