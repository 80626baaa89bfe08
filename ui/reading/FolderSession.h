#pragma once

#include "ActorTableModel.h"
#include "AlarmTableModel.h"
#include "EditDrafts.h"
#include "EventFeed.h"
#include "SourceReader.h"
#include "TotalsCounter.h"

#include <QTimer>

#include <chrono>

namespace greenroom {

/// One open folder: its source, the models of its actors and alarms, and their refreshing.
class FolderSession final : public QObject
{
    Q_OBJECT

public:
    /// Time between two readings at least, where events tell of changes.
    static constexpr std::chrono::milliseconds ShortestPause{300};

    explicit FolderSession(std::shared_ptr<ActorSource> source, QObject *parent = nullptr);

    [[nodiscard]] QString location() const { return m_reader.source().location(); }
    [[nodiscard]] SourceReader &reader() { return m_reader; }
    [[nodiscard]] ActorTableModel &actors() { return m_actors; }
    [[nodiscard]] AlarmTableModel &alarms() { return m_alarms; }
    [[nodiscard]] TotalsCounter &counter() { return m_counter; }
    [[nodiscard]] EventFeed &events() { return m_events; }

    /// What is to be changed in the actors' key-values. Applied edits are read at once.
    [[nodiscard]] EditDrafts &drafts() { return m_drafts; }

    /// Whether the source runs the actors.
    [[nodiscard]] bool isRunning() const { return m_events.isAttached(); }

    /// NAME/KEY… of the actor with this file name; empty where its record is not known.
    [[nodiscard]] QString pathOf(const QString &fileName) const;

    /// Lets the source go: nothing is asked any more, @p idle is called once nothing touches it.
    void suspend(std::function<void()> idle);

    /// Goes on with @p source, and reads the folder again.
    void resume(std::shared_ptr<ActorSource> source);

    /// Whether the first reading of the folder is done.
    [[nodiscard]] bool isRead() const { return m_isRead; }

    /// Reads the folder again now. While a reading is under way: once more after it.
    void refresh();

    /// Reads it again and again, with pauses of at least @p pause, longer where a reading takes
    /// long: it shall cost a tenth of the time at most. Where the source tells of its actors'
    /// events, sooner after those. Zero: only when told to.
    void setInterval(std::chrono::milliseconds pause);

Q_SIGNALS:
    /// A reading has ended; the models are up to date.
    void refreshed(const QStringList &notices);

    /// A reading failed; the models keep what they have.
    void failed(const Error &error);

    /// The source is another one now.
    void sourceChanged();

private:
    void listingEnded(const Result<ActorListEnd> &end, const Result<QList<AlarmEntry>> &alarms);
    void showAlarms(const QList<AlarmEntry> &alarms);
    void scheduleNext();
    void refreshSoon();

    ActorTableModel m_actors;
    AlarmTableModel m_alarms;
    SourceReader m_reader;
    TotalsCounter m_counter;
    EventFeed m_events;
    EditDrafts m_drafts;
    QTimer m_timer;
    std::chrono::milliseconds m_pause{0};
    std::chrono::steady_clock::time_point m_started;
    std::chrono::steady_clock::time_point m_ended;
    Question m_question;
    bool m_isReading = false;
    bool m_againAfter = false;
    bool m_soonAfter = false;
    bool m_isRead = false;
};

} // namespace greenroom
