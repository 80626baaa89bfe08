#pragma once

#include "EventTableModel.h"
#include "SourceReader.h"

#include <QSet>
#include <QTimer>

#include <chrono>

namespace greenroom {

/// Follows what happens in a running folder: reads the source's events a few times a second,
/// however many there are, and says what they concern. Without a log it is silent.
class EventFeed final : public QObject
{
    Q_OBJECT

public:
    /// Time between two readings, and how many events one of them takes: the latest.
    static constexpr std::chrono::milliseconds Pause{200};
    static constexpr qsizetype EventsPerReading = 5'000;

    EventFeed(SourceReader &reader, EventTableModel::PathOf pathOf, QObject *parent = nullptr);
    ~EventFeed() override;

    [[nodiscard]] EventTableModel &model() { return m_model; }

    /// Follows the log of the reader's source, from what that has kept; the model keeps its rows.
    void attach();

    /// Leaves the log alone, before its source goes.
    void detach();

    /// Whether there is a log to follow.
    [[nodiscard]] bool isAttached() const { return m_log != nullptr; }

    /// While not live, nothing is read; what is missed is counted.
    void setLive(bool live);

    /// While held, what is read does not come into the model; it is kept and counted.
    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    [[nodiscard]] quint64 heldCount() const { return m_heldCount; }

    void clear();

Q_SIGNALS:
    /// What a listing of the actors would show has changed.
    void actorsChanged();

    /// These actors, by file name, have written key-values.
    void keyValuesWritten(const QSet<QString> &fileNames);

    /// So many events have come since it is not live.
    void missedChanged(quint64 count);

    void heldChanged();
    void attachedChanged();

private:
    void newsCame();
    void read();
    void arrived(const ActorEvents &events, quint64 last, quint64 lost);
    void setMissed(quint64 count);

    SourceReader &m_reader;
    EventTableModel m_model;
    EventLog *m_log = nullptr;
    Question m_question;
    QTimer m_pause;
    bool m_isReading = false;
    bool m_hasNews = false; // came while reading or pausing
    bool m_isLive = true;
    quint64 m_last = 0;
    quint64 m_missed = 0;

    bool m_isHeld = false;
    ActorEvents m_held; // no more than the model takes
    quint64 m_heldCount = 0;
    quint64 m_heldLost = 0;
};

} // namespace greenroom
