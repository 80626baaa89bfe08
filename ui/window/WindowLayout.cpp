#include "WindowLayout.h"

#include "AlarmsDock.h"
#include "EventsDock.h"

#include <QMainWindow>
#include <QScreen>
#include <QSettings>

namespace greenroom {

namespace {

QString geometrySetting()
{
    return QStringLiteral("layout/geometry");
}

QString stateSetting()
{
    return QStringLiteral("layout/window");
}

QString alarmColumnsSetting()
{
    return QStringLiteral("layout/alarmColumns");
}

QString eventColumnsSetting()
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
    m_window.resize(QSize(1400, 860).boundedTo(m_window.screen()->availableSize()));
    m_window.resizeDocks({&m_alarms}, {230}, Qt::Vertical);
    m_alarms.raise();
    m_defaultState = m_window.saveState();
    m_defaultAlarmColumns = m_alarms.saveColumns();
    m_defaultEventColumns = m_events.saveColumns();
    m_window.restoreGeometry(m_settings.value(geometrySetting()).toByteArray());
    m_window.restoreState(m_settings.value(stateSetting()).toByteArray());
    m_alarms.restoreColumns(m_settings.value(alarmColumnsSetting()).toByteArray());
    m_events.restoreColumns(m_settings.value(eventColumnsSetting()).toByteArray());
}

void WindowLayout::save() const
{
    m_settings.setValue(geometrySetting(), m_window.saveGeometry());
    m_settings.setValue(stateSetting(), m_window.saveState());
    m_settings.setValue(alarmColumnsSetting(), m_alarms.saveColumns());
    m_settings.setValue(eventColumnsSetting(), m_events.saveColumns());
}

void WindowLayout::reset()
{
    m_window.restoreState(m_defaultState);
    m_alarms.restoreColumns(m_defaultAlarmColumns);
    m_events.restoreColumns(m_defaultEventColumns);
}

} // namespace greenroom
