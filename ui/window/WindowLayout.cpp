#include "WindowLayout.h"

#include "AlarmsDock.h"
#include "EventsDock.h"

#include <QMainWindow>
#include <QSettings>

namespace greenroom {

namespace {

QString geometryKey()
{
    return QStringLiteral("layout/geometry");
}

QString windowStateKey()
{
    return QStringLiteral("layout/window");
}

QString alarmColumnsKey()
{
    return QStringLiteral("layout/alarmColumns");
}

QString eventColumnsKey()
{
    return QStringLiteral("layout/eventColumns");
}

} // namespace

WindowLayout::WindowLayout(QMainWindow &window, AlarmsDock &alarms, EventsDock &events,
                           QSettings &settings)
    : m_window(window), m_alarms(alarms), m_events(events), m_settings(settings)
{}

void WindowLayout::restore()
{
    m_window.resize(1400, 860);
    m_window.resizeDocks({&m_alarms}, {230}, Qt::Vertical);
    m_alarms.raise();
    m_defaultState = m_window.saveState();
    m_defaultAlarmColumns = m_alarms.saveColumns();
    m_defaultEventColumns = m_events.saveColumns();
    m_window.restoreGeometry(m_settings.value(geometryKey()).toByteArray());
    m_window.restoreState(m_settings.value(windowStateKey()).toByteArray());
    m_alarms.restoreColumns(m_settings.value(alarmColumnsKey()).toByteArray());
    m_events.restoreColumns(m_settings.value(eventColumnsKey()).toByteArray());
}

void WindowLayout::save() const
{
    m_settings.setValue(geometryKey(), m_window.saveGeometry());
    m_settings.setValue(windowStateKey(), m_window.saveState());
    m_settings.setValue(alarmColumnsKey(), m_alarms.saveColumns());
    m_settings.setValue(eventColumnsKey(), m_events.saveColumns());
}

void WindowLayout::reset()
{
    m_window.restoreState(m_defaultState);
    m_alarms.restoreColumns(m_defaultAlarmColumns);
    m_events.restoreColumns(m_defaultEventColumns);
}

} // namespace greenroom
