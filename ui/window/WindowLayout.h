#pragma once

#include <QByteArray>

class QMainWindow;
class QSettings;

namespace greenroom {

class AlarmsDock;
class EventsDock;

/// Where the window and its docks stand and how wide their columns are, kept in the settings.
class WindowLayout
{
public:
    WindowLayout(QMainWindow &window, AlarmsDock &alarms, EventsDock &events, QSettings &settings);

    /// Remembers how everything stands as the default, and brings back what was saved.
    void restore();
    void save() const;

    /// Back to the default.
    void reset();

private:
    QMainWindow &m_window;
    AlarmsDock &m_alarms;
    EventsDock &m_events;
    QSettings &m_settings;
    QByteArray m_defaultState;
    QByteArray m_defaultAlarmColumns;
    QByteArray m_defaultEventColumns;
};

} // namespace greenroom
