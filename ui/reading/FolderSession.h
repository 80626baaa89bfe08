#pragma once

#include "ActorTableModel.h"
#include "AlarmTableModel.h"
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
    explicit FolderSession(std::shared_ptr<ActorSource> source, QObject *parent = nullptr);

    [[nodiscard]] QString location() const { return m_reader.source().location(); }
    [[nodiscard]] SourceReader &reader() { return m_reader; }
    [[nodiscard]] ActorTableModel &actors() { return m_actors; }
    [[nodiscard]] AlarmTableModel &alarms() { return m_alarms; }
    [[nodiscard]] TotalsCounter &counter() { return m_counter; }

    /// Whether the first reading of the folder is done.
    [[nodiscard]] bool isRead() const { return m_isRead; }

    /// Reads the folder again now. While a reading is under way: once more after it.
    void refresh();

    /// Reads it again and again, with pauses of at least @p pause, longer where a reading takes
    /// long: it shall cost a tenth of the time at most. Zero: only when told to.
    void setInterval(std::chrono::milliseconds pause);

Q_SIGNALS:
    /// A reading has ended; the models are up to date.
    void refreshed(const QStringList &notices);

    /// A reading failed; the models keep what they have.
    void failed(const Error &error);

private:
    void listingEnded(const Result<ActorListEnd> &end, const Result<QList<AlarmEntry>> &alarms);
    void showAlarms(const QList<AlarmEntry> &alarms);
    void scheduleNext();

    ActorTableModel m_actors;
    AlarmTableModel m_alarms;
    SourceReader m_reader;
    TotalsCounter m_counter;
    QTimer m_timer;
    std::chrono::milliseconds m_pause{0};
    std::chrono::steady_clock::time_point m_started;
    Question m_question;
    bool m_isReading = false;
    bool m_againAfter = false;
    bool m_isRead = false;
};

} // namespace greenroom
